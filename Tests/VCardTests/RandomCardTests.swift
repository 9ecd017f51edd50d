import TestSupport
import Testing
import VCard

/// Cards made at random are read as they were written.
@Suite struct RandomCardTests {
  /// `CARDS=1000000` makes more.
  @Test func `what is written is read again`() throws {
    var random = SeededGenerator(seed: RandomSeed.choose())
    for _ in 0..<(Machine.number("CARDS") ?? 500) {
      let version: CardVersion = random.oneIn(2) ? .v3 : .v4
      let properties = (0..<random.below(12)).map { _ in Self.property(&random) }
      let card = Card(version: version, properties: properties)
      guard case .card(let read) = CardParser.elements(of: card.bytes).first else {
        Issue.record("no card: \(String(decoding: card.bytes, as: UTF8.self).debugDescription)")
        return
      }
      #expect(read.problems == [])
      #expect(Array(read.properties.dropFirst()) == properties)
      #expect(read.bytes == card.bytes)
      for property in properties { #expect(CardText.escape(CardText.unescape(property.text)) == property.text) }
    }
  }

  private static func property(_ random: inout SeededGenerator) -> CardProperty {
    let names = ["FN", "n", "TEL", "X-A", "item1", "NOTE", "X_B-9"]
    let parameters = (0..<random.below(3)).map { _ in
      CardParameter(
        random.oneIn(5) ? "" : random.pick(names),
        values: (0...random.below(3)).map { _ in text(&random).filter { $0 != "\r\n" && $0 != "\r" } })
    }
    return CardProperty(
      group: random.oneIn(3) ? random.pick(["item1", "a.b", "G"]) : nil, random.pick(names), parameters,
      value: CardText.escape(text(&random)))
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let characters: [Character] = [
      "a", "B", " ", "\t", "\\", ",", ";", ":", "\"", "^", "'", "n", "\n", "\r", "=", "é", "€", "😀", "0", ".",
      "\u{301}",
    ]
    return String((0..<random.below(random.oneIn(5) ? 200 : 10)).map { _ in random.pick(characters) })
  }
}
