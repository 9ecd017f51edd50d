package import Foundation

/// What the card of a linked contact says about that.
package struct CardLink: Hashable, Sendable {
  /// What the cards of linked contacts have in common.
  package let id: UUID
  /// Tells these cards apart. A copy of one of them has the same number. It is chosen at random: two machines may add cards to a link at the same time.
  package let number: Int

  package init(id: UUID, number: Int) {
    self.id = id
    self.number = number
  }

  /// What joins a card to those with a link.
  init(joining id: UUID) { self.init(id: id, number: .random(in: 1...Int(UInt32.max))) }

  /// - Parameter text: As ``text`` is.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = UUID(uuidString: String(parts[0])), let number = Int(parts[1]) else { return nil }
    self.init(id: id, number: number)
  }

  var text: String { "\(id.uuidString);\(number)" }
}
