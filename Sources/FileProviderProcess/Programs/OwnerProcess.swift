package import Glibc
package import LinuxSystem

/// Becoming the user a store belongs to: what root starts for a provider runs as that user, with nothing of root's.
package enum OwnerProcess {
  /// Replaces this process's program by another that runs as a user.
  ///
  /// - Parameter words: The first is what the program calls itself.
  /// - Throws: Why that cannot be done; the process may be that user's by then, and has to end. It does not return otherwise.
  package static func replace(by program: String, words: [String], as user: uid_t) throws(Errno) -> Never {
    let environment = try become(user)
    let lines = environment.map { "\($0.name)=\($0.value)" }
    let (words, list) = (words.map { strdup($0) } + [nil], lines.map { strdup($0) } + [nil])
    execve(program, words, list)
    throw .last
  }

  /// - Returns: The user's environment.
  private static func become(_ user: uid_t) throws(Errno) -> [(name: String, value: String)] {
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
