package import Foundation
import LinuxSystem

/// A process that was stopped in the middle of a change of a domain (SIGSTOP), or while it waited for its turn: it keeps the write lock, or the place before
/// it, so everybody who changes the domain waits for it.
package struct StoppedWriter {
  private let process: Int32
  private let name: String

  /// - Returns: `nil` where there is none.
  package init?(in directory: URL) {
    let stopped = ["holder.lock", "queue.lock"].lazy.compactMap { file -> Int32? in
      guard let process = LockTable.holder(of: directory.appendingPathComponent(file).path),
        ProcessState(of: process)?.letter == "T"
      else { return nil }
      return process
    }
    guard let process = stopped.first else { return nil }
    self.process = process
    name = executablePath(of: process).map { URL(fileURLWithPath: $0).lastPathComponent } ?? "another user's"
  }

  package var failure: String {
    "process \(process) (\(name)) is stopped while it holds the write lock, and blocks all other changes"
  }
  package var remedy: String { "“kill -CONT \(process)” resumes it, and “kill -KILL \(process)” ends it" }
}
