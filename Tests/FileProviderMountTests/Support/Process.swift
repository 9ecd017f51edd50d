import CSystemCalls
import Foundation

/// A process that a test started, with its output in files.
final class RunningProcess {
  let pid: pid_t
  private let output: String
  private let errors: String
  private var status: Int32?

  struct Result: CustomStringConvertible {
    /// The exit status; 128 and the signal for one that was killed; -1 for one that did not end in time.
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    var description: String { "status \(status)\n\(output.suffix(4000))\n\(errors.suffix(4000))" }
  }

  /// Starts a program in a process group of its own, with no descriptor of ours.
  init(_ words: [String], environment: [String: String], folder: String) throws {
    let name = "\(folder)/\(UUID().uuidString)"
    output = name + ".out"
    errors = name + ".err"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of a test block signals, and a daemon that inherits that cannot be asked to end.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var number: pid_t = 0
    let code = posix_spawn(&number, words[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    pid = number
  }

  deinit {
    if hasEnded { return }
    Glibc.kill(-pid, SIGKILL)
    _ = wait(seconds: 5)
  }

  var hasEnded: Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    guard waitpid(pid, &raw, WNOHANG) == pid else { return false }
    status = raw & 0x7f == 0 ? raw >> 8 & 0xff : 128 + raw & 0x7f
    return true
  }

  /// Sends a signal, unless the process has ended: its number could be another's by now.
  func kill(_ signal: Int32 = SIGKILL) { if !hasEnded { Glibc.kill(pid, signal) } }

  /// Waits for the end; a process that takes longer than that is killed.
  func wait(seconds: Double = 120) -> Result {
    let isInTime = eventually(seconds: seconds) { self.hasEnded }
    if !isInTime {
      Glibc.kill(-pid, SIGKILL)
      _ = eventually(seconds: 5) { self.hasEnded }
    }
    return Result(status: isInTime ? status ?? -1 : -1, output: outputSoFar, errors: text(errors))
  }

  var outputSoFar: String { text(output) }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}

/// Waits until something is so. It returns at once when it is; the time is only a limit for what never will be.
@discardableResult
func eventually(seconds: Double = 60, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while try !condition() {
    if Date() > end { return false }
    usleep(3_000)
  }
  return true
}
