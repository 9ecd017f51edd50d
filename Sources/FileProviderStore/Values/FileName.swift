import LinuxSystem

/// A name an item may have: 1–255 bytes without `/` and NUL, and neither `.` nor `..`.
///
/// Everything that writes a name into a store goes through this type, so a name is checked once and nowhere else. Names
/// are bytes; this type keeps the spelling (see `ByteSpelling`), which is the name itself for nearly every name and
/// then needs no further memory.
package struct FileName: Hashable, Sendable, CustomStringConvertible {
  /// The name as text.
  package let spelling: String

  /// The longest name, in bytes (`NAME_MAX`).
  package static let maximumLength = 255

  /// A name from text.
  ///
  /// - Throws: `StoreError` with the code `invalidName` or `nameTooLong`.
  package init(_ spelling: String) throws(StoreError) {
    guard spelling.isSpelling else {
      throw StoreError(.invalidName, "“\(spelling)” must be written “\(String(spelling: spelling.spelledBytes))”")
    }
    if let failure = spelling.withSpelledBytes({ Self.failure($0) }) { throw failure }
    self.spelling = spelling
  }

  /// A name from the kernel or a disk.
  ///
  /// - Throws: `StoreError` with the code `invalidName` or `nameTooLong`.
  package init(bytes: UnsafeRawBufferPointer) throws(StoreError) {
    if let failure = Self.failure(bytes) { throw failure }
    self.init(stored: bytes)
  }

  /// A name from a store, which was checked when it was written.
  @inline(__always)
  package init(stored bytes: UnsafeRawBufferPointer) { spelling = String(spelling: bytes) }

  /// A name that is known to be valid, or a placeholder that no item has.
  package init(unchecked spelling: String) { self.spelling = spelling }

  /// Calls with the bytes of the name.
  @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    spelling.withSpelledBytes(body)
  }

  package var bytes: [UInt8] { withBytes { Array($0) } }

  private static func failure(_ bytes: UnsafeRawBufferPointer) -> StoreError? {
    let count = bytes.count
    guard count > 0 else { return StoreError(.invalidName, "a name must not be empty") }
    guard count <= maximumLength else { return StoreError(.nameTooLong, "a name has at most 255 bytes, not \(count)") }
    var dots = 0
    for byte in bytes {
      if byte == UInt8(ascii: "/") || byte == 0 {
        return StoreError(.invalidName, "a name must not contain a slash or a NUL byte")
      }
      if byte == UInt8(ascii: ".") { dots += 1 }
    }
    return dots == count && count <= 2 ? StoreError(.invalidName, "“.” and “..” are not valid names") : nil
  }

  package var description: String { spelling }

  /// Names are equal when their bytes are: to Swift, two spellings of one accented letter are equal.
  package static func == (first: FileName, second: FileName) -> Bool {
    first.spelling.isIdentical(to: second.spelling)
  }

  package func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }
}
