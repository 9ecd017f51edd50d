import Foundation
import VCard

/// A property whose value has several components. Those that a contact has no property for stay as they are.
struct ComponentsField: CardField {
  let name: String
  let texts: [WritableKeyPath<ContactValues, String> & Sendable]
  let keys: [String]
  /// The least number of components that are written.
  let count: Int

  init(
    _ name: String, _ texts: [WritableKeyPath<ContactValues, String> & Sendable], _ keys: [String], count: Int = 1
  ) {
    self.name = name
    self.texts = texts
    self.keys = keys
    self.count = count
  }

  func read(_ card: Card, into values: inout ContactValues) {
    guard let property = card.first(name) else { return }
    for (text, component) in zip(texts, property.components) { values[keyPath: text] = read(component) }
  }

  func write(_ values: ContactValues, insteadOf before: ContactValues, to card: inout Card) {
    if texts.allSatisfy({ values[keyPath: $0] == before[keyPath: $0] }) { return }
    let property = card.first(name)
    var components = property?.components ?? []
    components += Array(repeating: "", count: max(0, texts.count - components.count))
    for (index, text) in texts.enumerated() where read(components[index]) != values[keyPath: text] {
      components[index] = CardText.escape(values[keyPath: text])
    }
    while components.count > count, components.last == "" { components.removeLast() }
    let value = components.joined(separator: ";")
    let new = property?.replacing(value: value) ?? CardProperty(name, value: value)
    card.replace(name, with: components.allSatisfy(\.isEmpty) ? nil : new)
  }

  /// A component without escapes. Of a list, as “Philip,Paul” in a name, the words are separated by spaces.
  private func read(_ component: String) -> String {
    let parts = CardText.split(component, at: ",")
    if parts.count == 1 || name == "ORG" { return CardProperty.plain(component) }
    return parts.map { CardProperty.plain($0).trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
