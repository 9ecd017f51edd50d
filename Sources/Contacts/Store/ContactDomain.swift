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
  func contact(_ identifier: String) throws(StoreError) -> CNContact? { try card(identifier)?.contact }

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
    try forEachCard(in: container) { body($0.contact) }
  }

  /// The same with their cards.
  func forEachCard(in container: String?, _ body: (StoredCard) -> Bool) throws(StoreError) -> Bool {
    for candidate in try containers() where container == nil || candidate.identifier == container {
      guard let folder = item(candidate.identifier) else { continue }
      let isComplete = try forEachChild(of: folder) { (item, name) throws(StoreError) in
        try card(item, name, in: candidate).map(body) ?? true
      }
      if !isComplete { return false }
    }
    return true
  }

  /// The card of a contact; nil if that is none of this domain.
  func card(_ identifier: String) throws(StoreError) -> StoredCard? {
    guard let id = item(identifier), let record = try record(id), let container = try container(of: record) else {
      return nil
    }
    return try card(record.attributes, record.name, in: container)
  }

  /// As clients have it.
  func identifier(of item: ItemID) -> String { RecordIdentifier(store: store.uuid, item: item).text }

  /// Whether an item of a container is a contact.
  func isContact(_ id: ItemID) throws(StoreError) -> Bool {
    guard let record = try record(id) else { return false }
    return try ContactFile(store: store, item: record.attributes, name: record.name).card() != nil
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

  /// The card of a file; nil if that is no contact.
  private func card(_ item: ItemAttributes, _ name: FileName, in container: CNContainer) throws(StoreError)
    -> StoredCard?
  {
    try ContactFile(store: store, item: item, name: name).card().map {
      StoredCard(card: $0, contact: CNContact(card: $0, identifier: identifier(of: item.id)), container: container)
    }
  }

  /// Whether an item of the root is a container.
  static func isContainer(_ item: ItemAttributes, _ name: FileName) -> Bool {
    item.isFolder && !name.isHidden
  }
}
