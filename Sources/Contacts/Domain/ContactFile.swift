import FileProviderStore
import VCard

/// A file of a container, which may be a contact.
struct ContactFile {
  let store: ItemStore
  let item: ItemAttributes
  let name: FileName

  /// No card is larger, in bytes: the parser takes no more.
  private static let largest: Int64 = 32 << 20

  /// As users know the file, which is in a container.
  func path(in container: CNContainer) -> String { "/\(container.name)/\(name)" }

  /// The card of a contact; nil if the file is none of one contact, or if its contents are not here.
  func card() throws(StoreError) -> Card? { try anyCard().flatMap { $0.isGroup ? nil : $0 } }

  /// The card of a contact or a group.
  func anyCard() throws(StoreError) -> Card? {
    guard mayBeCard, let bytes = try contents() else { return nil }
    return Card(ofOne: bytes)
  }

  /// All that is in the file; nil if it is none of cards, or if its contents are not here.
  func elements() throws(StoreError) -> [CardParser.Element]? {
    guard mayBeCard else { return nil }
    if item.size == 0, !item.flags.contains(.dataless) { return [] }
    return try contents().map { CardParser.elements(of: $0) }
  }

  /// Whether the file may be a card by its name and size.
  var mayBeCard: Bool { item.kind == .file && item.size <= Self.largest && Self.isCard(name) }

  /// Whether a file may be a contact by its name.
  static func isCard(_ name: FileName) -> Bool { Card.isFileName(name.spelling) }

  /// Whether an error is of the contents of one file, so that the other files can be read.
  static func isUnreadable(_ error: StoreError) -> Bool { error.cause is UnreadableContents }

  /// The contents; nil if they are not here, or if the file was deleted meanwhile.
  private func contents() throws(StoreError) -> [UInt8]? {
    var item = item
    while let key = item.content {
      do throws(StoreError) {
        // The parser refuses what is too large.
        return try store.contents.bytes(of: key, about: Int(item.size), atMost: Int(Self.largest) + 1)
      } catch {
        // Another program has saved the card since its row was read.
        let id = item.id
        guard let now = try store.readCommitted({ (reader) throws(StoreError) in try reader.item(id) }) else {
          return nil
        }
        if now.content == key { throw Self.unreadable(error) }
        item = now
      }
    }
    return nil
  }

  /// An error of a system call, which is one of the file unless there are too many open ones.
  private static func unreadable(_ error: StoreError) -> StoreError {
    [.damaged, .inputOutput].contains(error.code)
      ? StoreError(error.code, error.message, cause: UnreadableContents()) : error
  }
}

/// The cause of an error of a file whose contents are gone or damaged.
private struct UnreadableContents: Error {}

extension FileName {
  /// Whether the name begins with a dot.
  var isHidden: Bool { spelling.utf8.first == UInt8(ascii: ".") }
}
