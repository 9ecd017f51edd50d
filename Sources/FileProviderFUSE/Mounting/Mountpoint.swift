import CFuse3
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// The directory of a mount: checked before mounting, and cleared of what a dead mount left there.
struct Mountpoint {
  /// Absolute, without links.
  let path: String

  /// Checks that a mount can be made here.
  ///
  /// - Throws: `MountError`, with one sentence for each thing that may be wrong.
  init(_ path: String, options: MountOptions) throws(MountError) {
    try Self.checkSystem()
    self.path = try Self.absolute(path)
    try clearStaleMount(given: path)
    try checkDirectory(given: path, options)
  }

  /// Whether the system can mount at all.
  private static func checkSystem() throws(MountError) {
    var status = stat()
    guard stat("/dev/fuse", &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
      throw MountError(
        .unavailable,
        "/dev/fuse does not exist; load the kernel module with “modprobe fuse”, or pass the device to the container")
    }
    guard access("/dev/fuse", R_OK | W_OK) == 0 else {
      throw MountError(.unavailable, "no permission to open /dev/fuse; it should have mode 0666")
    }
    guard getuid() != 0, !hasFusermount else { return }
    throw MountError(
      .unavailable, "fusermount3 is missing, which mounting without root requires; install the package fuse3")
  }

  static var hasFusermount: Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (path.split(separator: ":").map(String.init) + ["/usr/bin", "/bin", "/usr/local/bin"])
      .contains { access($0 + "/fusermount3", X_OK) == 0 }
  }

  /// The path without links and `..`, found without a call on what is mounted there, which may hang.
  private static func absolute(_ path: String) throws(MountError) -> String {
    guard !path.isEmpty else { throw MountError(.badMountpoint, "the path of the mount point is empty") }
    let url = URL(fileURLWithPath: path).standardizedFileURL
    guard url.path != "/" else { throw MountError(.badMountpoint, "the root directory cannot be a mount point") }
    let parent = url.deletingLastPathComponent()
    guard let real = realpath(parent.path, nil) else {
      throw MountError(.badMountpoint, "no such directory: \(parent.path); create it first")
    }
    defer { free(real) }
    let directory = String(cString: real)
    return (directory == "/" ? "" : directory) + "/" + url.lastPathComponent
  }

  private func checkDirectory(given: String, _ options: MountOptions) throws(MountError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT {
        throw MountError(.badMountpoint, "no such directory: \(given); create it with “mkdir \(given)”")
      }
      throw MountError(.badMountpoint, "cannot use \(given): \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw MountError(.badMountpoint, "\(given) is not a directory; a mount point must be a directory")
    }
    if options.allowsNonEmpty { return }
    guard let directory = opendir(path) else {
      throw MountError(.badMountpoint, "cannot read \(given): \(String(cString: strerror(errno)))")
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." {
        throw MountError(
          .badMountpoint, "\(given) is not empty; choose another directory, or hide its contents with “-o nonempty”")
      }
    }
  }

  // MARK: What a dead mount left

  private func clearStaleMount(given: String) throws(MountError) {
    var rounds = 0
    while let entry = KernelMount.mount(at: path), entry.isFUSE, rounds < 8 {
      rounds += 1
      switch Self.probe(path) {
      case .answers:
        throw MountError(
          .alreadyMounted, "\(given) is already a mount point; unmount it with “fileprovider unmount \(given)”")
      case .isDead: break
      // A request that hangs cannot even be killed; ending the connection lets it fail.
      case .hangs: DeadMount.endConnection(entry.minor, of: path)
      }
      Self.detach(path)
    }
  }

  private enum Answer {
    case answers, isDead, hangs
  }

  /// Finds out whether a process serves a mount, without hanging with it.
  private static func probe(_ path: String) -> Answer {
    let outcome = Monitor<Answer?>(nil)
    _ = NativeThread.start(name: "probe") {
      var status = statfs()
      let answer: Answer = statfs(path, &status) == 0 || errno == EACCES ? .answers : .isDead
      outcome.withLock { $0 = answer }
    }
    return outcome.wait(until: .after(.seconds(3))) { $0 } ?? .hangs
  }

  /// Unmounts at once, even while programs use the mount.
  @discardableResult
  static func detach(_ path: String) -> Bool {
    if geteuid() == 0 {
      return FileIdentity.asProcess {
        guard let place = PlainPath(path) else { return false }
        return umount2(place.path, Int32(MNT_DETACH)) == 0
      }
    }
    let words = ["fusermount3", "-u", "-q", "-z", "--", path]
    return (try? ProcessLaunch("fusermount3", words: words).start().wait().isSuccess) ?? false
  }
}
