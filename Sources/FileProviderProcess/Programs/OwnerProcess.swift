import CLinux
import Glibc
package import LinuxSystem

/// Becoming the user a store belongs to: what root starts for a provider runs as that user, with nothing of root's.
package enum OwnerProcess {
  /// Replaces this process's program by another that runs as a user.
  ///
  /// - Parameter words: The first is what the program calls itself.
  /// - Throws: Why it failed; the process may already run as that user, and must exit. It does not return otherwise.
  package static func replace(by program: String, words: [String], as user: UInt32) throws(Errno) -> Never {
    let environment = try become(user)
    let lines = environment.map { "\($0.name)=\($0.value)" }
    let (words, list) = (words.map { strdup($0) } + [nil], lines.map { strdup($0) } + [nil])
    try leaveBehind()
    execve(program, words, list)
    throw .last
  }

  /// `SIGRTMAX`, a macro with a call in it.
  private static let lastSignal: Int32 = 64

  /// What a program keeps through execve(2), and is root's here.
  private static func leaveBehind() throws(Errno) {
    // Who has root's keyring can use the keys in it. In a container nobody may be able to use any.
    guard leave_session_keyring() >= 0 || errno == ENOSYS || errno == EPERM else { throw .last }
    guard clear_ambient_capabilities() == 0 || errno == EINVAL else { throw .last }
    guard close_from_on_exec(UInt32(STDERR_FILENO + 1)) == 0 || errno == ENOSYS || errno == EINVAL else { throw .last }
    umask(0o022)
    for number in 1...Self.lastSignal { signal(number, SIG_DFL) }
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  /// - Returns: The user's environment.
  private static func become(_ user: UInt32) throws(Errno) -> [(name: String, value: String)] {
    errno = ENOENT
    guard let account = getpwuid(user)?.pointee else { throw .last }
    let (name, home, group) = (String(cString: account.pw_name), String(cString: account.pw_dir), account.pw_gid)
    guard initgroups(name, group) == 0, setgid(group) == 0, setuid(user) == 0 else { throw .last }
    // What cannot be undone is done.
    guard user == 0 || setuid(0) != 0, geteuid() == user, getegid() == group else { throw Errno(number: EPERM) }
    if chdir(home) != 0 { chdir("/") }
    return [
      ("HOME", home), ("USER", name), ("LOGNAME", name), ("PATH", "/usr/local/bin:/usr/bin:/bin"),
      ("LANG", getenv("LANG").map { String(cString: $0) } ?? "C.UTF-8"),
    ]
  }
}
