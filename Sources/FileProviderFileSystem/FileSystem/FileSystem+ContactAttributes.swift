import FileProviderStore
import VCard

extension FileSystem {
  /// No larger file is looked at for a card, in bytes: a program that lists a folder may ask about each file.
  private static let largestCard: Int64 = 4 << 20

  /// What a document that may be a card by its name says of its contact, if it is a single card whose contents are here.
  ///
  /// - Throws: `ENODATA` if it says nothing; an error of the disk.
  func contactAttribute(
    _ attribute: ContactAttribute, of item: ItemAttributes, _ context: RequestContext
  ) throws(ErrorNumber) -> [UInt8] {
    guard (1...Self.largestCard).contains(item.size), !item.flags.contains(.dataless), let content = item.content
    else { throw .noAttribute }
    context.willBlock()
    let bytes: [UInt8]
    do throws(StoreError) {
      bytes =
        try content.isSmall
        ? context.now.smallContents(content)
        : store.contents.bytes(of: content, about: Int(item.size), atMost: Int(Self.largestCard))
    } catch {
      // Another process may have given the document new contents meanwhile.
      guard let now = try context.item(item.id), now.content != content else { throw context.number(for: error) }
      return try contactAttribute(attribute, of: now, context)
    }
    guard let card = Card(ofOne: bytes), !card.isGroup, let value = attribute.value(of: card) else {
      throw .noAttribute
    }
    return value
  }

  /// Whether a document may be a card by its name. Others may have any attribute.
  func isCardByName(_ item: ItemAttributes, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    guard item.kind == .file else { return false }
    let record = try context.read { (reader) throws(StoreError) in try reader.record(item.id) }
    return record.map { Card.isFileName($0.name.spelling) } ?? false
  }
}
