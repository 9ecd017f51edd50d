import FileProviderStore
import Glibc

/// The rules of POSIX and Linux for derived permission bits.
enum ModeRules {
  /// The mode after a program without privileges changed the contents, or after the owner changed: without set-user-ID,
  /// and without set-group-ID where the group may execute or the caller is not in the group.
  static func withoutPrivileges(_ mode: UInt16, group: UInt32, by caller: Caller) -> UInt16 {
    var kept = mode & ~0o4000
    guard mode & 0o2000 != 0 else { return kept }
    if mode & 0o010 != 0 || !caller.isIn(group) { kept &= ~0o2000 }
    return kept
  }

  /// Owner, group and permission bits of something new in a folder.
  ///
  /// In a folder with set-group-ID the new item gets the folder's group, and a new folder the bit as well.
  static func forNew(
    _ kind: ItemKind, mode: UInt32, in folder: ItemAttributes, by caller: Caller
  ) -> (mode: UInt16, owner: UInt32, group: UInt32) {
    let mode = UInt16(truncatingIfNeeded: mode & 0o7777)
    guard folder.mode & 0o2000 != 0 else { return (mode, caller.user, caller.group) }
    return (kind == .folder ? mode | 0o2000 : mode, caller.user, folder.group)
  }
}
