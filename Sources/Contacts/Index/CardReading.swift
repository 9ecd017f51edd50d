import FileProviderStore
import VCard

/// Reads the files that the index is about.
struct CardReading {
  private let store: ItemStore

  init(_ store: ItemStore) { self.store = store }

  /// A file as its row is, and whether its contents are ready to be read.
  struct File {
    let record: ItemRecord
    let isSettled: Bool
  }

  /// A file that may be a contact by its name; nil of any other item, and of one that is gone.
  static func file(_ id: ItemID, _ reader: StoreReader) throws(StoreError) -> File? {
    guard let record = try reader.record(id), record.kind == .file, ContactFile.isCard(record.name) else { return nil }
    // Contents that are being written in place may change once more without a change of the row in between.
    let isSettled =
      if record.attributes.content == nil { false } else { try !ContentReader(reader).isOpenForWriting(id) }
    return File(record: record, isSettled: isSettled)
  }

  /// What the index has of a file.
  ///
  /// - Throws: An error of the disk that does not concern this file alone.
  func row(_ file: File) throws(StoreError) -> IndexRow {
    let item = file.record.attributes
    let unknown = IndexRow(id: item.id, content: nil, changed: item.lastChange, kind: .other)
    if !file.isSettled { return unknown }
    let card: Card?
    do throws(StoreError) { card = try ContactFile(store: store, item: item, name: file.record.name).anyCard() } catch {
      guard ContactFile.isUnreadable(error) else { throw error }
      return unknown
    }
    guard let card else {
      return IndexRow(id: item.id, content: item.content, changed: item.lastChange, kind: .other)
    }
    if card.isGroup {
      return IndexRow(id: item.id, content: item.content, changed: item.lastChange, kind: .group, uid: card.uid)
    }
    let values = ContactValues(card: card, identifier: "", keys: IndexedKeys.all)
    return IndexRow(
      id: item.id, content: item.content, changed: item.lastChange, kind: .contact, uid: card.uid, link: card.link,
      values: values,
      texts: IndexedTexts(values))
  }
}
