import Foundation

/// A process that a test has started. Its output is in files, so that no pipe can fill up.
package final class RunningProcess: @unchecked Sendable {
  // Sendable: nothing changes but the process, which Foundation guards.
  private let process = Process()
  private let directory: TestDirectory

  /// - Parameters:
  ///   - words: The program, a path or a name that is looked for in `PATH`, and its arguments.
  ///   - environment: All of its variables.
  ///   - folder: Its working directory; `nil` for ours.
  package init(_ words: [String], environment: [String: String], in folder: String? = nil) throws {
    directory = try TestDirectory("process")
    // env(1) becomes the program in the same process.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = environment
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = FileHandle.nullDevice
    for name in ["out", "err"] { try Data().write(to: directory.appending(name)) }
    process.standardOutput = try FileHandle(forWritingTo: directory.appending("out"))
    process.standardError = try FileHandle(forWritingTo: directory.appending("err"))
    try process.run()
  }

  deinit { stop() }

  /// Kills it and what it has started.
  package func stop() {
    guard process.isRunning else { return }
    // Foundation starts a process in a group of its own.
    kill(-process.processIdentifier, SIGKILL)
    eventually { !process.isRunning }
  }

  /// Waits for its end; it is killed, with what it has started, when it takes longer than that.
  package func wait(seconds: Double = 300) -> ProcessResult {
    let isInTime = eventually(seconds: seconds) { !process.isRunning }
    if !isInTime { stop() }
    return ProcessResult(status: isInTime ? status : -1, output: text("out"), error: text("err"))
  }

  /// The exit status; 128 and the signal for one that was killed.
  private var status: Int32 {
    process.terminationReason == .uncaughtSignal ? 128 + process.terminationStatus : process.terminationStatus
  }

  package var errorSoFar: String { text("err") }

  private func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: directory.appending(name).path) ?? Data(), as: UTF8.self)
  }
}
