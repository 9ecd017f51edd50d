import VCard

/// Properties of a contact, and the lines of a card that have them.
protocol CardField: Sendable {
  /// The keys of the properties.
  var keys: [String] { get }

  /// Reads the properties; those that the card does not have stay as they are.
  func read(_ card: Card, into values: inout ContactValues)

  /// Changes the lines whose meaning differs, and no others.
  ///
  /// - Parameters:
  ///   - before: What was read from the card.
  ///   - card: Of version 3.0 or 4.0.
  func write(_ values: ContactValues, insteadOf before: ContactValues, to card: inout Card)
}
