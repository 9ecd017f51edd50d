import TestSupport
import Testing
import VCard

/// Whatever the bytes are, the parser ends, loses nothing, and reads what it writes.
@Suite struct CardFuzzTests {
  /// `CARD_INPUTS=1000000` tries more; they are the same cards, with other bytes in random places.
  @Test func `changed cards are read without a loss`() {
    var random = SeededGenerator(seed: RandomSeed.choose())
    for _ in 0..<(Machine.number("CARD_INPUTS") ?? 3000) {
      if let failure = Self.failure(of: Self.input(&random), &random) {
        Issue.record("\(failure)")
        return
      }
    }
  }

  /// Inputs that were read wrongly once, and others that parsers fail at.
  @Test(arguments: Self.known) func `known inputs are read without a loss`(input: String) {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20 { #expect(Self.failure(of: Array(input.utf8), &random) == nil) }
  }

  /// Each byte is looked at a limited number of times: a quadratic parser would take hours for these.
  @Test(arguments: [
    "BEGIN:VCARD\n", "BEGIN:VCARD\nAGENT:\n", "\n", " \n", "=", "a;", "\"", "BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE:a=\n",
    "\\;", ";A=\"",
    "BEGIN:VCARD\nA;", "=\t", "^", "BEGIN:VCARD\nEND:VCARD\n",
  ])
  func `hostile inputs are read in one go`(part: String) {
    for beginning in ["", "BEGIN:VCARD\nVERSION:2.1\nNOTE;QUOTED-PRINTABLE:", "BEGIN:VCARD\nA"] {
      var input = Array(beginning.utf8)
      while input.count < 1 << 18 { input += part.utf8 }
      let elements = CardParser.elements(of: input + Array("\nEND:VCARD\n".utf8))
      var size = 0
      for element in elements {
        size += element.bytes.count
        guard case .card(let card) = element else { continue }
        for property in card.properties { _ = CardText.split(CardText.unescape(property.text), at: ";") }
      }
      #expect(size == input.count + 11)
    }
  }

  private static let known = [
    "BEGIN:VCARD", "BEGIN:VCARD\nEND:VCARD", "END:VCARD\n", "BEGIN:VCARD\n \n\tx\nEND:VCARD\n",
    "BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE:=\n\n x=\nEND:VCARD\n", "BEGIN:VCARD\nA;B=\"\n C\":d\nEND:VCARD\n",
    "BEGIN:VCARD\nVERSION:2.1\nAGENT:\n\nBEGIN:VCARD\n\nEND:VCARD\n\nEND:VCARD\n\n", "BEGIN:VCARD\nA:\rb\nEND:VCARD\r",
    "BEGIN:VCARD\nAGENT:\nBEGIN:VCARD\nEND:VCARD", "BEGIN:VCARD\n.A:b\nA.:b\n..:c\nEND:VCARD\n",
    "BEGIN:VCARD\nA;:;=:,=\nA;,:\nEND:VCARD\n",
    "BEGIN:VCARD\nVERSION:2.1\nA;ENCODING=b;BASE64:=\nB;8BIT,x:\nEND:VCARD\n", "BEGIN:VCARD\nA:\u{0}\u{1}\nEND:VCARD\n",
    "BEGIN:VCARD\nVERSION:\n 3.0\nEND:VCARD\n",
    // A property that would begin a card without its parameters.
    "BEGIN:VCARD\nVERSION:2.1\nBEGIN;QUOTED-PRINTABLE:VCARD\nend;CHARSET=a:VCARD\nEND:VCARD\n",
    // A value that ends like a soft line break, written anew.
    "BEGIN:VCARD\nVERSION:3.0\nN;X;ENCODING=QUOTED-PRINTABLE:=93=63=\n=2==\n\nTEL:1\nEND:VCARD\n",
  ]

  /// What is wrong with how an input is read, if anything is.
  private static func failure(of input: [UInt8], _ random: inout SeededGenerator) -> String? {
    let text = String(decoding: input, as: UTF8.self).debugDescription
    let elements = CardParser.elements(of: input)
    if elements.flatMap(\.bytes) != input { return "something is lost of \(text)" }
    // In pieces it is read as it is at once.
    var parser = CardParser()
    var pieces: [CardParser.Element] = []
    var rest = input[...]
    while !rest.isEmpty {
      let piece = rest.prefix(1 + random.below(40))
      parser.append(piece)
      rest.removeFirst(piece.count)
      while let element = parser.next() { pieces.append(element) }
    }
    parser.finish()
    while let element = parser.next() { pieces.append(element) }
    if pieces != elements { return "in pieces it is read differently: \(text)" }
    for case .card(let card) in elements {
      let properties = Array(card.upgraded.properties)
      let version = card.upgraded.version
      // Once more, since a carriage return within a line is written as a line break.
      guard let written = rewrite(properties, version), let again = rewrite(written, version) else {
        return "what is written anew is no card: \(text)"
      }
      if written != again || properties.map(\.name) != written.map(\.name) {
        return "what is written anew differs: \(text)"
      }
      for property in properties { _ = (property.text, property.types, property.data) }
    }
    return nil
  }

  private static func rewrite(_ properties: [CardProperty], _ version: CardVersion) -> [CardProperty]? {
    let bytes = Card(version: version, properties: properties).bytes
    let elements = CardParser.elements(of: bytes)
    guard elements.count == 1, case .card(let card) = elements[0], card.problems.isEmpty else { return nil }
    return Array(card.properties.dropFirst())
  }

  private static let seeds = [
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Baker;Anna;;Dr.;\r\nFN:Anna Baker\r\nitem1.TEL;TYPE=HOME,VOICE:+1 555\r\nitem1.X-ABLabel:x\r\nEND:VCARD\r\n",
    "BEGIN:VCARD\nVERSION:4.0\nFN;X=\"a;b\",^n:An\n na\nPHOTO:data:image/png;base64,AQID\nEND:VCARD\n\n",
    "BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=SHIFT_JIS:=93=63=\n=92=86;b\nAGENT:\nBEGIN:VCARD\nEND:VCARD\nTEL;HOME:1\nEND:VCARD\n",
  ]

  private static let fragments = [
    "BEGIN:VCARD\n", "END:VCARD\n", "\n", "\r\n", " ", "\t", "=\n", ":", ";", ",", "\"", "^", "\\", "=", "AGENT:\n",
    "VERSION:2.1\n", ".",
    ";QUOTED-PRINTABLE", ";BASE64", ";CHARSET=utf-16",
  ]

  private static func input(_ random: inout SeededGenerator) -> [UInt8] {
    var input = (0...random.below(3)).flatMap { _ in random.pick(seeds).utf8 }
    for _ in 0..<random.below(12) {
      let place = random.below(input.count + 1)
      let end = min(input.count, place + random.below(random.oneIn(4) ? 30 : 3))
      switch random.below(4) {
      case 0: input.removeSubrange(place..<end)
      case 1: input.replaceSubrange(place..<end, with: random.bytes(end - place))
      case 2: input.insert(contentsOf: random.pick(fragments).utf8, at: place)
      default: input.insert(contentsOf: input[place..<end], at: random.below(input.count + 1))
      }
    }
    return input
  }
}
