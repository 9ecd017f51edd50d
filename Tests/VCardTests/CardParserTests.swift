import Testing
import VCard

/// A stream is divided into cards and what is none, and nothing of it is lost.
@Suite struct CardParserTests {
  private func cards(_ text: String) -> [Card] {
    CardParser.elements(of: text.utf8).compactMap { if case .card(let card) = $0 { card } else { nil } }
  }

  private func problems(_ text: String) -> [String] {
    CardParser.elements(of: text.utf8).flatMap { element -> [String] in
      switch element {
      case .card(let card): card.problems.map(\.description)
      case .broken(let problem, _): [problem.description]
      }
    }
  }

  /// Lines that begin with a blank continue the line before. In version 2.1 the blank is part of the text.
  @Test(arguments: [("4.0", "abcdef"), ("3.0", "abcdef"), ("2.1", "ab cd\tef")])
  func `folded lines are joined`(version: String, note: String) throws {
    let card = try #require(cards("BEGIN:VCARD\nVERSION:\(version)\nNOTE:ab\n cd\r\n\tef\nEND:VCARD\n").first)
    #expect(card.first("note")?.text == note)
    #expect(card.properties.map(\.name) == ["VERSION", "NOTE"])
  }

  /// A soft line break continues a quoted-printable value, and the value may look like a property.
  @Test func `quoted-printable values have soft line breaks`() throws {
    let text = """
      BEGIN:VCARD
      VERSION:2.1
      N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg;=
      ;Dr.;
      NOTE;QUOTED-PRINTABLE:a=
      TEL:1=0D=0Ab=
      TEL:2
      END:VCARD

      """
    let card = try #require(cards(text).first)
    #expect(card.first("N")?.text == "Müller;Jörg;;Dr.;")
    #expect(card.first("NOTE")?.text == "aTEL:1\r\nbTEL:2")
    #expect(card.first("TEL") == nil)
    // An equals sign at the end of another value is no soft line break, and none takes the end of the card.
    #expect(cards("BEGIN:VCARD\nVERSION:3.0\nURL:a=\nTEL:2\nEND:VCARD\n").first?.first("TEL")?.text == "2")
    #expect(cards("BEGIN:VCARD\nVERSION:2.1\nNOTE;QUOTED-PRINTABLE:a=\nEND:VCARD\n").count == 1)
  }

  @Test(
    arguments: [
      ("SHIFT_JIS", [0x93, 0x63, 0x92, 0x86], "田中"), ("utf-8", [0xc3, 0xa9], "é"), ("KOI8-R", [0xc1], "а"),
      ("GB2312", [0xb0, 0xa1], "啊"), ("windows-1252", [0x80], "€"), ("unheard-of", [0x80], "€"),
    ] as [(String, [UInt8], String)])
  func `values have character sets`(name: String, bytes: [UInt8], text: String) throws {
    let line = Array("BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=\(name):".utf8) + bytes + Array("\nEND:VCARD\n".utf8)
    guard case .card(let card) = CardParser.elements(of: line).first else {
      Issue.record("no card")
      return
    }
    #expect(card.first("FN")?.text == text)
    #expect(card.upgraded.first("FN")?.value == Array(text.utf8))
  }

  /// Parameters have lists, quotation marks and the escapes of RFC 6868; those of version 2.1 may have no name.
  @Test func `parameters are read`() throws {
    let card = try #require(
      cards(
        """
        BEGIN:VCARD
        VERSION:4.0
        item1.TEL;TYPE="home,cell";X="a:b;c,d",e;Y=^'q^'^n^^^x;PREF=1:+1
        END:VCARD
        BEGIN:VCARD
        VERSION:2.1
        TEL;HOME;VOICE;X=^n:+1
        PHOTO;BASE64;JPEG:AQID
        END:VCARD

        """
      ).first)
    let phone = try #require(card.first("TEL"))
    #expect(phone.group == "item1")
    #expect(phone.types == ["home", "cell"])
    #expect(phone.values(of: "x") == ["a:b;c,d", "e"])
    #expect(phone.values(of: "y") == ["\"q\"\n^^x"])
    #expect(phone.values(of: "pref") == ["1"])
    let old = try #require(
      cards("BEGIN:VCARD\nVERSION:2.1\nTEL;HOME;VOICE;X=^n:1\nPHOTO;BASE64;JPEG:AQID\nEND:VCARD").first)
    #expect(old.first("TEL")?.types == ["home", "voice"])
    #expect(old.first("TEL")?.values(of: "X") == ["^n"])
    #expect(old.first("PHOTO")?.types == ["jpeg"])
    #expect(old.first("PHOTO")?.data == .init([1, 2, 3]))
  }

  @Test func `data is read from base 64 and from URLs`() throws {
    let card = try #require(
      cards(
        """
        BEGIN:VCARD
        VERSION:4.0
        PHOTO;ENCODING=b:AQ
         ID
        LOGO:data:image/png;base64,AQID
        SOUND:data:,a%20b
        KEY:https://example.org/
        END:VCARD

        """
      ).first)
    #expect(card.first("PHOTO")?.data == .init([1, 2, 3]))
    #expect(card.first("LOGO")?.data == .init([1, 2, 3]))
    #expect(card.first("SOUND")?.data == .init("a b".utf8))
    #expect(card.first("KEY")?.data == nil)
  }

  /// The value of `AGENT` in version 2.1 is a card.
  @Test func `a card inside of a card is one of its values`() throws {
    let text = "BEGIN:VCARD\nVERSION:2.1\nFN:a\nAGENT:\nBEGIN:VCARD\nFN:b\nEND:VCARD\nTEL:1\nEND:VCARD\n"
    let cards = cards(text)
    #expect(cards.count == 1)
    #expect(cards[0].properties.map(\.name) == ["VERSION", "FN", "AGENT", "TEL"])
    #expect(
      String(decoding: cards[0].upgraded.bytes, as: UTF8.self)
        == "BEGIN:VCARD\nVERSION:3.0\nFN:a\nAGENT:BEGIN:VCARD\\nFN:b\\nEND:VCARD\nTEL:1\nEND:VCARD\n")
  }

  @Test func `a card of version 2.1 is written as 3.0`() throws {
    let text = """
      BEGIN:VCARD
      VERSION:2.1
      TEL;HOME;VOICE:1
      NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C3=A9=0D=0Ab\\;c
      PHOTO;BASE64;JPEG:AQID
      X-OTHER;A=b:c
      END:VCARD

      """
    let expected = """
      BEGIN:VCARD
      VERSION:3.0
      TEL;TYPE=HOME;TYPE=VOICE:1
      NOTE:é\\nb\\;c
      PHOTO;TYPE=JPEG;ENCODING=b:AQID
      X-OTHER;A=b:c
      END:VCARD

      """
    #expect(try String(decoding: #require(cards(text).first).upgraded.bytes, as: UTF8.self) == expected)
  }

  /// Each problem has the number of its line in the stream, and a card with a line that could not be read is one all the same.
  @Test(
    arguments: [
      ("", []),
      ("hello\nBEGIN:VCARD\nVERSION:3.0\nEND:VCARD\n", ["line 1: text outside of a card"]),
      ("\u{feff}BEGIN:VCARD\nVERSION:3.0\nEND:VCARD\n\n\n", []),
      ("BEGIN:VCARD\nVERSION:3.0\nEND:VCARD\n\n\nhello", ["line 6: text outside of a card"]),
      ("BEGIN:VCARD\nVERSION:3.0\nFN:a", ["line 1: the card has no END:VCARD"]),
      (
        "BEGIN:VCARD\nVERSION:3.0\nFN:a\nBEGIN:VCARD\nVERSION:3.0\nEND:VCARD\n",
        ["line 1: the card has no END:VCARD"]
      ),
      ("BEGIN:VCARD\nEND:VCARD\n", ["line 1: the card has no VERSION"]),
      ("BEGIN:VCARD\nVERSION:5.0\nEND:VCARD\n", ["line 1: the card has an unknown VERSION"]),
      (
        "BEGIN:VCARD\r\nversion: 4.0\r\n\r\nFN:a\r\n b\r\nnothing\r\n:c\r\nf n:d\r\nA;B=\"c:d\r\nA;B=\"c\r\nEND:VCARD\r\n",
        [
          "line 6: the line has no colon", "line 7: the line does not begin with the name of a property",
          "line 8: the line does not begin with the name of a property", "line 10: the line has no colon",
        ]
      ),
      ("begin:vcard \nVERSION:3.0\nend:vcard\t\nEND:VCARD\n", ["line 4: text outside of a card"]),
    ] as [(String, [String])])
  func `problems have lines and reasons`(text: String, expected: [String]) {
    #expect(problems(text) == expected)
  }

  /// What is larger than a parser's limit is divided: memory is bounded also where nothing ends.
  @Test(arguments: [
    "BEGIN:VCARD\nNOTE:", "BEGIN:VCARD\nAGENT:\nBEGIN:VCARD\n", "x", "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD\n",
  ])
  func `an element larger than the limit is divided`(beginning: String) {
    for filling in [UInt8(ascii: "x"), UInt8(ascii: "\n")] {
      var parser = CardParser(limit: 1000)
      parser.append(beginning.utf8)
      var size = 0
      for _ in 0..<100 {
        parser.append(repeatElement(filling, count: 100))
        while let element = parser.next() {
          #expect(element.bytes.count <= 1100)
          size += element.bytes.count
        }
      }
      #expect(beginning.utf8.count + 10_000 - size <= 1100)
      // The next card is read all the same.
      parser.append("\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:a\nEND:VCARD\n".utf8)
      parser.finish()
      var last: CardParser.Element?
      while let element = parser.next() {
        last = element
        size += element.bytes.count
      }
      #expect(size == beginning.utf8.count + 10_000 + 50)
      guard case .card(let card) = last else {
        Issue.record("no card")
        continue
      }
      #expect(card.first("FN")?.text == "a")
    }
  }
}
