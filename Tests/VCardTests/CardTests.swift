import Testing
import VCard

/// What is not changed is written as it was read, and what is changed can be read again.
@Suite struct CardTests {
  private func card(_ text: String) throws -> Card {
    guard case .card(let card) = CardParser.elements(of: text.utf8).first else {
      throw CardProblem(line: 1, reason: .noEnd)
    }
    return card
  }

  /// Also the ends of lines, folding, blank lines, what cannot be read, and the letter case of names.
  @Test func `one line is replaced and the others stay as they were`() throws {
    let text = "\n\nBegin:Vcard\n\nVersion:3.0\r\nFn:A\nx-Weird;;=\"\":\\q\n Y\n\nnothing\nEND:VCARD \n"
    var card = try card(text)
    #expect(String(decoding: card.bytes, as: UTF8.self) == text)
    let index = try #require(card.lines.firstIndex { $0.property?.isNamed("FN") == true })
    card.lines[index] = CardLine(try #require(card.lines[index].property).replacing(value: "B\nEND:VCARD"))
    #expect(
      String(decoding: card.bytes, as: UTF8.self) == text.replacingOccurrences("Fn:A", with: "Fn:B\\nEND:VCARD"))
  }

  /// One after the other they are as many cards as before.
  @Test(arguments: [
    ("\u{feff}BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD\r\n"),
    ("BEGIN:VCARD\nFN:A\nEND:VCARD ", "BEGIN:VCARD\nFN:A\nEND:VCARD \n"),
    ("\nBEGIN:VCARD\nFN:A\nEND:VCARD\n\n", "\nBEGIN:VCARD\nFN:A\nEND:VCARD\n\n"),
  ])
  func `cards can be parts of a stream`(text: String, part: String) throws {
    let bytes = try card(text).streamBytes
    #expect(String(decoding: bytes, as: UTF8.self) == part)
    let count = CardParser.elements(of: bytes + bytes).count { if case .card = $0 { true } else { false } }
    #expect(count == 2)
  }

  /// RFC 6350, 3.2: 75 octets, and not within a character.
  @Test func `long lines are folded`() throws {
    let note = String(repeating: "aé€😀", count: 50)
    let card = Card(version: .v4, properties: [CardProperty("NOTE", value: note)])
    for line in String(decoding: card.bytes, as: UTF8.self).split(separator: "\r\n") {
      #expect(line.utf8.count <= 75)
      #expect(!line.unicodeScalars.contains("\u{fffd}"))
    }
    #expect(try self.card(String(decoding: card.bytes, as: UTF8.self)).first("NOTE")?.text == note)
  }

  @Test(arguments: [
    ("TEL:1 2", "1 2"), ("TEL;VALUE=uri:tel:+1-555", "+1-555"), ("TEL:TEL:%2B49", "+49"), ("TEL:tel:%", "%"),
  ])
  func `a telephone number is text or a URL`(line: String, number: String) throws {
    #expect(try card("BEGIN:VCARD\n\(line)\nEND:VCARD").first("TEL")?.telephoneNumber == number)
  }

  @Test(arguments: [
    (["NICKNAME:x", "ORG:A\\;B;C", "N:Baker;Anna;;;", "FN:Bo"], "Bo"),
    (["NICKNAME:x", "ORG:A\\;B;C", "N:Baker;Anna;;;", "FN:"], "Anna Baker"),
    (["NICKNAME:x", "ORG:A\\;B;C", "N:;;;;"], "A;B"), (["NICKNAME:x", "ORG:;C"], "x"), (["NOTE:x"], nil),
  ])
  func `a card without a name to display has another`(lines: [String], name: String?) throws {
    let text = (["BEGIN:VCARD"] + lines + ["END:VCARD"]).joined(separator: "\n")
    #expect(try card(text).displayName == name)
  }

  @Test func `text is escaped`() {
    #expect(CardText.escape("a,b;c\\d\r\ne\nf\rg") == "a\\,b\\;c\\\\d\\ne\\nf\\ng")
    #expect(CardText.unescape("a\\,b\\;c\\\\d\\ne\\Nf\\:\\q\\") == "a,b;c\\d\ne\nf:\\q\\")
    #expect(CardText.split("a\\;b;c\\\\;;d", at: ";") == ["a\\;b", "c\\\\", "", "d"])
  }

  @Test func `parameters are quoted and escaped`() throws {
    let parameters = [CardParameter("X", "a:b", "c\"d^\ne", ""), CardParameter("", "HOME")]
    let card = Card(properties: [CardProperty(group: "item1", "TEL", parameters, value: "1")])
    #expect(
      String(decoding: card.bytes, as: UTF8.self)
        == "BEGIN:VCARD\r\nVERSION:3.0\r\nitem1.TEL;X=\"a:b\",c^'d^^^ne,;HOME:1\r\nEND:VCARD\r\n")
    #expect(try self.card(String(decoding: card.bytes, as: UTF8.self)).first("TEL")?.parameters == parameters)
  }
}

extension String {
  fileprivate func replacingOccurrences(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
