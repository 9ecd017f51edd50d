import Testing

@testable import FileProviderWebDAV

/// Which cards count as the same: a difference that a user may have made never does.
@Suite struct ComparableCardTests {
  private func card(_ lines: [String]) throws -> ComparableCard {
    try #require(
      ComparableCard(
        (["BEGIN:VCARD", "VERSION:3.0", "UID:1"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n").utf8))
  }

  @Test(arguments: [
    (["FN:A", "NOTE:x"], ["NOTE:x", "FN:A"]),
    (["FN:A", "PRODID:one", "REV:1"], ["FN:A", "REV:2"]),
    (["FN:Anna", "NOTE:a long line"], ["fn:An", " na", "NOTE:a long", "  line"]),
    (["TEL;TYPE=home,voice:1"], ["TEL;type=VOICE;TYPE=HOME:1"]),
    (["NOTE:a, b; c"], ["NOTE:a\\, b\\; c"]),
    (["N:A;B"], ["N:A;B;;;"]),
    (["ORG:A;"], ["ORG:A"]),
    (["item1.TEL:1", "item1.X-ABLabel:a"], ["ITEM1.X-ABLabel:a", "item1.TEL:1"]),
  ])
  func `a reserialized card is the same`(one: [String], other: [String]) throws {
    #expect(try card(one) == card(other))
  }

  @Test(arguments: [
    (["FN:A"], ["FN:B"]),
    (["FN:A"], ["FN:a"]),
    (["N:A\\;B"], ["N:A;B"]),
    (["N:A\\,B"], ["N:A,B"]),
    (["N:A\\;"], ["N:A"]),
    (["N:;A"], ["N:A"]),
    (["NOTE:a;"], ["NOTE:a"]),
    (["CATEGORIES:a,b"], ["CATEGORIES:a\\,b"]),
    (["X-PAIR:a;b"], ["X-PAIR:a\\;b"]),
    (["TEL:1", "TEL:2"], ["TEL:2", "TEL:1"]),
    (["TEL:1", "TEL:1"], ["TEL:1"]),
    (["TEL;TYPE=home:1"], ["TEL;TYPE=work:1"]),
    (["FN;SORT-AS=\"a,b\":A"], ["FN;SORT-AS=a,b:A"]),
    (["FN;X-NAME=a:A"], ["FN;X-NAME=A:A"]),
    (["NOTE:e\u{301}"], ["NOTE:\u{e9}"]),
    (["FN:A", "no property"], ["FN:A"]),
    (
      ["item1.TEL:1", "item2.TEL:2", "item1.X-ABLabel:a", "item2.X-ABLabel:b"],
      ["item1.TEL:1", "item2.TEL:2", "item2.X-ABLabel:a", "item1.X-ABLabel:b"]
    ),
  ])
  func `a card that differs in anything else is another one`(one: [String], other: [String]) throws {
    #expect(try card(one) != card(other))
  }

  @Test func `bytes that are no text are compared as bytes`() throws {
    func card(_ byte: UInt8) throws -> ComparableCard {
      try #require(
        ComparableCard(
          Array("BEGIN:VCARD\r\nVERSION:3.0\r\nUID:1\r\nNOTE:".utf8) + [byte] + Array("\r\nEND:VCARD\r\n".utf8)))
    }
    #expect(try card(0xE9) == card(0xE9))
    #expect(try card(0xE9) != card(0xEA))
  }

  @Test(arguments: ["", "x", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD\r\n"])
  func `only one card with a UID can be compared`(text: String) {
    #expect(ComparableCard(text.utf8) == nil)
  }
}
