import Contacts
import Foundation
import TestSupport
import Testing
import VCard

/// What is written to a card is read from it, and the rest of the card stays.
@Suite struct CardRoundTripTests {
  /// `CONTACTS=100000` makes more.
  @Test(arguments: [CardVersion.v3, .v4]) func `contacts are read as they were written`(version: CardVersion) throws {
    var source = RandomContact(seed: RandomSeed.choose())
    for _ in 0..<(Machine.number("CONTACTS") ?? 40) {
      let contact = source.contact()
      let card = try CardTexts.card(contact.card(version: version).written)
      #expect(card.problems == [])
      #expect(card.version == version)
      #expect(card.first("N") != nil || version == .v4)
      #expect(card.first("FN") != nil)
      let read = CNContact(card: card)
      try #require(read.contents == contact.contents, "\(card.written)")
      #expect(read.card(updating: card) == card)
      #expect(CNContact(card: card, identifier: read.identifier) == read)
    }
  }

  /// Lines that no property of the contact is in, or whose property was not changed, stay byte for byte and in order.
  @Test(arguments: [CardVersion.v3, .v4]) func `a change leaves the other lines as they were`(version: CardVersion)
    throws
  {
    var source = RandomContact(seed: RandomSeed.choose())
    for _ in 0..<(Machine.number("CONTACTS") ?? 40) {
      let card = try CardTexts.card(Self.scattered(source.contact().card(version: version), &source))
      let contact = try #require(CNContact(card: card).mutableCopy() as? CNMutableContact)
      let key = source.random.pick(RandomContact.lists)
      source.change([key], of: contact)
      let after = try CardTexts.card(contact.card(updating: card).written)
      let read = CNContact(card: after)
      try #require(read.contents == contact.contents, "\(key)\n\(card.written)\n\(after.written)")
      #expect(after.problems.count == card.problems.count)
      let isSame = Self.others(key, after) == Self.others(key, card)
      try #require(isSame, "\(key)\n\(card.written)\n\(after.written)")
    }
  }

  /// Whatever a card has, what is written onto it is read again.
  @Test func `any card can be changed`() throws {
    var source = RandomContact(seed: RandomSeed.choose())
    let lines = [
      "N:B;A;;;", "FN:A B", "a.TEL;TYPE=CELL:1", "a.X-ABLabel:Boat", "TEL;TYPE=HOME;VALUE=uri:tel:+1", "ORG:E;F;G",
      "KIND:org", "EMAIL;TYPE=INTERNET:a", "IMPP:xmpp:a", "X-JABBER:a", "BDAY:19840415",
      "BDAY;CALSCALE=hebrew:57500102",
      "ANNIVERSARY:20100901", "X-ANNIVERSARY:2010-09-01", "b.X-ABDATE:2010-09-02", "b.X-ABLabel:_$!<Home>!$_",
      "RELATED;TYPE=SPOUSE:Eve", "X-SPOUSE:Eve", "X-SOCIALPROFILE;TYPE=x;X-USER=a:x-apple:a", "URL;TYPE=HOME:http://a",
      "SOCIALPROFILE;SERVICE-TYPE=x;TYPE=work:http://a", "b.ADR;TYPE=HOME:;;a;b;c;d;e", "b.X-ABADR:de",
      "ADR;CC=fr:a;b;c",
      "PHOTO:data:image/png;base64,iVBORw==", "NOTE:n", "TITLE:t", "NICKNAME:n", "a.EMAIL:b",
    ]
    for _ in 0..<(Machine.number("CONTACTS") ?? 40) {
      let some = (0..<source.random.below(20)).map { _ in source.random.pick(lines) }
      var text = Array(some.joined(separator: "\r\n").utf8)
      for _ in 0..<source.random.below(4) where !text.isEmpty {
        text[source.random.below(text.count)] = source.random.pick(Array(";:,.=\\aN1 -".utf8))
      }
      let version = source.random.pick(["2.1", "3.0", "4.0"])
      let card = try CardTexts.card(lines: [String(decoding: text, as: UTF8.self)], version: version)
      let contact = try #require(CNContact(card: card).mutableCopy() as? CNMutableContact)
      #expect(contact.card(updating: card).written == card.written)
      let keys = RandomContact.lists.filter { _ in source.random.oneIn(2) }
      source.change(keys, of: contact)
      if source.random.oneIn(3) { contact.familyName = source.text() }
      let after = try CardTexts.card(contact.card(updating: card).written)
      let isSame = CNContact(card: after).contents == contact.contents
      try #require(
        isSame, "\(keys) \(card.written)\n\(after.written)\n\(contact.contents)\n\(CNContact(card: after).contents)")
    }
  }

  /// The card's text with the lines of other programs between its own, folded and written in other ways.
  private static func scattered(_ card: Card, _ source: inout RandomContact) -> String {
    let foreign = [
      "x-unknown;a=\"b:c\";D=e,f:\\q\r\n", "other.X-ABLabel:nobody's\r\n", "ROLE:x\r\n  y\r\n", "nonsense\r\n",
      "CATEGORIES:a,b\r\n", "KEY;ENCODING=b:AAAA\r\n", "other.X-THING:1\n", "REV:20200101T000000Z\r\n",
    ]
    var text = ""
    for line in card.written.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast() {
      if !line.hasPrefix(" "), !line.hasPrefix("BEGIN"), !line.hasPrefix("VERSION"), source.random.oneIn(3) {
        text += source.random.pick(foreign)
      }
      text += line + "\r\n"
    }
    return text
  }

  /// The lines that do not belong to a key.
  private static func others(_ key: String, _ card: Card) -> [String] {
    let names = [
      CNContactPhoneNumbersKey: ["TEL"], CNContactEmailAddressesKey: ["EMAIL"], CNContactUrlAddressesKey: ["URL"],
      CNContactRelationsKey: ["X-ABRELATEDNAMES", "RELATED"], CNContactDatesKey: ["X-ABDATE", "ANNIVERSARY"],
      CNContactPostalAddressesKey: ["ADR"], CNContactSocialProfilesKey: ["X-SOCIALPROFILE", "SOCIALPROFILE"],
      CNContactInstantMessageAddressesKey: ["IMPP"],
    ][key, default: []]
    let groups = Set(card.properties.filter { names.contains($0.name) }.compactMap(\.group))
    return card.lines.filter { line in
      guard let property = line.property else { return true }
      // A name depends on addresses where there is no other.
      return !names.contains(property.name) && property.name != "FN" && !(property.group.map(groups.contains) ?? false)
    }.map { line in
      var card = Card()
      card.lines = [line]
      return card.written
    }
  }
}
