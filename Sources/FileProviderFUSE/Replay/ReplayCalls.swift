import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc
import LinuxSystem

/// Makes changes again with system calls, in the helper process and on the mount.
///
/// Each call returns 0 or the number of the error. It first looks at what has the name, so that it changes nothing
/// else; if that is not what the change was about, it returns `ESTALE`.
struct ReplayCalls {
  private var folders: ReplayFolders

  init(mountpoint: String) { folders = ReplayFolders(mountpoint: mountpoint) }

  mutating func greet(_ name: String) -> Int32 { folders.greet(name) }

  /// Closes all descriptors of the mount.
  mutating func letGo() { folders.closeAll() }

  var holdsSomething: Bool { folders.holdsSomething }

  mutating func make(_ replay: Replay) -> Int32 {
    let folder = folders.open(replay.place)
    guard folder >= 0 else { return errno }
    let name = replay.place.name.cString
    switch replay.action {
    case .create: return Self.create(replay.kind, name, in: folder)
    case .createWithContents:
      let failure = Self.create(replay.kind, name, in: folder)
      return failure == 0 ? Self.write(name, in: folder) : failure
    case .delete:
      guard Self.number(of: name, in: folder) == replay.item else { return ESTALE }
      return Self.result(unlinkat(folder, name, replay.kind == .folder ? Int32(AT_REMOVEDIR) : 0))
    case .move: return move(replay, to: folder)
    case .contents:
      guard Self.number(of: name, in: folder) == replay.item else { return ESTALE }
      return Self.write(name, in: folder)
    case .attributes:
      guard Self.number(of: name, in: folder) == replay.item else { return ESTALE }
      return Self.touch(name, in: folder)
    }
  }

  private mutating func move(_ replay: Replay, to folder: Int32) -> Int32 {
    guard let source = replay.source else { return EINVAL }
    let sourceFolder = folders.open(source)
    guard sourceFolder >= 0 else { return errno }
    guard Self.number(of: source.name.cString, in: sourceFolder) == replay.item else { return ESTALE }
    guard renameat(sourceFolder, source.name.cString, folder, replay.place.name.cString) == 0 else { return errno }
    return 0
  }

  // MARK: Calls

  private static func create(_ kind: ItemKind, _ name: [CChar], in folder: Int32) -> Int32 {
    switch kind {
    case .folder: result(mkdirat(folder, name, 0o700))
    case .symlink: result(symlinkat(".", folder, name))
    case .file: result(mknodat(folder, name, S_IFREG | 0o600, 0))
    case .fifo: result(mknodat(folder, name, S_IFIFO | 0o600, 0))
    case .socket: result(mknodat(folder, name, S_IFSOCK | 0o600, 0))
    case .blockDevice: result(mknodat(folder, name, S_IFBLK | 0o600, 0))
    case .characterDevice: result(mknodat(folder, name, S_IFCHR | 0o600, 0))
    }
  }

  /// Does what raises the events of writing: opens, changes, closes. Where the document may not be opened for writing,
  /// it only changes.
  ///
  /// Setting the modification time without the access time is a change of contents to watchers.
  private static func write(_ name: [CChar], in folder: Int32) -> Int32 {
    let omit = timespec(tv_sec: 0, tv_nsec: 0x3fff_fffe)
    let now = timespec(tv_sec: 0, tv_nsec: 0x3fff_ffff)
    guard let file = Descriptor(opening: name, O_WRONLY | O_NONBLOCK | O_NOFOLLOW, in: folder) else {
      return result(utimensat(folder, name, [omit, now], Int32(AT_SYMLINK_NOFOLLOW)))
    }
    return result(futimens(file.number, [omit, now]))
  }

  /// Setting both times at once is a change of attributes.
  private static func touch(_ name: [CChar], in folder: Int32) -> Int32 {
    result(utimensat(folder, name, nil, Int32(AT_SYMLINK_NOFOLLOW)))
  }

  /// The inode number of what has a name, from the kernel's caches where possible.
  private static func number(of name: [CChar], in folder: Int32) -> InodeNumber? {
    var status = statx()
    let flags = Int32(AT_SYMLINK_NOFOLLOW) | ReplayFolders.unsynchronized
    guard statx(folder, name, flags, UInt32(STATX_INO), &status) == 0 else { return nil }
    return InodeNumber(rawValue: status.stx_ino)
  }

  private static func result(_ value: Int32) -> Int32 { value == 0 ? 0 : errno }
}
