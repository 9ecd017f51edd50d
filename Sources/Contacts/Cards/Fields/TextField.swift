import VCard

/// A property with a text.
struct TextField: CardField {
  let name: String
  let text: WritableKeyPath<ContactValues, String> & Sendable
  let keys: [String]

  init(_ name: String, _ text: WritableKeyPath<ContactValues, String> & Sendable, _ key: String) {
    self.name = name
    self.text = text
    keys = [key]
  }

  func read(_ card: Card, into values: inout ContactValues) {
    if let property = card.first(name) { values[keyPath: text] = property.plainText }
  }

  func write(_ values: ContactValues, insteadOf before: ContactValues, to card: inout Card) {
    let new = values[keyPath: text]
    if new == before[keyPath: text] { return }
    let escaped = CardText.escape(new)
    card.replace(
      name, with: new.isEmpty ? nil : card.first(name)?.replacing(value: escaped) ?? CardProperty(name, value: escaped))
  }
}
