import Glibc

/// Runs a command line that a person wrote.
enum ShellProcess {
  /// Starts a command with `/bin/sh -c`, in a process group of its own, with signals in their default state.
  ///
  /// - Parameters:
  ///   - input: Becomes its standard input.
  ///   - variables: Variables that are added to the environment.
  static func start(_ command: String, input: Int32, variables: [(name: String, value: String)]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    resetSignals(&attributes)
    let line = ["/bin/sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = self.environment(with: variables).map { strdup($0) } + [nil]
    defer { for pointer in words + environment { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &environment)
    guard code == 0 else { throw CommandFailure("/bin/sh", "it cannot be started: \(System.reason(code))") }
    return process
  }

  /// We ignore one signal and wait for others on a thread; the command must inherit neither.
  private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&usual, number) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }

  private static func environment(with variables: [(name: String, value: String)]) -> [String] {
    var lines: [String] = []
    var entry = environ
    while let line = entry.pointee.map({ String(cString: $0) }) {
      if !variables.contains(where: { line.hasPrefix($0.name + "=") }) { lines.append(line) }
      entry += 1
    }
    return lines + variables.map { "\($0.name)=\($0.value)" }
  }
}
