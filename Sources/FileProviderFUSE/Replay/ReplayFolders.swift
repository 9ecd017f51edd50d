import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc

/// Descriptors of folders of the mount, in the helper process.
///
/// They keep the mount from being unmounted, so they are closed as soon as there is nothing to do.
struct ReplayFolders {
  private struct Folder {
    var descriptor: Int32
    var used: UInt64
  }

  private let mountpoint: String
  private var open: [InodeNumber: Folder] = [:]
  private var clock: UInt64 = 0
  /// The name in the root that only our mount has.
  private var secret: String?
  /// The device number of the mount.
  private var device: (UInt32, UInt32) = (0, 0)

  private static let limit = 64
  /// `O_PATH`: only a place in the tree. Opening one raises no event.
  private static let flags: Int32 = 0o10000000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
  /// `AT_STATX_DONT_SYNC`: what the kernel has cached is enough.
  static let unsynchronized: Int32 = 0x4000

  /// `AT_EMPTY_PATH`
  private static let thisOne: Int32 = 0x1000

  init(mountpoint: String) { self.mountpoint = mountpoint }

  var isEmpty: Bool { open.isEmpty }

  /// Makes this process known to the mount.
  ///
  /// - Parameter name: A name in the root that only our mount has, and only for this process.
  mutating func greet(_ name: String) -> Int32 {
    secret = name
    let root = openRoot()
    guard root >= 0 else { return errno }
    close(root)
    return 0
  }

  /// Opens the root and checks that it is our mount's. Another file system may have taken its place since the last
  /// time, on which every call would make a real change. Once open, the root stays the same.
  private mutating func openRoot() -> Int32 {
    let root = Glibc.open(mountpoint, Self.flags)
    guard root >= 0 else { return -1 }
    guard let secret, faccessat(root, secret, F_OK, 0) == 0, let status = Self.status(root) else {
      close(root)
      errno = ESTALE
      return -1
    }
    device = (status.stx_dev_major, status.stx_dev_minor)
    return root
  }

  /// A descriptor of a place's folder.
  ///
  /// - Returns: -1 with `errno` set; `ESTALE` when something else is at its path.
  mutating func open(_ place: Replay.Place) -> Int32 {
    clock += 1
    if let known = open[place.folder] {
      open[place.folder]?.used = clock
      return known.descriptor
    }
    let descriptor: Int32
    if place.folder == .root {
      descriptor = openRoot()
    } else {
      let root = self.open(Replay.Place(folder: .root, path: "", name: FileName(unchecked: "")))
      guard root >= 0 else { return -1 }
      descriptor = openat(
        root, place.folder == .outside ? (secret ?? "").spelledCString : place.path.spelledCString, Self.flags)
    }
    guard descriptor >= 0 else { return -1 }
    guard isRight(descriptor, place.folder) else {
      close(descriptor)
      errno = ESTALE
      return -1
    }
    makeRoom()
    open[place.folder] = Folder(descriptor: descriptor, used: clock)
    return descriptor
  }

  mutating func closeAll() {
    for folder in open.values { close(folder.descriptor) }
    open.removeAll()
  }

  /// Whether a descriptor is of a given folder of our mount.
  private func isRight(_ descriptor: Int32, _ folder: InodeNumber) -> Bool {
    guard let status = Self.status(descriptor) else { return false }
    return status.stx_ino == folder.rawValue && (status.stx_dev_major, status.stx_dev_minor) == device
  }

  private static func status(_ descriptor: Int32) -> statx? {
    var status = statx()
    let flags = Self.thisOne | unsynchronized
    return statx(descriptor, "", flags, UInt32(STATX_INO), &status) == 0 ? status : nil
  }

  private mutating func makeRoom() {
    guard open.count >= Self.limit, let oldest = open.min(by: { $0.value.used < $1.value.used }) else { return }
    close(oldest.value.descriptor)
    open[oldest.key] = nil
  }
}
