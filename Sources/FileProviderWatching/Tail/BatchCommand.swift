import CLinux
package import FileProviderProgram
import Glibc
import LinuxSystem
import Synchronization

/// A command of the user's that is run with each batch of changes on its standard input.
///
/// A batch is kept in memory until the command has ended with status 0, so that the command can be run with it again.
/// The command has a process group of its own: a signal is passed on to everything that it started.
package final class BatchCommand {
  /// The writer that collects a batch.
  package let writer: ByteWriter
  private let command: String
  private let domain: String
  /// Whether it is tried until it succeeds.
  private let isEndless: Bool
  private let memory: Descriptor

  /// How often it is tried if not for ever.
  package static let attempts = 5
  /// How long it may take to end when it is asked to, in seconds.
  static let patience: UInt32 = 10
  private static let longestPause = 60

  /// The process that runs, so that an interruption reaches it.
  private static let running = Mutex<ChildProcess?>(nil)

  package init(_ command: String, domain: String, isEndless: Bool) throws {
    self.command = command
    self.domain = domain
    self.isEndless = isEndless
    guard let memory = Descriptor(inMemory: "batch") else {
      throw CommandFailure("--exec", "out of memory for a batch: \(System.reason())")
    }
    writer = ByteWriter(descriptor: memory.number)
    self.memory = memory
  }

  /// Whether nothing has been printed since the last batch.
  package var isEmpty: Bool { writer.count == 0 && lseek(memory.number, 0, SEEK_CUR) == 0 }

  /// Drops the batch.
  func forget() {
    ftruncate(memory.number, 0)
    lseek(memory.number, 0, SEEK_SET)
  }

  /// Runs the command with what was printed, until it succeeds.
  ///
  /// - Throws: A failure when it was tried often enough; the end of this command when it was interrupted.
  package func run(anchor: String) throws {
    var attempt = 1
    while true {
      guard let process = try start(anchor, attempt) else { throw interrupted }
      guard let reason = Self.waitForEnd(of: process) else { return forget() }
      if Interruption.hasCome { throw interrupted }
      if !isEndless && attempt >= Self.attempts {
        throw CommandFailure(
          "--exec “\(command)”", "\(reason) in each of \(attempt) attempts", remedy: "the cursor was not advanced")
      }
      let pause = min(Self.longestPause, 1 << min(attempt - 1, 10))
      Console.fail(CommandFailure("--exec “\(command)”", reason, remedy: "retrying the batch in \(pause) s"))
      guard Self.rest(seconds: pause) else { throw interrupted }
      attempt += 1
    }
  }

  private var interrupted: CommandEnd { CommandEnd(status: isEndless ? .done : .interrupted) }

  /// Sends a signal to the command that runs and to what it started, if one runs.
  static func end(_ signal: Int32) {
    running.withLock { process in if let process { kill(-process.number, signal) } }
  }

  /// Starts the command.
  ///
  /// - Returns: Its process; `nil` when interrupted first.
  private func start(_ anchor: String, _ attempt: Int) throws -> ChildProcess? {
    // A separate file offset: a command that reads half of the file does not leave the rest to the next one.
    guard let input = Descriptor(opening: "/proc/self/fd/\(memory.number)", O_RDONLY) else {
      throw CommandFailure("--exec", "the batch cannot be read: \(System.reason())")
    }
    let number = input.number
    let variables = [
      ("FILEPROVIDER_DOMAIN", domain), ("FILEPROVIDER_ANCHOR", anchor), ("FILEPROVIDER_ATTEMPT", String(attempt)),
    ]
    return try Self.running.withLock { running throws -> ChildProcess? in
      if Interruption.hasCome { return nil }
      running = try ShellProcess.start(command, input: number, variables: variables)
      return running
    }
  }

  /// - Returns: Why it failed; `nil` when it succeeded.
  private static func waitForEnd(of process: ChildProcess) -> String? {
    // It is reaped only after the last signal was sent: its number could be reused.
    process.waitKeepingNumber()
    let ending = running.withLock { running in
      running = nil
      return process.wait()
    }
    switch ending {
    case .exited(0): return nil
    case .exited(let code): return "exited with status \(code)"
    case .killed(let signal): return "killed by signal \(signal)"
    }
  }

  /// - Returns: False if interrupted.
  private static func rest(seconds: Int) -> Bool {
    !Deadline.after(.seconds(seconds)).ask(every: .milliseconds(50)) { Interruption.hasCome }
  }
}
