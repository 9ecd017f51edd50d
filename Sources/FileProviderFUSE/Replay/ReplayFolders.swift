import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc
import LinuxSystem

/// Descriptors of folders of the mount, in the helper process.
///
/// They keep the mount from being unmounted, so they are closed as soon as there is nothing to do.
struct ReplayFolders {
  private final class Folder {
    let descriptor: Descriptor
    var used: UInt64 = 0

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  private let mountpoint: String
  private var open: [InodeNumber: Folder] = [:]
  private var clock: UInt64 = 0
  /// The name in the root that only our mount has.
  private var secret: String?
  /// The device number of the mount.
  private var device: (UInt32, UInt32) = (0, 0)

  private static let limit = 64
  /// `O_PATH`: no more than a place in the tree. Opening one is no event.
  private static let flags: Int32 = 0o10000000 | O_DIRECTORY | O_NOFOLLOW
  /// `AT_STATX_DONT_SYNC`: what the kernel has is good enough.
  static let unsynchronized: Int32 = 0x4000

  /// `AT_EMPTY_PATH`
  private static let thisOne: Int32 = 0x1000

  init(mountpoint: String) { self.mountpoint = mountpoint }

  var holdsSomething: Bool { !open.isEmpty }

  /// Makes this process known to the mount.
  ///
  /// - Parameter name: A name in the root that only our mount has, and only for this process.
  mutating func greet(_ name: String) -> Int32 {
    secret = name
    return openRoot() == nil ? errno : 0
  }

  /// Opens the root and makes sure that it is our mount's: another may have taken its place since the last time, on
  /// which everything would be done in earnest. Once open, it keeps its place.
  private mutating func openRoot() -> Descriptor? {
    guard let root = Descriptor(opening: mountpoint, Self.flags) else { return nil }
    guard let secret, faccessat(root.number, secret, F_OK, 0) == 0, let status = Self.status(root.number) else {
      errno = ESTALE
      return nil
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
      known.used = clock
      return known.descriptor.number
    }
    guard let descriptor = find(place) else { return -1 }
    guard isRight(descriptor.number, place.folder) else {
      errno = ESTALE
      return -1
    }
    makeRoom()
    let folder = Folder(descriptor)
    folder.used = clock
    open[place.folder] = folder
    return folder.descriptor.number
  }

  private mutating func find(_ place: Replay.Place) -> Descriptor? {
    if place.folder == .root { return openRoot() }
    let root = self.open(Replay.Place(folder: .root, path: "", name: FileName(unchecked: "")))
    guard root >= 0 else { return nil }
    let path = place.folder == .outside ? (secret ?? "") : place.path
    return Descriptor(opening: path.spelledCString, Self.flags, in: root)
  }

  mutating func closeAll() { open.removeAll() }

  /// Whether a descriptor is of a folder of our mount, and of which.
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
    open[oldest.key] = nil
  }
}
