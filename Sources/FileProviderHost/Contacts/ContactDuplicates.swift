import Contacts
import Foundation
import VCard

/// Finds contacts that probably are one: of one UID, or of one name with an email address or a phone number in common.
struct ContactDuplicates {
  private var parents: [Int] = []
  /// Without their pictures, which would need much memory.
  private var contacts: [CNContact] = []
  private var first: [String: Int] = [:]

  mutating func add(_ card: StoredCard) {
    let index = contacts.count
    contacts.append(card.contact.limited(to: ContactTable.keys))
    parents.append(index)
    for key in Self.keys(of: card) {
      if let other = first[key] { parents[root(of: index)] = root(of: other) } else { first[key] = index }
    }
  }

  /// The groups of several contacts, in the order of their first ones.
  mutating func groups() -> [[CNContact]] {
    var groups: [Int: [CNContact]] = [:]
    var order: [Int] = []
    for (index, contact) in contacts.enumerated() {
      let root = root(of: index)
      if groups[root] == nil { order.append(root) }
      groups[root, default: []].append(contact)
    }
    return order.compactMap { groups[$0] }.filter { $0.count > 1 }
  }

  private mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  private static func keys(of card: StoredCard) -> [String] {
    let contact = card.contact
    let name = ContactText.name(of: contact).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    return (card.card.uid.map { ["uid \($0)"] } ?? [])
      + contact.emailAddresses.map { "email \(($0.value as String).lowercased()) \(name)" }
      + contact.phoneNumbers.map { "phone \($0.value.stringValue.filter(\.isNumber)) \(name)" }
  }
}
