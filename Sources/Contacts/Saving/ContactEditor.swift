import FileProviderStore
import Foundation
import Glibc
import VCard

/// Changes the contacts of a store in a transaction.
struct ContactEditor {
  private let transaction: Transaction
  private let store: ItemStore
  private let contents: CardContents

  init(_ transaction: Transaction, _ store: ItemStore, _ contents: CardContents) {
    self.transaction = transaction
    self.store = store
    self.contents = contents
  }

  private var reader: StoreReader { transaction.reader }

  /// The file of a contact; nil if the item is none.
  func contact(_ id: ItemID) throws(StoreError) -> ContactFile? {
    guard let file = try file(id) else { return nil }
    return try file.card() == nil ? nil : file
  }

  /// An item of a container; nil if it is in none.
  func file(_ id: ItemID) throws(StoreError) -> ContactFile? {
    guard let record = try reader.record(id), try isContainer(record.parent) else { return nil }
    return ContactFile(store: store, item: record.attributes, name: record.name)
  }

  /// The items of the container of a file.
  func files(beside file: ContactFile) throws(StoreError) -> [ItemID] {
    var found: [ItemID] = []
    try reader.forEachChild(of: file.item.parent, after: .none) { item, _ in
      found.append(item.id)
      return true
    }
    return found
  }

  /// Makes a file with a card.
  ///
  /// - Parameter container: The identifier of one; nil for the default one, which is made if there is none.
  func add(_ card: Card, to container: String?) throws(StoreError) -> ItemID {
    let folder = if let container { try self.folder(container) } else { try defaultFolder() }
    let name = try ContactFileName.make(for: ContactValues(card: card).displayName, in: folder, reader)
    var new = NewItem(parent: folder, name: name, kind: .file, mode: 0o600, owner: geteuid(), group: getegid())
    (new.content, new.size) = try contents.make(card)
    do throws(StoreError) { return try TreeEditor(transaction).create(new).id } catch {
      guard error.code == .accessDenied, let container else { throw error }
      let affected = [CNErrorUserInfoAffectedRecordIdentifiersKey: [container]]
      throw StoreError(CNError(.parentContainerNotWritable, userInfo: affected))
    }
  }

  /// Writes what was changed in a contact into its card.
  ///
  /// - Returns: The card as it is now.
  func update(_ file: ContactFile, _ contact: CNContact) throws(StoreError) -> Card {
    guard let old = try file.card() else { throw StoreError(CNError(.recordDoesNotExist, contact)) }
    let card = contact.card(updating: old)
    if card != old { try write(card, to: file) }
    return card
  }

  /// Replaces the card of a contact.
  func write(_ card: Card, to file: ContactFile) throws(StoreError) {
    try transaction.checkWriting(file.item)
    let (content, size) = try contents.make(card)
    try transaction.setContents(content, size: size, modified: transaction.time, of: file.item.id)
  }

  func delete(_ file: ContactFile) throws(StoreError) { try TreeEditor(transaction).delete(file.item.id) }

  /// The folder of new contacts: the first container, or one that is made.
  func defaultFolder() throws(StoreError) -> ItemID {
    var first: ItemID?
    try reader.forEachChild(of: .root, after: .none) { item, name in
      if ContactDomain.isContainer(item, FileName(stored: name)) { first = item.id }
      return first == nil
    }
    if let first { return first }
    let name = try FileName.unused("Contacts", in: .root, reader)
    let new = NewItem(parent: .root, name: name, kind: .folder, mode: 0o700, owner: geteuid(), group: getegid())
    return try TreeEditor(transaction).create(new).id
  }

  private func folder(_ container: String) throws(StoreError) -> ItemID {
    guard let item = RecordIdentifier(container)?.item(in: store), try isContainer(item) else {
      throw StoreError(
        CNError(
          .parentRecordDoesNotExist, userInfo: [CNErrorUserInfoAffectedRecordIdentifiersKey: [container]]))
    }
    return item
  }

  private func isContainer(_ id: ItemID) throws(StoreError) -> Bool {
    guard let record = try reader.record(id) else { return false }
    return record.parent == .root && ContactDomain.isContainer(record.attributes, record.name)
  }
}
