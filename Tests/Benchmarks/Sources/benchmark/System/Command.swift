import Glibc

/// A program to start, with nothing of our environment but what is stated.
struct Command {
  let executable: String
  var arguments: [String]
  var environment: [String: String] = [:]

  /// The program of that name in `PATH`.
  static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Starts it in a process group of its own, so that Ctrl-C reaches it through us and in order.
  /// - Parameters:
  ///   - output: the descriptor of its standard output; without it, output goes where errors go.
  ///   - log: the file for its standard error, from which a failure is explained.
  func start(output: Int32? = nil, log: String) throws(Failure) -> Child {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, output ?? 2, 1)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let words = CStrings([executable] + arguments)
    let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
    var pid: pid_t = 0
    let error = Cleanup.whileRunning {
      posix_spawn(&pid, executable, &actions, &attributes, words.pointers, variables.pointers)
    }
    guard error == 0 else { throw Failure("cannot start \(executable): \(Failure.text(of: error))") }
    return Child(pid: pid, name: ([executable] + arguments).joined(separator: " "), log: log)
  }

  /// Starts it and waits; throws when it fails.
  func run(output: Int32? = nil, log: String) throws(Failure) {
    try start(output: output, log: log).succeed()
  }

  /// Runs it and gives what it wrote to standard output.
  func read(log: String) throws(Failure) -> [UInt8] {
    let (reading, writing) = try Descriptor.pipe()
    let child = try start(output: writing.number, log: log)
    writing.close()
    var bytes: [UInt8] = []
    while let chunk = try reading.read() { bytes += chunk }
    reading.close()
    try child.succeed()
    return bytes
  }
}

/// A null-terminated array of C strings, freed with the object.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    pointers[count] = nil
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
