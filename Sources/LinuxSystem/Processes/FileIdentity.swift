import CLinux
import Glibc

/// As whom a thread opens, makes and removes files (credentials(7), setfsuid(2)): as a rule, as whom its process runs.
///
/// In an ordinary user's folder anything may be, or become, a link to anything. So root works there with that
/// user's rights over files, which no link can extend. Root's other rights, to mount and to send signals, stay. The kernel keeps an identity for each thread,
/// and a thread has that of the one that started it.
package struct FileIdentity: Hashable, Sendable {
  package let user: UInt32
  package let group: UInt32
  /// The supplementary groups.
  package let groups: [UInt32]

  /// “nogroup”, of a user without an account: the kernel's own number for what it has no other for.
  private static let noGroup: gid_t = 65534
  /// `SECBIT_NO_SETUID_FIXUP`: with it root's rights over files would stay.
  private static let keepsRights = 1 << 2

  /// That of a user: with the groups of the account, or with none.
  package init(of user: UInt32) {
    self.user = user
    guard let account = getpwuid(user)?.pointee else {
      (group, groups) = (Self.noGroup, [])
      return
    }
    group = account.pw_gid
    var (count, list): (Int32, [gid_t]) = (64, [])
    repeat {
      list = [gid_t](repeating: Self.noGroup, count: Int(count))
    } while getgrouplist(account.pw_name, account.pw_gid, &list, &count) < 0 && count > list.count
    groups = Array(list.prefix(Int(max(count, 0))))
  }

  /// The user as whom the calling thread uses files.
  package static var currentUser: UInt32 { uid_t(bitPattern: setfsuid(.max)) }

  /// Gives the calling thread, and those it will start, this identity.
  ///
  /// - Throws: When it is not root's process, or the identity cannot be had: then the thread has no rights of root over files, or all as before.
  package func take() throws(Errno) {
    guard geteuid() == 0, secure_bits() & Self.keepsRights == 0 else { throw Errno(number: EPERM) }
    guard set_thread_groups(groups.count, groups) == 0 else { throw .last }
    guard Self.set(user, group) else { throw Errno(number: EPERM) }
  }

  /// Runs something with the process's own rights over files, which the thread had before it took another identity: for mount points, and for what lies
  /// in folders of root's alone.
  package static func asProcess<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (user, group) = (currentUser, gid_t(bitPattern: setfsgid(.max)))
    guard user != geteuid() else { return try body() }
    _ = set(geteuid(), getegid())
    defer {
      let reason = errno
      // The kernel refuses root no identity that the thread has had already.
      precondition(set(user, group), "a thread could not give up rights over files again")
      errno = reason
    }
    return try body()
  }

  private static func set(_ user: uid_t, _ group: gid_t) -> Bool {
    setfsgid(group)
    setfsuid(user)
    return currentUser == user && gid_t(bitPattern: setfsgid(.max)) == group
  }
}
