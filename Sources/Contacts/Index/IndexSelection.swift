import FileProviderSQLite
import FileProviderStore
import Foundation

/// Reads some properties of contacts from rows of the index.
struct IndexSelection {
  /// The columns that are read.
  let columns: String
  private let texts: [IndexedKeys.Text]
  private let hasUID: Bool
  private let hasType: Bool
  private let hasPhones: Bool
  private let hasEmails: Bool
  private let fetchedKeys: Set<String>
  /// What the identifiers of the store's contacts begin with.
  private let prefix: String

  /// - Parameters:
  ///   - keys: The properties.
  ///   - hasUID: Whether the `UID` of the cards is read, too.
  ///   - store: The identity of the store.
  /// - Returns: Nil if the index does not have all of them.
  init?(_ keys: Set<String>, hasUID: Bool = false, store: UUID) {
    guard keys.isSubset(of: IndexedKeys.all) else { return nil }
    self.hasUID = hasUID
    texts = IndexedKeys.texts.filter { keys.contains($0.key) }
    hasType = keys.contains(CNContactTypeKey)
    hasPhones = keys.contains(CNContactPhoneNumbersKey)
    hasEmails = keys.contains(CNContactEmailAddressesKey)
    fetchedKeys = keys.union([CNContactIdentifierKey])
    prefix = RecordIdentifier.prefix(store)
    var names = ["id", "content", "changed", "kind", hasUID ? "uid" : "NULL", "link"] + texts.map(\.key)
    if hasType { names.append(CNContactTypeKey) }
    if hasPhones { names.append(CNContactPhoneNumbersKey) }
    if hasEmails { names.append(CNContactEmailAddressesKey) }
    columns = names.joined(separator: ", ")
  }

  /// Reads the columns of the current row.
  ///
  /// - Throws: `damaged`.
  func card(_ row: IndexStatement) throws(StoreError) -> IndexedCard {
    guard let kind = IndexedCard.Kind(rawValue: row.integer(3)) else { throw Self.damaged }
    let id = ItemID(rawValue: row.integer(0))
    return IndexedCard(
      id: id, content: row.integerOrNil(1).map { ContentKey(rawValue: $0) },
      changed: Generation(rawValue: row.integer(2)), kind: kind, uid: hasUID ? row.textOrNil(4) : nil,
      link: row.textOrNil(5).flatMap { CardLink($0) },
      contact: kind == .contact ? try contact(id, row) : nil)
  }

  private func contact(_ id: ItemID, _ row: IndexStatement) throws(StoreError) -> CNContact {
    var values = ContactValues(identifier: prefix + String(id.rawValue))
    var column: Int32 = 6
    for text in texts {
      text.set(&values, row.text(column))
      column += 1
    }
    if hasType {
      values.contactType = CNContactType(rawValue: Int(row.integer(column))) ?? .person
      column += 1
    }
    if hasPhones {
      guard let phones = PackedValues.unpack(row.statement.bytes(column), CNPhoneNumber.init(stringValue:)) else {
        throw Self.damaged
      }
      values.phoneNumbers = phones
      column += 1
    }
    if hasEmails {
      guard let emails = PackedValues.unpack(row.statement.bytes(column), { $0 as NSString }) else {
        throw Self.damaged
      }
      values.emailAddresses = emails
    }
    return CNContact(values: values, fetchedKeys: fetchedKeys)
  }

  private static var damaged: StoreError { StoreError(.damaged, "a row of the index of contacts makes no sense") }
}
