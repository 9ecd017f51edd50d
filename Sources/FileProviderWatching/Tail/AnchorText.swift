import FileProviderStore
import Foundation

/// Writes anchors as text; remembers the last one, since a full listing repeats it on every line.
final class AnchorText {
  private var last: ContinuationToken?
  private let text = UnsafeMutablePointer<UInt8>.allocate(capacity: longest)
  private var count = 0

  /// As the contract has it.
  private static let longest = 700
  nonisolated(unsafe) private static let alphabet: UnsafeMutablePointer<UInt8> = {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
    table.initialize(from: letters, count: 64)
    return table
  }()

  deinit { text.deallocate() }

  /// The unpadded base64url form, valid until the next call.
  func bytes(_ token: ContinuationToken) -> UnsafeRawBufferPointer {
    if token != last {
      token.withBytes { encode($0) }
      last = token
    }
    return UnsafeRawBufferPointer(start: text, count: count)
  }

  private func encode(_ data: UnsafeRawBufferPointer) {
    let alphabet = Self.alphabet
    var place = text
    var index = 0
    while index + 2 < data.count {
      let group = Int(data[index]) << 16 | Int(data[index + 1]) << 8 | Int(data[index + 2])
      place[0] = alphabet[group >> 18]
      place[1] = alphabet[group >> 12 & 63]
      place[2] = alphabet[group >> 6 & 63]
      place[3] = alphabet[group & 63]
      place += 4
      index += 3
    }
    let left = data.count - index
    if left > 0 {
      let group = Int(data[index]) << 16 | (left == 2 ? Int(data[index + 1]) << 8 : 0)
      place[0] = alphabet[group >> 18]
      place[1] = alphabet[group >> 12 & 63]
      place[2] = alphabet[group >> 6 & 63]
      place += left + 1
    }
    count = place - text
  }
}
