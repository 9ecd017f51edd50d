import Digests
import Foundation
import Glibc

/// The checksum of contents from ownCloud and Nextcloud (`OC-Checksum`). Only SHA-1 is supported; it detects damage, not forgery.
enum Checksum {
  /// Whether a file has the reported checksum; true also without a supported checksum, or without SHA-1.
  static func fits(_ header: String?, _ file: Int32, _ cancellation: Cancellation?) throws -> Bool {
    let words = header?.split(whereSeparator: { " ,".contains($0) }) ?? []
    guard let reported = words.first(where: { $0.uppercased().hasPrefix("SHA1:") })?.dropFirst("SHA1:".count) else {
      return true
    }
    guard let own = try hexadecimal(file, cancellation) else { return true }
    return own == reported.lowercased()
  }

  /// What is sent with a document, for the server to compare and to keep; nil if SHA-1 is not available.
  static func header(of file: Int32, _ cancellation: Cancellation?) throws -> String? {
    try hexadecimal(file, cancellation).map { "SHA1:" + $0 }
  }

  private static func hexadecimal(_ file: Int32, _ cancellation: Cancellation?) throws -> String? {
    try sha1(file, cancellation)?.map { String(format: "%02x", $0) }.joined()
  }

  private static func sha1(_ file: Int32, _ cancellation: Cancellation?) throws -> [UInt8]? {
    var sum = Digest(.sha1)
    guard sum.isBegun else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: off_t = 0
    while true {
      try cancellation?.check()
      let count = pread(file, &buffer, buffer.count, offset)
      guard count >= 0 else { throw CocoaError(.fileReadUnknown) }
      if count == 0 { return sum.finish() }
      buffer.withUnsafeBytes { _ = sum.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      offset += off_t(count)
    }
  }
}
