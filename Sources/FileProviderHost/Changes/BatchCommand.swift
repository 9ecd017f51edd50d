import CLinux
import Glibc
import Synchronization

/// A command of the user's that is run with each batch of changes on its standard input.
///
/// A batch is kept in memory until the command has ended with status 0, so that the command can be run with it again.
/// The command has a process group of its own: a signal is passed on to everything that it started.
final class BatchCommand {
  /// The writer that collects a batch.
  let writer: ByteWriter
  private let command: String
  private let domain: String
  /// Whether it is tried until it succeeds.
  private let isEndless: Bool
  private let memory: Int32

  /// How often it is tried if not for ever.
  static let attempts = 5
  /// How long it may take to end when it is asked to, in seconds.
  static let patience: UInt32 = 10
  private static let longestPause = 60

  /// The process that runs, for the thread that handles signals.
  private static let running = Mutex<pid_t>(0)

  init(_ command: String, domain: String, isEndless: Bool) throws {
    self.command = command
    self.domain = domain
    self.isEndless = isEndless
    memory = memfd_create("batch", 1)  // MFD_CLOEXEC
    guard memory >= 0 else { throw CommandFailure("--exec", "there is no memory for a batch: \(System.reason())") }
    writer = ByteWriter(descriptor: memory)
  }

  deinit { close(memory) }

  /// Whether nothing has been printed since the last batch.
  var isEmpty: Bool { writer.count == 0 && lseek(memory, 0, SEEK_CUR) == 0 }

  /// Drops the batch.
  func forget() {
    ftruncate(memory, 0)
    lseek(memory, 0, SEEK_SET)
  }

  /// Runs the command with what was printed, until it succeeds.
  ///
  /// - Throws: A failure when it was tried often enough; the end of this command when it was interrupted.
  func run(anchor: String) throws {
    var attempt = 1
    while true {
      guard let process = try start(anchor, attempt) else { throw interrupted }
      guard let reason = Self.waitForEnd(of: process) else { return forget() }
      if Interruption.hasCome { throw interrupted }
      if !isEndless && attempt >= Self.attempts {
        throw CommandFailure(
          "--exec “\(command)”", "\(reason), and was tried \(attempt) times", remedy: "the cursor was not moved")
      }
      let pause = min(Self.longestPause, 1 << min(attempt - 1, 10))
      Console.fail(CommandFailure("--exec “\(command)”", reason, remedy: "the batch comes again in \(pause) s"))
      guard Self.rest(seconds: pause) else { throw interrupted }
      attempt += 1
    }
  }

  private var interrupted: CommandEnd { CommandEnd(status: isEndless ? .done : .interrupted) }

  /// Sends a signal to the command that runs and to what it started, if one runs.
  static func end(_ signal: Int32) {
    running.withLock { process in if process > 0 { kill(-process, signal) } }
  }

  /// Starts the command.
  ///
  /// - Returns: Its process; `nil` when an interruption came first.
  private func start(_ anchor: String, _ attempt: Int) throws -> pid_t? {
    // It has a file position of its own: a command that reads half of the batch does not take the rest from the next
    // run.
    let input = open("/proc/self/fd/\(memory)", O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw CommandFailure("--exec", "the batch cannot be read: \(System.reason())") }
    defer { close(input) }
    let variables = [
      ("FILEPROVIDER_DOMAIN", domain), ("FILEPROVIDER_ANCHOR", anchor), ("FILEPROVIDER_ATTEMPT", String(attempt)),
    ]
    return try Self.running.withLock { running throws -> pid_t? in
      if Interruption.hasCome { return nil }
      running = try ShellProcess.start(command, input: input, variables: variables)
      return running
    }
  }

  /// - Returns: The reason of its failure; `nil` when it succeeded.
  private static func waitForEnd(of process: pid_t) -> String? {
    var information = siginfo_t()
    // It is not reaped while a signal may be sent to it: its number could be another process's.
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    var status: Int32 = 0
    running.withLock { running in
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      running = 0
    }
    let signal = status & 0x7f
    if signal != 0 { return "signal \(signal) ended it" }
    let code = status >> 8 & 0xff
    return code == 0 ? nil : "it ended with status \(code)"
  }

  /// - Returns: Whether no interruption came.
  private static func rest(seconds: Int) -> Bool {
    var left = seconds * 20
    while left > 0 && !Interruption.hasCome {
      usleep(50_000)
      left -= 1
    }
    return !Interruption.hasCome
  }
}
