import Foundation
package import VCard

extension CNContact {
  /// The contact that a card describes.
  ///
  /// The identifiers of its labelled values depend on their property and value alone: a card that is read again has the same ones.
  ///
  /// - Parameters:
  ///   - identifier: The contact's identifier; without one it gets a new one. The card's `UID` is none.
  ///   - keys: The properties that are needed, the others may be missing; nil for all.
  package convenience init(card: Card, identifier: String? = nil, keys: Set<String>? = nil) {
    self.init(values: ContactValues(card: card, identifier: identifier, keys: keys))
  }

  /// A new card of the contact. Properties that were not fetched are left out.
  package func card(version: CardVersion = .v3) -> Card {
    let isUUID = UUID(uuidString: identifier) != nil
    let uid = version == .v4 && isUUID ? "urn:uuid:\(identifier)" : CardText.escape(identifier)
    var card = card(updating: Card(version: version, properties: [CardProperty("UID", value: uid)]), base: nil)
    NameField().complete(&card, with: values)
    return card
  }

  /// A card with the contact's properties in place of its own.
  ///
  /// Lines that have the same meaning as before stay byte for byte, as do those without a property of contacts. A card of version 2.1 becomes one of 3.0
  /// if anything changes.
  ///
  /// Of a changed copy of a contact that was fetched, the changes alone are written: what another program changed meanwhile stays. Where that is not known,
  /// the contact has been made anew, for instance, all of its properties are.
  ///
  /// - Parameter card: The card from which the contact was read, perhaps changed since. What was not fetched stays as it is there.
  package func card(updating card: Card) -> Card { self.card(updating: card, base: original?.values) }

  private func card(updating card: Card, base: ContactValues?) -> Card {
    let before = ContactValues(card: card)
    var merge = ContactMerge(
      keys: fetchedKeys, base: base, baseKeys: original?.fetchedKeys, changed: values, result: before)
    merge.visitAll()
    let after = merge.result
    var result = card.upgraded
    result.write(after, insteadOf: before)
    // An upgrade alone is no change.
    if result == card.upgraded { return card }
    // What other lines imply may have changed: a card without `N` has the name of `FN`.
    result.write(after, insteadOf: ContactValues(card: result))
    NameField().complete(&result, with: after)
    return result
  }
}

extension Card {
  fileprivate mutating func write(_ values: ContactValues, insteadOf before: ContactValues) {
    for field in CardFields.all { field.write(values, insteadOf: before, to: &self) }
  }
}

extension ContactValues {
  /// What a card says.
  ///
  /// - Parameters:
  ///   - identifier: The contact's identifier; without one it gets a new one.
  ///   - keys: The properties that are needed, the others may be missing; nil for all.
  init(card: Card, identifier: String? = nil, keys: Set<String>? = nil) {
    if let identifier { self.init(identifier: identifier) } else { self.init() }
    let name = NameField()
    let needsAll = keys.map { !$0.isDisjoint(with: name.keys) && !name.isNamed(card) } ?? true
    for field in CardFields.all.reversed() where needsAll || keys.map({ !$0.isDisjoint(with: field.keys) }) ?? true {
      field.read(card, into: &self)
    }
  }
}
