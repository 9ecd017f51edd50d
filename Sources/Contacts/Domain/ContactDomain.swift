import FileProviderStore
import Foundation
import VCard

/// The contacts of a domain. Its top folders are the containers, and the cards in them the contacts.
///
/// Only what is committed is read.
struct ContactDomain {
  let store: ItemStore

  /// How many items are read at a time, since reading their contents takes longer than a reader may stay open.
  private static let page = 256

  init(_ store: ItemStore) { self.store = store }

  /// Opens a store for reading.
  ///
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
  ///
  /// - Parameter keys: The properties that are needed, the others may be missing; nil for all.
  func contact(_ identifier: String, keys: Set<String>? = nil) throws(StoreError) -> CNContact? {
    try card(identifier, keys: keys)?.contact
  }

  /// The container of a contact; nil if that is none of this domain.
  func container(ofContact identifier: String) throws(StoreError) -> CNContainer? {
    try card(identifier)?.container
  }

  /// Visits contacts in the order in which they were made.
  ///
  /// - Parameters:
  ///   - container: The identifier of one; nil for all.
  ///   - keys: The properties that are needed, the others may be missing; nil for all.
  ///   - body: Returns whether to go on.
  /// - Returns: Whether all were visited.
  func forEachContact(
    in container: String?, keys: Set<String>?, _ body: (CNContact) -> Bool
  ) throws(StoreError) -> Bool {
    try forEachCard(in: container, keys: keys) { body($0.contact) }
  }

  /// The same with their cards.
  ///
  /// - Parameters:
  ///   - includesGroups: Whether the cards of groups are visited, too.
  ///   - unreadable: Called for files whose contents cannot be read.
  func forEachCard(
    in container: String?, includesGroups: Bool = false, keys: Set<String>? = nil,
    unreadable: (ContactFile, CNContainer) -> Void = { _, _ in }, _ body: (StoredCard) -> Bool
  ) throws(StoreError) -> Bool {
    try forEachFile(in: container) { (file, container) throws(StoreError) in
      let card: Card?
      do throws(StoreError) { card = includesGroups ? try file.anyCard() : try file.card() } catch {
        guard ContactFile.isUnreadable(error) else { throw error }
        unreadable(file, container)
        return true
      }
      return card.map { body(stored($0, file, in: container, keys)) } ?? true
    }
  }

  /// The same of all files of containers.
  func forEachFile(
    in container: String?, _ body: (ContactFile, CNContainer) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    for candidate in try containers() where container == nil || candidate.identifier == container {
      guard let folder = item(candidate.identifier) else { continue }
      let isComplete = try forEachChild(of: folder) { (item, name) throws(StoreError) in
        try body(ContactFile(store: store, item: item, name: name), candidate)
      }
      if !isComplete { return false }
    }
    return true
  }

  /// The file with an identifier, and its container; nil if it is in none of this domain.
  func file(_ identifier: String) throws(StoreError) -> (ContactFile, CNContainer)? {
    guard let id = item(identifier), let record = try record(id), let container = try container(of: record) else {
      return nil
    }
    return (ContactFile(store: store, item: record.attributes, name: record.name), container)
  }

  /// The card of a contact; nil if that is none of this domain.
  func card(_ identifier: String, keys: Set<String>? = nil) throws(StoreError) -> StoredCard? {
    guard let (file, container) = try file(identifier) else { return nil }
    return try file.card().map { stored($0, file, in: container, keys) }
  }

  /// As clients have it.
  func identifier(of item: ItemID) -> String { RecordIdentifier(store: store.uuid, item: item).text }

  /// The card of an item of a container; nil if it is neither a contact nor a group.
  func anyCard(_ id: ItemID) throws(StoreError) -> Card? {
    guard let record = try record(id) else { return nil }
    return try ContactFile(store: store, item: record.attributes, name: record.name).anyCard()
  }

  private func container(_ id: ItemID, _ name: FileName) -> CNContainer {
    CNContainer(identifier: identifier(of: id), name: name.description, type: .local)
  }

  private func container(of record: ItemRecord) throws(StoreError) -> CNContainer? {
    try container(identifier(of: record.parent))
  }

  private func item(_ identifier: String) -> ItemID? { RecordIdentifier(identifier)?.item(in: store) }

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

  private func stored(
    _ card: Card, _ file: ContactFile, in container: CNContainer, _ keys: Set<String>?
  ) -> StoredCard {
    let contact = CNContact(card: card, identifier: identifier(of: file.item.id), keys: keys)
    return StoredCard(card: card, contact: contact, container: container)
  }

  /// Whether an item of the root is a container.
  static func isContainer(_ item: ItemAttributes, _ name: FileName) -> Bool {
    item.isFolder && !name.isHidden
  }
}
