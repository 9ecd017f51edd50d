import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import VCard

/// The contacts of a domain. Its top folders are the containers, and the cards in them the contacts.
///
/// Only what is committed is read, and nothing is changed.
struct ContactDomain {
  private let store: ItemStore

  /// How many items are read at a time, since reading their contents takes longer than a reader may stay open.
  private static let page = 256

  /// - Returns: Nil if there is no store in the directory.
  init?(_ directory: URL) throws(StoreError) {
    do throws(StoreError) { store = try ItemStore(reading: directory) } catch {
      if error.code == .noSuchItem { return nil }
      throw error
    }
  }

  func containers() throws(StoreError) -> [CNContainer] {
    var result: [CNContainer] = []
    try forEachChild(of: .root) { item, name in
      if Self.isContainer(item, name) { result.append(container(item.id, name)) }
      return true
    }
    return result
  }

  /// The container with an identifier; nil if it is none of this domain.
  func container(_ identifier: String) throws(StoreError) -> CNContainer? {
    guard let id = item(identifier), let record = try record(id), Self.isContainer(record.attributes, record.name)
    else { return nil }
    return record.parent == .root ? container(id, record.name) : nil
  }

  /// The contact with an identifier; nil if it is none of this domain.
  func contact(_ identifier: String) throws(StoreError) -> CNContact? {
    guard let id = item(identifier), let record = try record(id), try container(of: record) != nil else { return nil }
    return try contact(record.attributes, record.name)
  }

  /// The container of a contact; nil if that is none of this domain.
  func container(ofContact identifier: String) throws(StoreError) -> CNContainer? {
    guard let id = item(identifier), let record = try record(id) else { return nil }
    return try container(of: record)
  }

  /// Visits contacts in the order in which they were made.
  ///
  /// - Parameters:
  ///   - container: The identifier of one; nil for all.
  ///   - body: Returns whether to go on.
  /// - Returns: Whether all were visited.
  func forEachContact(in container: String?, _ body: (CNContact) -> Bool) throws(StoreError) -> Bool {
    for candidate in try containers() where container == nil || candidate.identifier == container {
      guard let folder = item(candidate.identifier) else { continue }
      let isComplete = try forEachChild(of: folder) { (item, name) throws(StoreError) in
        try contact(item, name).map(body) ?? true
      }
      if !isComplete { return false }
    }
    return true
  }

  private func container(_ id: ItemID, _ name: FileName) -> CNContainer {
    CNContainer(identifier: RecordIdentifier(store: store.uuid, item: id).text, name: name.description, type: .local)
  }

  private func container(of record: ItemRecord) throws(StoreError) -> CNContainer? {
    try container(RecordIdentifier(store: store.uuid, item: record.parent).text)
  }

  private func item(_ identifier: String) -> ItemID? {
    RecordIdentifier(identifier).flatMap { $0.store == store.uuid ? $0.item : nil }
  }

  private func record(_ id: ItemID) throws(StoreError) -> ItemRecord? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.record(id) }
  }

  @discardableResult
  private func forEachChild(
    of folder: ItemID, _ body: (ItemAttributes, FileName) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    var last = ItemID.none
    while true {
      var page: [(item: ItemAttributes, name: FileName)] = []
      try store.readCommitted { (reader) throws(StoreError) in
        try reader.forEachChild(of: folder, after: last) { item, name in
          page.append((copy item, FileName(stored: name)))
          return page.count < Self.page
        }
      }
      guard let end = page.last else { return true }
      last = end.item.id
      for (item, name) in page where try !body(item, name) { return false }
    }
  }

  /// The contact of a file; nil if that is none: not a file of one card of a contact.
  private func contact(_ item: ItemAttributes, _ name: FileName) throws(StoreError) -> CNContact? {
    guard item.kind == .file, Self.isCard(name), item.size <= Self.largest, let bytes = try contents(of: item),
      let card = Self.card(bytes),
      !card.isGroup
    else { return nil }
    return CNContact(card: card, identifier: RecordIdentifier(store: store.uuid, item: item.id).text)
  }

  /// The contents of a file; nil if they are not here, or if the file was deleted meanwhile.
  private func contents(of item: ItemAttributes) throws(StoreError) -> Data? {
    var item = item
    while let key = item.content {
      do throws(StoreError) {
        let file = try store.contents.open(key, flags: O_RDONLY)
        return try Self.read(file.number)
      } catch {
        // Another program has saved the card since its row was read.
        guard let now = try record(item.id)?.attributes else { return nil }
        if now.content == key { throw error }
        item = now
      }
    }
    return nil
  }

  private static func read(_ file: Int32) throws(StoreError) -> Data {
    do { return try FileHandle(fileDescriptor: file, closeOnDealloc: false).readToEnd() ?? Data() } catch {
      throw StoreError(.inputOutput, "a card cannot be read: \(error.localizedDescription)")
    }
  }

  /// No card is larger, in bytes: the parser takes no more.
  private static let largest: Int64 = 32 << 20

  /// The only card of a file.
  private static func card(_ bytes: Data) -> Card? {
    let elements = CardParser.elements(of: bytes)
    guard elements.count == 1, case .card(let card) = elements[0] else { return nil }
    return card
  }

  private static func isContainer(_ item: ItemAttributes, _ name: FileName) -> Bool {
    item.isFolder && !name.description.hasPrefix(".")
  }

  private static func isCard(_ name: FileName) -> Bool {
    let name = name.description
    return !name.hasPrefix(".") && name.suffix(4).isSameWord(as: ".vcf")
  }
}
