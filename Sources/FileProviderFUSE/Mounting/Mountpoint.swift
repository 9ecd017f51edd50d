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
        "there is no /dev/fuse; load the kernel's module with “modprobe fuse”, or give the container the device")
    }
    guard access("/dev/fuse", R_OK | W_OK) == 0 else {
      throw MountError(.unavailable, "/dev/fuse may not be opened; it should have mode 0666")
    }
    guard getuid() != 0, !hasFusermount else { return }
    throw MountError(
      .unavailable, "there is no fusermount3, which an ordinary user needs to mount; install the package fuse3")
  }

  static var hasFusermount: Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (path.split(separator: ":").map(String.init) + ["/usr/bin", "/bin", "/usr/local/bin"])
      .contains { access($0 + "/fusermount3", X_OK) == 0 }
  }

  /// The path without links and `..`, found without a call on what is mounted there, which may hang.
  private static func absolute(_ path: String) throws(MountError) -> String {
    guard !path.isEmpty else { throw MountError(.badMountpoint, "the mount point has no name") }
    let url = URL(fileURLWithPath: path).standardizedFileURL
    guard url.path != "/" else { throw MountError(.badMountpoint, "the root directory cannot be a mount point") }
    let parent = url.deletingLastPathComponent()
    guard let real = realpath(parent.path, nil) else {
      throw MountError(.badMountpoint, "there is no directory \(parent.path); make it first")
    }
    defer { free(real) }
    let directory = String(cString: real)
    return (directory == "/" ? "" : directory) + "/" + url.lastPathComponent
  }

  private func checkDirectory(given: String, _ options: MountOptions) throws(MountError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT {
        throw MountError(.badMountpoint, "there is no directory \(given); make it with “mkdir \(given)”")
      }
      throw MountError(.badMountpoint, "\(given) cannot be used: \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw MountError(.badMountpoint, "\(given) is not a directory; a mount point must be one")
    }
    if options.allowsNonEmpty { return }
    guard let directory = opendir(path) else {
      throw MountError(.badMountpoint, "\(given) may not be read: \(String(cString: strerror(errno)))")
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." {
        throw MountError(
          .badMountpoint, "\(given) is not empty; choose another directory, or hide what is in it with “-o nonempty”")
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
          .alreadyMounted, "something is mounted on \(given) already; “fileprovider unmount \(given)” takes it off")
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
