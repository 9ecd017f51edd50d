import Glibc

/// Reads and writes all bytes of an open file, in as many calls as that takes (read(2), write(2)).
package enum WholeFile {
  /// Reads from where the file is to its end.
  ///
  /// - Parameters:
  ///   - size: How many bytes there probably are. Others may write more.
  ///   - limit: The most bytes that are read.
  package static func read(_ file: Int32, about size: Int, atMost limit: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(size + 1, limit))
    var count = 0
    while count < limit {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: min(count, limit - count)) }
      let read = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress.map { $0 + count }, $0.count - count) }
      if read == 0 { break }
      if read < 0, errno != EINTR { throw .last }
      count += max(0, read)
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Writes bytes to where the file is.
  package static func write(_ bytes: [UInt8], to file: Int32) throws(Errno) {
    var count = 0
    while count < bytes.count {
      let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress.map { $0 + count }, $0.count - count) }
      if written < 0, errno != EINTR { throw .last }
      count += max(0, written)
    }
  }
}
