/// The `file:` URI of a path, with the same characters encoded as GLib encodes (`g_filename_to_uri`): the cache of thumbnails names its files by it.
package enum FileURI {
  /// - Parameter path: An absolute path, as bytes.
  package static func text(of path: some Sequence<UInt8>) -> String {
    "file://" + Self.path(path)
  }

  /// A path as it is in a URI.
  package static func path(_ path: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in path {
      let scalar = Unicode.Scalar(byte)
      if isPlain(byte) {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  private static let others = Set("-._~!$&'()*+,=:@/".utf8)

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: others.contains(byte)
    }
  }
}
