import FileProviderStore
import Foundation

/// Writes anchors as text; remembers the last one, since a full listing has the same on every line.
struct AnchorText {
  private var last: ContinuationToken?
  private var text: [UInt8] = []

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The unpadded base64url form.
  mutating func bytes(_ token: ContinuationToken) -> [UInt8] {
    if token == last { return text }
    text.removeAll(keepingCapacity: true)
    token.data.withUnsafeBytes { encode($0) }
    last = token
    return text
  }

  private mutating func encode(_ data: UnsafeRawBufferPointer) {
    Self.alphabet.withUnsafeBufferPointer { alphabet in
      var index = 0
      while index + 2 < data.count {
        let group = UInt32(data[index]) << 16 | UInt32(data[index + 1]) << 8 | UInt32(data[index + 2])
        for shift in [18, 12, 6, 0] as [UInt32] { text.append(alphabet[Int(group >> shift & 63)]) }
        index += 3
      }
      let left = data.count - index
      guard left > 0 else { return }
      let group = UInt32(data[index]) << 16 | (left == 2 ? UInt32(data[index + 1]) << 8 : 0)
      text.append(alphabet[Int(group >> 18 & 63)])
      text.append(alphabet[Int(group >> 12 & 63)])
      if left == 2 { text.append(alphabet[Int(group >> 6 & 63)]) }
    }
  }
}
