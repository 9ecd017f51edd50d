import Glibc
import LinuxSystem

/// Small files, whole.
package enum File {
  /// The contents of a file; `nil` when it cannot be read.
  static func bytes(_ path: String) -> [UInt8]? {
    guard let file = Descriptor(opening: path, O_RDONLY) else { return nil }
    return bytes(of: file, atMost: .max)
  }

  /// The contents of a regular file that is no link, from somebody who may not mean well; `nil` for any other, and for one with more bytes than that.
  package static func regularBytes(_ path: String, atMost most: Int) -> [UInt8]? {
    guard let file = Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { return nil }
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return bytes(of: file, atMost: most)
  }

  private static func bytes(of file: borrowing Descriptor, atMost most: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(file.number, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0, bytes.count <= most - count else { return nil }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  package static func contents(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

  /// Replaces a file by a new one: another name first, synchronized, then renamed. Readers see the old one or the new one.
  package static func replace(_ path: String, with text: String) throws {
    let temporary = "\(path).\(getpid()).tmp"
    guard let file = Descriptor(opening: temporary, O_WRONLY | O_CREAT | O_TRUNC) else {
      throw CommandFailure(path, "cannot be written: \(System.reason())")
    }
    let written = text.utf8.withContiguousStorageIfAvailable { write(file.number, $0.baseAddress, $0.count) } ?? -1
    let isSynchronized = written == text.utf8.count && fdatasync(file.number) == 0
    let error = errno
    _ = file.close()
    guard isSynchronized, rename(temporary, path) == 0 else {
      let reason = System.reason(isSynchronized ? errno : error)
      unlink(temporary)
      throw CommandFailure(path, "cannot be written: \(reason)")
    }
  }
}

/// The system's texts for errors.
package enum System {
  /// The words for an error number.
  package static func reason(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
}
