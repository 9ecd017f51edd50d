import Contacts
import Foundation
import VCard

/// Finds contacts that probably are one: of one UID, or of one name with an email address or a phone number in common.
struct ContactDuplicates {
  /// What is linked already is one of them.
  private var people: [[CNContact]] = []
  private var parents: [Int] = []
  private var first: [String: Int] = [:]

  /// - Parameter cards: Those of a contact and of what it is linked with.
  mutating func add(_ cards: [StoredCard]) {
    let index = people.count
    // Their pictures would need much memory.
    people.append(cards.map { $0.contact.limited(to: ContactTable.keys) })
    parents.append(index)
    for key in cards.flatMap(Self.keys) {
      if let other = first[key] { parents[root(of: index)] = root(of: other) } else { first[key] = index }
    }
  }

  /// The groups of several contacts that are not linked yet, in the order of their first ones.
  mutating func groups() -> [[CNContact]] {
    var groups: [Int: [[CNContact]]] = [:]
    var order: [Int] = []
    for (index, person) in people.enumerated() {
      let root = root(of: index)
      if groups[root] == nil { order.append(root) }
      groups[root, default: []].append(person)
    }
    return order.compactMap { groups[$0] }.filter { $0.count > 1 }.map { $0.flatMap(\.self) }
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
