import FileProviderStore
import Foundation
import VCard

/// The contacts of a domain. Its top folders are the containers, and the cards in them the contacts.
///
/// Only what is committed is read.
struct ContactDomain {
  let store: ItemStore
  /// Nil where all cards are to be parsed.
  let index: ContactIndex?
  /// What the identifiers of its records begin with.
  private let prefix: String

  /// How many items are read at a time, since reading their contents takes longer than a reader may stay open.
  static let page = 256

  /// Opens a store for reading.
  ///
  /// - Returns: Nil if there is no store in the directory.
  init?(_ directory: URL, isIndexed: Bool) throws(StoreError) {
    do throws(StoreError) { store = try ItemStore(reading: directory) } catch {
      if error.code == .noSuchItem { return nil }
      throw error
    }
    index = isIndexed ? ContactIndex(store) : nil
    prefix = RecordIdentifier.prefix(store.uuid)
  }

  func containers() throws(StoreError) -> [CNContainer] {
    var result: [CNContainer] = []
    try forEachChild(of: .root) { item, name in
      if Self.isContainer(item, name) { result.append(container(item.id, name)) }
    }
    return result
  }

  /// The container with an identifier; nil if it is none of this domain.
  func container(_ identifier: String) throws(StoreError) -> CNContainer? {
    try item(identifier).flatMap { (id) throws(StoreError) in try record(id) }.flatMap(containerOfRecord)
  }

  /// The container of a contact; nil if that is none of this domain.
  func container(ofContact identifier: String) throws(StoreError) -> CNContainer? {
    try card(identifier)?.container
  }

  /// Visits contacts with their cards, in the order in which they were made.
  ///
  /// - Parameters:
  ///   - container: The identifier of one; nil for all.
  ///   - includesGroups: Whether the cards of groups are visited, too.
  ///   - unreadable: Called for files whose contents cannot be read.
  ///   - body: Returns whether to go on.
  /// - Returns: Whether all were visited.
  func forEachCard(
    in container: String?, includesGroups: Bool = false,
    unreadable: (ContactFile, CNContainer) -> Void = { _, _ in }, _ body: (StoredCard) -> Bool
  ) throws(StoreError) -> Bool {
    try forEachFile(in: container) { (file, container) throws(StoreError) in
      let card: Card?
      do throws(StoreError) { card = includesGroups ? try file.anyCard() : try file.card() } catch {
        guard ContactFile.isUnreadable(error) else { throw error }
        unreadable(file, container)
        return true
      }
      return card.map { body(stored($0, file, in: container)) } ?? true
    }
  }

  /// Visits all files of containers.
  func forEachFile(
    in container: String?, _ body: (ContactFile, CNContainer) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    try forEachPage(in: container) { (page, container) throws(StoreError) in
      for file in page.files where try !body(file, container) { return false }
      return true
    }
  }

  /// The same, some files at a time.
  func forEachPage(
    in container: String?, _ body: (FilePage, CNContainer) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    for candidate in try containers() where container == nil || candidate.identifier == container {
      guard let folder = item(candidate.identifier) else { continue }
      let isComplete = try forEachPage(of: folder) { (page) throws(StoreError) in try body(page, candidate) }
      if !isComplete { return false }
    }
    return true
  }

  /// The file with an identifier, and its container; nil if it is in none of this domain.
  func file(_ identifier: String) throws(StoreError) -> (ContactFile, CNContainer)? {
    try item(identifier).flatMap { (id) throws(StoreError) in try file(id) }
  }

  /// The same of an item.
  func file(_ id: ItemID) throws(StoreError) -> (ContactFile, CNContainer)? {
    guard let record = try record(id), let container = try container(of: record) else { return nil }
    return (ContactFile(store: store, item: record.attributes, name: record.name), container)
  }

  /// The card of a contact; nil if that is none of this domain.
  func card(_ identifier: String) throws(StoreError) -> StoredCard? {
    guard let (file, container) = try file(identifier) else { return nil }
    return try file.card().map { stored($0, file, in: container) }
  }

  /// As clients have it.
  func identifier(of item: ItemID) -> String { prefix + item.description }

  func container(_ id: ItemID, _ name: FileName) -> CNContainer {
    CNContainer(identifier: identifier(of: id), name: name.description, type: .local)
  }

  private func container(of record: ItemRecord) throws(StoreError) -> CNContainer? {
    try self.record(record.parent).flatMap(containerOfRecord)
  }

  /// The container that an item is; nil if it is none.
  func containerOfRecord(_ record: ItemRecord) -> CNContainer? {
    guard record.parent == .root, Self.isContainer(record.attributes, record.name) else { return nil }
    return container(record.id, record.name)
  }

  func item(_ identifier: String) -> ItemID? { RecordIdentifier(identifier)?.item(in: store) }

  private func record(_ id: ItemID) throws(StoreError) -> ItemRecord? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.record(id) }
  }

  private func forEachChild(of folder: ItemID, _ body: (ItemAttributes, FileName) -> Void) throws(StoreError) {
    _ = try forEachPage(of: folder) { page in
      for file in page.files { body(file.item, file.name) }
      return true
    }
  }

  private func forEachPage(
    of folder: ItemID, _ body: (FilePage) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    var last = ItemID.none
    while true {
      var page = FilePage(commit: store.lastCommit)
      try store.readCommitted { (reader) throws(StoreError) in
        try reader.forEachChild(of: folder, after: last) { item, name in
          page.files.append(ContactFile(store: store, item: copy item, name: FileName(stored: name)))
          return page.files.count < Self.page
        }
      }
      guard let end = page.files.last else { return true }
      last = end.item.id
      if try !body(page) { return false }
    }
  }

  private func stored(_ card: Card, _ file: ContactFile, in container: CNContainer) -> StoredCard {
    let contact = CNContact(card: card, identifier: identifier(of: file.item.id))
    return StoredCard(card: card, contact: contact, container: container)
  }

  /// Whether an item of the root is a container.
  static func isContainer(_ item: ItemAttributes, _ name: FileName) -> Bool {
    item.isFolder && !name.isHidden
  }
}
