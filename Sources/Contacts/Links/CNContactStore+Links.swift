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
    if cards.members.count > 1 { try save(UUID(), in: cards, author) }
  }

  /// Separates a contact and all that it is linked with.
  ///
  /// - Returns: How many contacts were linked.
  package func unlink(_ identifier: String, author: String) throws -> Int {
    let cards = try cards([identifier])
    guard cards.members.count > 1 else { return 0 }
    try save(nil, in: cards, author)
    return cards.members.count
  }

  /// The cards that a link concerns.
  private struct LinkedCards {
    /// Those of some contacts and of what they are linked with.
    var members: [StoredCard] = []
    /// Copies of these with the same link. Two of them would be linked when the others are not any more.
    var copies: [StoredCard] = []
  }

  private func cards(_ identifiers: [String]) throws -> LinkedCards {
    var cards = LinkedCards()
    var known: Set<String> = []
    let unreadable = try forEachCards(withIdentifiers: identifiers) { parts, copies in
      cards.members += parts.filter { known.insert($0.contact.identifier).inserted }
      cards.copies += copies.filter { known.insert($0.contact.identifier).inserted }
    }
    if let path = unreadable.first {
      let reason = "the contents of “\(path)” cannot be read"
      throw CNError(.dataAccessError, userInfo: [NSLocalizedDescriptionKey: reason])
    }
    return cards
  }

  /// Each card is written, also one that has a link: so each of the contacts has a change in the log when what it is linked with changes.
  private func save(_ link: UUID?, in cards: LinkedCards, _ author: String) throws {
    let members = cards.members.enumerated().map { number, card in
      (card, card.card.linked(link.map { CardLink(id: $0, number: number + 1) }))
    }
    let changes = members + cards.copies.map { ($0, $0.card.linked(nil)) }
    let stores = changes.map { RecordIdentifier($0.0.contact.identifier)?.store }
    // The user's own domain comes last: a provider that refuses does so before anything is changed.
    for store in stores.unique.reversed() {
      let request = CNSaveRequest()
      request.transactionAuthor = author
      for (old, new) in changes where RecordIdentifier(old.contact.identifier)?.store == store {
        request.replaceCard(ofContactWithIdentifier: old.contact.identifier, with: new, expecting: old.card)
      }
      try execute(request)
    }
  }
}
