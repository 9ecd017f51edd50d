import CProbes
import Glibc

/// An open file, closed with the last reference or before.
final class Descriptor {
  private(set) var number: Int32

  init(owning number: Int32) { self.number = number }

  convenience init(opening path: String, _ flags: Int32, mode: mode_t = 0o644) throws(Failure) {
    self.init(owning: try Failure.check(open(path, flags | O_CLOEXEC, mode), path))
  }

  /// A path relative to an open folder.
  convenience init(opening path: String, in folder: Descriptor, _ flags: Int32, mode: mode_t = 0o644) throws(Failure) {
    self.init(owning: try Failure.check(openat(folder.number, path, flags | O_CLOEXEC, mode), path))
  }

  deinit { close() }

  func close() {
    if number >= 0 { _ = Glibc.close(number) }
    number = -1
  }

  /// Leaves closing it to the caller.
  func release() -> Int32 {
    defer { number = -1 }
    return number
  }

  static func pipe() throws(Failure) -> (reading: Descriptor, writing: Descriptor) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      Glibc.pipe($0.bindMemory(to: Int32.self).baseAddress!)
    }
    try Failure.check(result, "pipe")
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(owning: ends.0), Descriptor(owning: ends.1))
  }

  /// What has arrived, or nil at the end.
  func read() throws(Failure) -> [UInt8]? {
    var length = 0
    let number = number
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      length = Glibc.read(number, buffer.baseAddress, buffer.count)
      count = max(length, 0)
    }
    if length < 0 { throw Failure("read: \(Failure.text(of: errno))", code: errno) }
    return length == 0 ? nil : bytes
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let length = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if length < 0 { throw Failure("write: \(Failure.text(of: errno))", code: errno) }
      bytes = bytes.dropFirst(length)
    }
  }
}

enum File {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func makeDirectory(_ path: String) throws(Failure) {
    try Failure.check(mkdir(path, 0o700), path)
  }

  static func text(_ path: String) -> String? {
    guard let file = try? Descriptor(opening: path, O_RDONLY) else { return nil }
    var bytes: [UInt8] = []
    while let chunk = try? file.read() { bytes += chunk }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func write(_ text: String, to path: String) throws(Failure) {
    try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC).write(Array(text.utf8))
  }

  /// Everything beneath, but for what is mounted there.
  static func remove(_ path: String) { _ = probe_remove(path) }

  /// The target of a symbolic link.
  static func link(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = buffer.withUnsafeMutableBytes { readlink(path, $0.baseAddress!, $0.count) }
    return length > 0 ? String(decoding: buffer[..<length], as: UTF8.self) : nil
  }

  static func device(_ path: String) -> dev_t? {
    var attributes = stat()
    return lstat(path, &attributes) == 0 ? attributes.st_dev : nil
  }
}
