import FileProviderStore
import Foundation
import VCard

extension CNContactStore {
  /// Links contacts, so that they are one for whoever asks for unified contacts. What they are linked with already stays so.
  ///
  /// - Parameter author: Who makes the change.
  /// - Throws: `recordNotWritable` if the provider of one of them does not allow it, or another program changes one at the same time.
  package func link(_ identifiers: [String], author: String) throws {
    let cards = try cards(identifiers)
    guard cards.members.count > 1 else { return }
    // Those that are linked already keep the link, so that a process that is killed between two domains separates none of them. They get another number, so that
    // the log has a change of each contact that is shown in another way; their copies would have joined them by that.
    let link = cards.link ?? UUID()
    let copies = cards.copies.map { ($0, $0.card.linked(nil)) }
    let members = cards.members.map { ($0, $0.card.linked(CardLink(joining: link))) }
    try refuseReadOnly(copies + members)
    for cards in [copies, members] { try replace(cards, author) }
  }

  /// Separates a contact and all that it is linked with.
  ///
  /// - Returns: How many contacts were linked.
  package func unlink(_ identifier: String, author: String) throws -> Int {
    let cards = try cards([identifier])
    guard cards.members.count > 1 else { return 0 }
    let changes = (cards.members + cards.copies).map { ($0, $0.card.linked(nil)) }
    try refuseReadOnly(changes)
    try replace(changes, author)
    return cards.members.count
  }

  /// Deletes a contact. Those parts of a unified one that are in one domain are deleted together.
  ///
  /// - Parameter author: Who makes the change.
  package func delete(_ contact: CNContact, author: String) throws {
    let parts = Dictionary(grouping: contact.parts) { RecordIdentifier($0.identifier)?.store }
    let contacts = parts.values.compactMap { CNContact(unifying: $0).mutableCopy() as? CNMutableContact }
    try execute(contacts.map { .deleteContact($0) }, author)
  }

  /// The cards that a link concerns.
  private struct LinkedCards {
    /// Those of some contacts and of what they are linked with.
    var members: [StoredCard] = []
    /// Copies of these with the same link. Two of them would be linked when the others are not any more.
    var copies: [StoredCard] = []
    /// What the first of them have in common.
    var link: UUID?
  }

  private func cards(_ identifiers: [String]) throws -> LinkedCards {
    var cards = LinkedCards()
    var known: Set<String> = []
    let unreadable = try forEachCards(withIdentifiers: identifiers) { parts, copies in
      if parts.count > 1 { cards.link = cards.link ?? parts[0].card.link?.id }
      cards.members += parts.filter { known.insert($0.contact.identifier).inserted }
      cards.copies += copies
    }
    cards.copies.removeAll { !known.insert($0.contact.identifier).inserted }
    if let path = unreadable.first {
      let reason = "the contents of “\(path)” cannot be read"
      throw CNError(.dataAccessError, userInfo: [NSLocalizedDescriptionKey: reason])
    }
    return cards
  }

  private typealias Replacement = (old: StoredCard, new: Card)

  private func replace(_ cards: [Replacement], _ author: String) throws {
    try execute(
      cards.map { .replaceCard($0.new, contact: $0.old.contact.identifier, expecting: $0.old.card) }, author)
  }

  /// Refuses to change contacts if the provider of one of them does not allow it.
  private func refuseReadOnly(_ cards: [Replacement]) throws {
    let refusing = try reading { (domains) throws(StoreError) -> URL? in
      for domain in domains {
        for item in cards.compactMap({ domain.item($0.old.contact.identifier) }) where try !domain.mayWrite(item) {
          return domain.store.directory
        }
      }
      return nil
    }
    if let refusing {
      throw CNError(saving: StoreError(.accessDenied, "the provider does not allow changing the item"), in: refusing)
    }
  }

  /// Makes changes of contacts: those of one domain at once, and those of the user's own last, since a server may refuse what its domain allows.
  private func execute(_ changes: [CNSaveRequest.Change], _ author: String) throws {
    let stores = try reading { (domains) throws(StoreError) in domains.map(\.store.uuid) }
    for store in stores.reversed() {
      let request = CNSaveRequest()
      request.transactionAuthor = author
      for change in changes where change.identifiers.contains(where: { RecordIdentifier($0)?.store == store }) {
        request.append(change)
      }
      try execute(request)
    }
  }
}

extension ContactDomain {
  /// Whether the provider lets a file be changed.
  fileprivate func mayWrite(_ item: ItemID) throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in
      guard let item = try reader.item(item) else { return true }
      return try CapabilityReader(reader).mayWrite(item)
    }
  }
}
