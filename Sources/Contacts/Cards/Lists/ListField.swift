import Foundation
import VCard

/// Labelled values, each of which is a property.
struct ListField<List: CardList>: CardField {
  typealias Values = [CNLabeledValue<List.Value>]

  let list: WritableKeyPath<ContactValues, Values> & Sendable
  let keys: [String]

  init(_ list: WritableKeyPath<ContactValues, Values> & Sendable, _ key: String) {
    self.list = list
    keys = [key]
  }

  func read(_ card: Card, into values: inout ContactValues) {
    // A key path would be made anew at each call here, where the type is generic: a fifth of the time of a new contact.
    values[keyPath: list] = CardEntry<List>.entries(in: card).map { $0.labelledValue }
  }

  func write(_ values: ContactValues, insteadOf before: ContactValues, to card: inout Card) {
    let new = values[keyPath: list]
    if Self.isSame(new, before[keyPath: list]) { return }
    var editor = ListEditor<List>(card)
    editor.replace(with: new)
    card.lines = editor.lines
  }

  private static func isSame(_ first: Values, _ second: Values) -> Bool {
    first.count == second.count
      && zip(first, second).allSatisfy { $0.label == $1.label && List.isEqual($0.value, $1.value) }
  }
}
