import Glibc

/// Serves a mount in a process of its own: the same executable, started anew. A process with threads cannot be forked.
///
/// The new process says that the mount answers by a byte in a pipe. Until then its errors appear on our standard error and its exit
/// status is ours.
struct BackgroundMount {
  var domain: DomainName
  var mountpoint: Mountpoint
  var options: [String]
  var author: String?
  var isVerbose: Bool

  /// The descriptor on which the new process tells that it is ready.
  private static let ready: Int32 = 3

  func start() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw CommandFailure("mount", System.reason()) }
    Self.keepDescriptorsFromChildren()
    let process = try spawn(writing: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    var byte: UInt8 = 0
    var count = read(ends[0], &byte, 1)
    while count < 0 && errno == EINTR { count = read(ends[0], &byte, 1) }
    if count == 1 { return }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let code = status & 0x7f == 0 ? status >> 8 & 0xff : 0
    if let status = ExitStatus(rawValue: code), status != .done { throw CommandEnd(status: status) }
    throw CommandFailure(mountpoint.given, "the process that serves the mount ended before it was ready")
  }

  /// The parent process may wait until all copies of its pipes are closed, so a mount that lives for days must have
  /// none.
  private static func keepDescriptorsFromChildren() {
    guard let stream = opendir("/proc/self/fd") else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let descriptor = Int32(name), descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
  }

  private var words: [String] {
    var words = [CommandLine.arguments[0], "mount", "--foreground", "--ready-descriptor", String(Self.ready)]
    words += ["--domain", domain.string]
    for option in options { words += ["-o", option] }
    if let author { words += ["--author", author] }
    if isVerbose { words.append("--verbose") }
    return words + ["--", mountpoint.path]
  }

  private func spawn(writing end: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, end, Self.ready)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A session of its own, so that closing the terminal does not end the mount.
    posix_spawnattr_setflags(&attributes, Self.newSession)
    var pid: pid_t = 0
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    let code = posix_spawn(&pid, "/proc/self/exe", &actions, &attributes, &pointers, environ)
    guard code == 0 else { throw CommandFailure("mount", "no process can be started: \(System.reason(code))") }
    return pid
  }

  /// `POSIX_SPAWN_SETSID`.
  private static let newSession: Int16 = 0x80
}
