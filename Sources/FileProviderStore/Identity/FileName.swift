/// A name an item may have: 1–255 bytes of valid UTF-8 without `/` and NUL, and neither `.` nor `..`.
///
/// Everything that writes a name into a store goes through this type, so a name is checked once and nowhere else.
package struct FileName: Hashable, Sendable, CustomStringConvertible {
  package let string: String

  /// The longest name, in bytes (`NAME_MAX`).
  package static let maximumLength = 255

  /// - Throws: `StoreError` with the code `invalidName`, `nameTooLong` or `nameNotUTF8`.
  package init(_ string: String) throws(StoreError) {
    try FileName.check(count: string.utf8.count, bytes: string.utf8)
    self.string = string
  }

  /// A name as the kernel or a disk delivers it.
  package init(bytes: UnsafeRawBufferPointer) throws(StoreError) {
    try FileName.check(count: bytes.count, bytes: bytes)
    guard let string = String(validating: bytes, as: UTF8.self) else {
      throw StoreError(.nameNotUTF8, "the name \(String(decoding: bytes, as: UTF8.self)) is not valid UTF-8")
    }
    self.string = string
  }

  private static func check(count: Int, bytes: some Sequence<UInt8>) throws(StoreError) {
    guard count > 0 else { throw StoreError(.invalidName, "a name must not be empty") }
    guard count <= maximumLength else { throw StoreError(.nameTooLong, "a name has at most 255 bytes, not \(count)") }
    var dots = 0
    for byte in bytes {
      if byte == UInt8(ascii: "/") || byte == 0 {
        throw StoreError(.invalidName, "a name must contain neither a slash nor a zero byte")
      }
      if byte == UInt8(ascii: ".") { dots += 1 }
    }
    if dots == count && count <= 2 { throw StoreError(.invalidName, "“.” and “..” are no names for an item") }
  }

  package var description: String { string }
}
