/// The question whether the user suppressed one of the provider's alerts, which the provider stores.
package struct InteractionQuestion: Hashable, Sendable {
  /// The suppression identifier of the alert.
  package var identifier: String
  /// Whether the user suppresses it now.
  package var suppresses: Bool

  private static let longestIdentifier = 8192

  package init(_ identifier: String, suppresses: Bool = false) {
    self.identifier = identifier
    self.suppresses = suppresses
  }

  package var payload: [UInt8] {
    var writer = PayloadWriter()
    writer.add(UInt8(suppresses ? 1 : 0))
    writer.add(identifier, atMost: Self.longestIdentifier)
    return writer.bytes
  }

  /// - Throws: When it is not whole.
  package init(_ payload: [UInt8]) throws(ProtocolError) {
    var reader = PayloadReader(payload)
    suppresses = try reader.number(UInt8.self) != 0
    identifier = try reader.text(atMost: Self.longestIdentifier)
  }
}

/// The provider's answer about an alert.
package enum InteractionAnswer: UInt8, Sendable {
  /// It keeps nothing of the kind.
  case notKept = 0
  case shown = 1
  case suppressed = 2

  package var payload: [UInt8] { [rawValue] }

  /// - Throws: When it is none.
  package init(_ payload: [UInt8]) throws(ProtocolError) {
    var reader = PayloadReader(payload)
    let number = try reader.number(UInt8.self)
    guard let answer = InteractionAnswer(rawValue: number) else { throw ProtocolError("an answer of kind \(number)") }
    self = answer
  }
}
