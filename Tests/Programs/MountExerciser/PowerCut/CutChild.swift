import CSystemCalls
import Glibc

/// A process that a round has started, in a process group of its own, with its output in files that no cut reaches.
final class CutChild: @unchecked Sendable {
  // Sendable: each is used by the thread that started it, or by the round when that thread has ended.
  let pid: pid_t
  private let output: String
  private let errors: String
  private var status: Int32?

  /// - Parameter name: What its files are called.
  init?(_ words: [String], environment: [String], name: String) {
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
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var number: pid_t = 0
    guard posix_spawnp(&number, words[0], &actions, &attributes, &arguments, &variables) == 0 else { return nil }
    pid = number
  }

  deinit { kill() }

  var hasEnded: Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    guard waitpid(pid, &raw, WNOHANG) == pid else { return false }
    status = raw & 0x7f == 0 ? raw >> 8 & 0xff : 128 + raw & 0x7f
    return true
  }

  /// Kills it and what it started in its group, without waiting.
  func signal() { if !hasEnded { Glibc.kill(-pid, SIGKILL) } }

  /// Kills it and waits for its end.
  func kill() {
    signal()
    if !eventually(seconds: 120, { self.hasEnded }) { CutFailure("the process \(pid) cannot be killed", 0).end() }
  }

  /// Waits for the end.
  ///
  /// - Returns: The exit status; 128 and the signal for one that was killed.
  func wait() -> Int32? {
    if !eventually(seconds: 240, { self.hasEnded }) { CutFailure("the process \(pid) does not end", 0).end() }
    return status
  }

  var outputText: String { String(decoding: Listing.contents(output).1, as: UTF8.self) }
  var errorText: String { String(decoding: Listing.contents(errors).1, as: UTF8.self) }
}

/// Waits until something is so; the time is only a limit for what never will be.
func eventually(seconds: Double, _ condition: () -> Bool) -> Bool {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  let end = now.nanoseconds + Int(seconds * 1e9)
  while !condition() {
    clock_gettime(CLOCK_MONOTONIC, &now)
    if now.nanoseconds > end { return condition() }
    usleep(1_000)
  }
  return true
}
