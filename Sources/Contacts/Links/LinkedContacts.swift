import FileProviderStore
import Foundation

/// The contacts of a domain whose cards have a link.
struct LinkedContacts: Equatable {
  var links: [ItemID: CardLink] = [:]

  init() {}

  // MARK: As bytes

  /// A byte, and the items with their links, 32 bytes each.
  var data: Data {
    links.sorted { $0.key < $1.key }.reduce(into: Data([0])) { data, entry in
      withUnsafeBytes(of: entry.key.rawValue.littleEndian) { data += $0 }
      withUnsafeBytes(of: entry.value.id.uuid) { data += $0 }
      withUnsafeBytes(of: Int64(entry.value.number).littleEndian) { data += $0 }
    }
  }

  /// - Returns: Nil of other bytes.
  init?(_ data: Data) {
    guard data.first == 0, (data.count - 1).isMultiple(of: Self.size) else { return nil }
    Array(data.dropFirst()).withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: Self.size) {
        let item = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Int64.self))
        let id = UUID(uuid: bytes.loadUnaligned(fromByteOffset: start + 8, as: uuid_t.self))
        let number = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 24, as: Int64.self))
        links[ItemID(rawValue: item)] = CardLink(id: id, number: Int(number))
      }
    }
  }

  private static let size = 32
}
