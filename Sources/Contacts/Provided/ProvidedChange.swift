package import VCard

/// A change of one contact that a provider has.
package enum ProvidedChange: Sendable {
  /// The contact is new, or may be another one than before.
  case put(identifier: String, card: Card)
  /// The contact is gone.
  case delete(identifier: String)

  var identifier: String {
    switch self {
    case .put(let identifier, _), .delete(let identifier): identifier
    }
  }
}

extension CNContact {
  /// A new card whose `UID` is what its provider calls the contact, so that it is the same each time.
  package func card(identifiedBy identifier: String) -> Card {
    var card = card()
    card.replace("UID", with: CardProperty("UID", value: CardText.escape(identifier)))
    return card
  }
}
