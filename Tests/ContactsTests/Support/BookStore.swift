import Contacts
import FileProviderStore
import Foundation
import Glibc
import TestSupport

/// A domain with address books, and a store of its contacts.
final class BookStore {
  let domain: TemporaryStore
  let contacts: CNContactStore

  init() throws {
    domain = try TemporaryStore()
    contacts = CNContactStore(domains: [domain.directory])
  }

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
    let made = try domain.store.contents.create()
    let key = made.key
    _ = text.withCString { Glibc.write(made.number, $0, text.utf8.count) }
    made.keep()
    try domain.change { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: Int64(text.utf8.count), of: item)
    }
  }

  /// Makes the card of a person.
  @discardableResult
  func person(_ given: String, _ family: String, in folder: ItemID, _ lines: String...) throws -> ItemID {
    let lines = ["N:\(family);\(given);;;", "FN:\(given) \(family)"] + lines
    return try file("\(given) \(family).vcf", in: folder, CardTexts.card(lines: lines).written)
  }
}
