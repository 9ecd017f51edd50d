import Contacts
import FileProviderStore
import Foundation
import Glibc
import TestSupport

/// A domain with address books, and a store of its contacts.
final class BookStore {
  let domain: TemporaryStore
  let contacts: CNContactStore

  /// - Parameter retention: How many rows of the log are kept.
  init(retention: Int64 = 4_000_000) throws {
    domain = try TemporaryStore(retention: retention)
    contacts = CNContactStore(domains: [domain.directory])
  }

  @discardableResult
  func book(_ name: String) throws -> ItemID { try domain.create(name, kind: .folder) }

  /// Makes a file with a text in a folder.
  @discardableResult
  func file(_ name: String, in folder: ItemID, _ text: String) throws -> ItemID {
    let item = try domain.create(name, in: folder)
    try save(text, to: item)
    return item
  }

  /// Gives a file other contents.
  func save(_ text: String, to item: ItemID) throws {
    let made = try contents(text)
    try domain.change { (transaction) throws(StoreError) in
      try transaction.setContents(made.key, size: made.size, of: item)
    }
  }

  /// Contents with a text, which no item has yet.
  func contents(_ text: String) throws -> (key: ContentKey, size: Int64) {
    let made = try domain.store.contents.create()
    let key = made.key
    _ = text.withCString { Glibc.write(made.number, $0, text.utf8.count) }
    made.keep()
    return (key, Int64(text.utf8.count))
  }

  /// Makes the card of a person.
  @discardableResult
  func person(_ given: String, _ family: String, in folder: ItemID, _ lines: String...) throws -> ItemID {
    let lines = ["N:\(family);\(given);;;", "FN:\(given) \(family)"] + lines
    return try file("\(given) \(family).vcf", in: folder, CardTexts.card(lines: lines).written)
  }

  /// Makes the cards of many people in one change.
  @discardableResult
  func people(_ given: [String], _ family: String, in folder: ItemID) throws -> [ItemID] {
    let cards = try given.map {
      (try FileName("\($0).vcf"), try CardTexts.card(lines: ["N:\(family);\($0);;;", "FN:\($0) \(family)"]).written)
    }
    return try files(cards, in: folder)
  }

  /// Makes files with texts in a folder, in one change.
  func files(_ files: [(name: FileName, text: String)], in folder: ItemID) throws -> [ItemID] {
    let made = try files.map { (name: $0.name, contents: try contents($0.text)) }
    return try domain.store.change(author: "test") { (transaction) throws(StoreError) in
      var items: [ItemID] = []
      for (name, contents) in made {
        let new = NewItem(parent: folder, name: name, kind: .file, mode: 0o644, owner: 0, group: 0)
        let item = try TreeEditor(transaction).create(new).id
        try transaction.setContents(contents.key, size: contents.size, of: item)
        items.append(item)
      }
      return items
    }
  }

  /// All contacts, with all properties.
  func all() throws -> [CNContact] { try Self.all(contacts) }

  static func all(_ contacts: CNContactStore) throws -> [CNMutableContact] {
    let keys = [CNContactVCardSerialization.descriptorForRequiredKeys()]
    let request = CNContactFetchRequest(keysToFetch: keys)
    request.mutableObjects = true
    var found: [CNMutableContact] = []
    try contacts.enumerateContacts(with: request) { contact, _ in
      if let contact = contact as? CNMutableContact { found.append(contact) }
    }
    return found
  }

  /// The names of what is in a folder, in the order in which it was made.
  func files(in folder: ItemID) throws -> [String] {
    var names: [String] = []
    try domain.store.readCommitted { (reader) throws(StoreError) in
      try reader.forEachChild(of: folder, after: .none) { _, name in
        names.append(String(decoding: name, as: UTF8.self))
        return true
      }
    }
    return names
  }

  /// The text of a file in a folder.
  func text(_ name: String, in folder: ItemID) throws -> String {
    let name = try FileName(name)
    let key = try domain.store.readCommitted { (reader) throws(StoreError) in
      try reader.child(of: folder, named: name)?.content
    }
    guard let key else { return "" }
    return try String(contentsOf: domain.store.contents.url(of: key), encoding: .utf8)
  }

  /// Removes the content file of a file, as a damaged disk does.
  func loseContents(of name: String, in folder: ItemID) throws {
    let name = try FileName(name)
    let key = try domain.store.readCommitted { (reader) throws(StoreError) in
      try reader.child(of: folder, named: name)?.content
    }
    if let key { try FileManager.default.removeItem(at: domain.store.contents.url(of: key)) }
  }

  /// The same of an item.
  func loseContents(of item: ItemID) throws {
    let key = try domain.store.readCommitted { (reader) throws(StoreError) in try reader.item(item)?.content }
    if let key { try FileManager.default.removeItem(at: domain.store.contents.url(of: key)) }
  }

  /// The names of the content files that there are.
  var contentFiles: Set<String> {
    let names = FileManager.default.enumerator(atPath: domain.store.contents.directory.path)?.allObjects as? [String]
    return Set(names ?? []).filter { !$0.hasPrefix("sessions") && $0.contains("/") }
  }
}
