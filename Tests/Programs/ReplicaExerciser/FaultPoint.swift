import CFileCalls
import Glibc
import Synchronization

/// Where this process ends: at a step that is drawn before, just before or after a call of the provider or a call that changes a file.
enum FaultPoint {
  /// What happens there.
  enum Kind: String {
    /// The process is killed; what it has written goes to the disk by and by.
    case kill
    /// The power goes: what was not synchronized is lost.
    case cut
  }

  private static let steps = Atomic<Int>(0)
  // Set before there are other threads.
  nonisolated(unsafe) private static var last = Int.max
  nonisolated(unsafe) private static var kind = Kind.kill
  nonisolated(unsafe) private static var disk: Int32 = -1
  nonisolated(unsafe) private static var device: dev_t = 0
  nonisolated(unsafe) private static var sign: UnsafeMutablePointer<CChar>?
  nonisolated(unsafe) private static var root: UnsafeMutablePointer<CChar>?

  /// - Parameters:
  ///   - step: The number of the step at which the process ends.
  ///   - folder: The root of the disk.
  ///   - memory: A folder elsewhere.
  static func set(_ kind: Kind, at step: Int, disk folder: String, memory: String) {
    sign = strdup(Self.sign(in: memory))
    (self.kind, last) = (kind, step)
    root = strdup(folder)
    disk = open(folder, O_RDONLY | O_CLOEXEC)
    var status = stat()
    precondition(fstat(disk, &status) == 0, "there is no disk at \(folder)")
    device = status.st_dev
  }

  /// The file that says that the power is about to be cut.
  static func sign(in memory: String) -> String { memory + "/cut" }

  /// How many steps were made.
  static var count: Int { steps.load(ordering: .relaxed) }

  static func pass() {
    guard steps.add(1, ordering: .relaxed).newValue == last else { return }
    if kind == .cut {
      if let sign { close(open(sign, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)) }
      var flags: UInt32 = 2
      _ = ioctl(disk, 0x8004_587D, &flags)
    }
    kill(getpid(), SIGKILL)
  }

  /// Makes a call on a file, with a step before and after it.
  ///
  /// - Parameters:
  ///   - file: A file or folder of the disk; what is elsewhere is no step.
  ///   - path: Where it is not relative to a folder.
  static func around(_ file: Int32, _ path: UnsafePointer<CChar>? = nil, _ call: () -> Int) -> Int {
    guard isOnDisk(file, path) else { return call() }
    pass()
    let result = call()
    let number = errno
    pass()
    errno = number
    return result
  }

  private static func isOnDisk(_ file: Int32, _ path: UnsafePointer<CChar>?) -> Bool {
    guard disk >= 0 else { return false }
    if file == AT_FDCWD, let path, let root { return strncmp(path, root, strlen(root)) == 0 }
    var status = stat()
    let number = errno
    defer { errno = number }
    return fstat(file, &status) == 0 && status.st_dev == device
  }
}
