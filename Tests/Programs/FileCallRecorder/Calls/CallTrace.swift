import CFileCalls
import Foundation
import Glibc

/// Where this process records its calls: a file to which each is appended when it has been made, in the order in which they are made.
enum CallTrace {
  // `mutex` protects the trace. The others are set before there are other threads.
  nonisolated(unsafe) private static var descriptor: Int32 = -1
  nonisolated(unsafe) private static let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    return mutex
  }()
  /// Read in the place of `/proc/sys/kernel/random/boot_id`.
  nonisolated(unsafe) static var bootFile: UnsafeMutablePointer<CChar>?

  static func takeBoot(_ path: String) { bootFile = strdup(path) }

  /// Begins to record, after what is in the trace already. What is in the folder when a trace is new counts as synchronized.
  static func begin(_ path: String, root: String) {
    let file = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    precondition(file >= 0, "cannot make \(path)")
    _ = mutex
    var status = stat()
    fstat(file, &status)
    descriptor = file
    guard status.st_size == 0 else { return }
    append(FileCall(kind: .root, node: inode(AT_FDCWD, root) ?? 0))
    recordContents(of: root)
    append(FileCall(kind: .synchronizeAll))
  }

  private static func recordContents(of path: String) {
    let folder = inode(AT_FDCWD, path) ?? 0
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      let path = "\(path)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      let node = UInt64(status.st_ino)
      if status.st_mode & S_IFMT == S_IFDIR {
        append(FileCall(kind: .makeFolder, node: node, folder: folder, name: name))
        recordContents(of: path)
      } else {
        append(FileCall(kind: .makeFile, node: node, folder: folder, name: name))
        append(
          FileCall(kind: .write, node: node, bytes: FileManager.default.contents(atPath: path).map(Array.init) ?? []))
      }
    }
  }

  /// Makes a call and records it, with nobody else's between.
  ///
  /// - Parameter record: What to record of a call with that result; `nil` for nothing.
  static func recording(_ call: () -> Int, _ record: (Int) -> FileCall?) -> Int {
    guard descriptor >= 0 else { return call() }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let result = call()
    let number = errno
    if result >= 0, let made = record(result) { append(made) }
    errno = number
    return result
  }

  /// Ends the process. No other thread is between a call and its record then.
  static func end() -> Never {
    pthread_mutex_lock(mutex)
    _exit(0)
  }

  /// Records what is true of the program from now on.
  static func note(_ promise: [UInt8]) {
    _ = recording({ 0 }, { _ in FileCall(kind: .promise, bytes: promise) })
  }

  private static func append(_ call: FileCall) {
    var bytes: [UInt8] = []
    call.appendEncoded(to: &bytes)
    let count = bytes.withUnsafeBytes {
      system_call(call_write, Int(descriptor), Int(bitPattern: $0.baseAddress), $0.count, 0, 0)
    }
    precondition(count == bytes.count, "cannot write the trace")
  }

  // MARK: What calls are about

  static func inode(_ descriptor: Int32) -> UInt64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : 0
  }

  static func inode(_ folder: Int32, _ path: String) -> UInt64? {
    var status = stat()
    return fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0 ? UInt64(status.st_ino) : nil
  }

  /// The folder and the name that a path leads to.
  static func place(_ folder: Int32, _ path: UnsafePointer<CChar>) -> (folder: UInt64, name: String) {
    let path = String(cString: path)
    guard let slash = path.lastIndex(of: "/") else { return (inode(folder, ".") ?? 0, path) }
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    return (inode(folder, parent) ?? 0, String(path[path.index(after: slash)...]))
  }
}
