/// What is wrong in a stream of cards, and where.
package struct CardProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of problem.
  package enum Reason: String, Sendable {
    /// Text outside of a card.
    case outsideOfCard = "text outside of a card"
    /// The stream ends, or another card begins, before `END:VCARD`.
    case noEnd = "the card has no END:VCARD"
    /// The card is larger than the reader's limit.
    case tooLarge = "the card is too large"
    /// A line without a colon.
    case noColon = "the line has no colon"
    /// The name of the property is missing, or has characters that names do not have.
    case invalidName = "the line does not begin with the name of a property"
    /// The card has no `VERSION`.
    case noVersion = "the card has no VERSION"
    /// A version that is none of ``CardVersion``.
    case unknownVersion = "the card has an unknown VERSION"
  }

  /// The number of the line in the stream; the first is 1. Continuations count.
  package let line: Int
  package let reason: Reason

  package init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }

  package var description: String { "line \(line): \(reason.rawValue)" }
}
