import Foundation
import LinuxSystem

/// A process that was stopped in the middle of a change of a domain (SIGSTOP): it keeps the write lock, so everybody who changes the domain waits for it.
struct StoppedWriter {
  private let process: Int32
  private let name: String

  /// - Returns: `nil` where there is none.
  init?(in directory: URL) {
    guard let process = LockTable.holder(of: directory.appendingPathComponent("holder.lock").path),
      let state = ProcessState(of: process), state.letter == "T"
    else { return nil }
    self.process = process
    name = executablePath(of: process).map { URL(fileURLWithPath: $0).lastPathComponent } ?? "another user's"
  }

  var failure: String {
    "process \(process) (\(name)) was stopped in the middle of a change, and all other changes wait for it"
  }
  var remedy: String { "“kill -CONT \(process)” lets it go on, and “kill -KILL \(process)” ends it" }
}
