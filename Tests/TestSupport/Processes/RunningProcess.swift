package import Glibc
package import LinuxSystem
import Foundation
import Synchronization

/// A process that a test has started, in a process group of its own and with none of our descriptors. Its output is in files, so that no pipe
/// can fill up.
package final class RunningProcess: Sendable {
  private let child: ChildProcess
  private let (output, error): (String, String)
  /// Where the output is, unless the caller said where.
  private let directory: TestDirectory?
  private let ending = Mutex<ChildProcess.Ending?>(nil)

  /// - Parameters:
  ///   - words: The program, a path or a name that is looked for in `PATH`, and its arguments.
  ///   - environment: All of its variables; `nil` for ours.
  ///   - folder: Its working directory; `nil` for ours.
  ///   - input: Where its standard input comes from.
  ///   - terminal: A descriptor that all of its standard streams lead to, instead of files.
  ///   - prefix: What the paths of the files with its output begin with. Without it they are temporary.
  /// - Throws: `Errno` where it cannot be started.
  package init(
    _ words: [String], environment: [String: String]? = nil, in folder: String? = nil,
    input: ProcessLaunch.Stream = .null, terminal: Int32? = nil, output prefix: String? = nil
  ) throws {
    directory = prefix == nil ? try TestDirectory("process") : nil
    let prefix = prefix ?? directory?.appending("process").path ?? ""
    (output, error) = (prefix + ".out", prefix + ".err")
    // env(1) becomes the program in the same process.
    let words = (folder.map { ["/usr/bin/env", "--chdir=\($0)"] } ?? []) + words
    var launch = ProcessLaunch(words[0], words: words)
    launch.environment = environment
    launch.group = .own
    if let terminal {
      (launch.input, launch.output, launch.errors) = (
        .descriptor(terminal), .descriptor(terminal), .descriptor(terminal)
      )
    } else {
      (launch.input, launch.output, launch.errors) = (input, .file(output), .file(error))
    }
    child = try launch.start()
  }

  /// Asks it to end, so that it can put away what it has made; after some seconds kills it and what it has started.
  deinit {
    if hasEnded { return }
    signal(SIGTERM)
    if !eventually(seconds: 5, { self.hasEnded }) { stop() }
  }

  package var pid: pid_t { child.number }

  package var hasEnded: Bool {
    ending.withLock { ending in
      if ending == nil { ending = child.reap() }
      return ending != nil
    }
  }

  /// Sends it a signal, unless it has ended: its number could be another's by now.
  package func signal(_ number: Int32) { if !hasEnded { Glibc.kill(pid, number) } }

  /// Sends a signal to it and to what it has started.
  package func signalGroup(_ number: Int32) { if !hasEnded { Glibc.kill(-pid, number) } }

  /// Kills it, and waits until it does nothing any more. What it has started goes on.
  ///
  /// A thread of a mount may wait in the kernel for a program that waits for the mount. Until somebody unmounts that, the process is a zombie that nobody
  /// can wait for.
  ///
  /// - Returns: Whether it ended.
  @discardableResult
  package func kill() -> Bool {
    signal(SIGKILL)
    return eventually { self.hasEnded || !ProcessState.isServing(self.pid) }
  }

  /// Kills it and what it has started.
  package func stop() {
    signalGroup(SIGKILL)
    eventually { self.hasEnded }
  }

  /// Waits for its end; it is killed, with what it has started, when it takes longer than that.
  package func wait(seconds: Double = 300) -> ProcessResult {
    let isInTime = eventually(seconds: seconds) { self.hasEnded }
    if !isInTime { stop() }
    return ProcessResult(status: isInTime ? status ?? -1 : -1, output: outputSoFar, error: errorSoFar)
  }

  /// The exit status; 128 and the signal for one that was killed; `nil` as long as it runs.
  package var status: Int32? {
    guard hasEnded else { return nil }
    return ending.withLock { ending in
      switch ending {
      case .exited(let status): status
      case .killed(let signal): 128 + signal
      case nil: nil
      }
    }
  }

  package var outputSoFar: String { Self.text(output) }
  package var errorSoFar: String { Self.text(error) }

  /// Waits until its output fulfils a condition.
  package func wait(seconds: Double = 60, until isDone: (String) -> Bool) -> Bool {
    eventually(seconds: seconds) { isDone(outputSoFar) }
  }

  /// Waits until what it wrote to standard error fulfils a condition.
  package func waitForError(seconds: Double = 60, until isDone: (String) -> Bool) -> Bool {
    eventually(seconds: seconds) { isDone(errorSoFar) }
  }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}
