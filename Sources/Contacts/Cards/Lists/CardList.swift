import Foundation
import VCard

/// A property that a card may have several times, as labelled values of a contact.
protocol CardList: Sendable {
  associatedtype Value: NSObject, NSCopying, NSSecureCoding

  /// The names of the property, of which some imply a label.
  static var names: [String] { get }
  /// The parameters that are part of the value.
  static var parameters: [String] { get }
  /// The names of properties of the same group that are part of the value.
  static var attachments: [String] { get }

  /// The words of `TYPE` that are labels of a property.
  static func labels(of name: String) -> CardLabels
  /// The label that a name implies, without one of its own.
  static func label(impliedBy name: String) -> String?
  /// The value of a property; nil if it has none that a contact can have.
  ///
  /// - Parameter attached: The properties of its group that are part of the value.
  static func value(of property: CardProperty, attached: [CardProperty]) -> Value?
  /// A property with a value, without its label and group; nil if no card can have the value.
  static func property(_ value: Value, _ form: CardForm) -> CardProperty?
  /// What belongs into the same group: texts by the names of properties.
  static func attached(_ value: Value, _ form: CardForm) -> [(name: String, text: String)]
  static func isEqual(_ first: Value, _ second: Value) -> Bool
}

extension CardList {
  static var parameters: [String] { [] }
  static var attachments: [String] { [] }
  static func labels(of name: String) -> CardLabels { .places }
  static func label(impliedBy name: String) -> String? { nil }
  static func attached(_ value: Value, _ form: CardForm) -> [(name: String, text: String)] { [] }
  static func isEqual(_ first: Value, _ second: Value) -> Bool { first.isEqual(second) }
}

/// What decides how a value is written.
struct CardForm {
  let version: CardVersion
  let label: String?
  /// The property that it replaces.
  let old: CardProperty?
  /// The properties of its group.
  let attached: [CardProperty]
  /// The names of the list's other properties in the card.
  let others: Set<String>

  /// Whether a property of version 4.0 is meant: the card is of that version, or the old property is of that name.
  ///
  /// - Parameters:
  ///   - name: The name in version 4.0.
  ///   - others: Those that programs use in any version.
  func prefers(_ name: String, over others: [String]) -> Bool {
    guard let old, old.isNamed(oneOf: [name] + others) else { return version == .v4 }
    return old.isNamed(name)
  }
}
