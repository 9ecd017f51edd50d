import Contacts
import Foundation
import Testing
import VCard

/// Cards as the programs of several vendors write them.
@Suite struct VendorCardTests {
  @Test func `a card of Apple's is read`() throws {
    let card = try CardTexts.card(lines: [
      "PRODID:-//Apple Inc.//macOS 14.5//EN", "N:Baker;Anna;Maria;Dr.;MBA", "FN:Dr. Anna Maria Baker MBA",
      "NICKNAME:Annie", "X-MAIDENNAME:Smith", "X-PHONETIC-FIRST-NAME:An-na", "ORG:Example Ltd.;Research;Lab 2",
      "TITLE:Engineer", "EMAIL;type=INTERNET;type=HOME;type=pref:anna@example.com",
      "item1.EMAIL;type=INTERNET:a@icloud.com", "item1.X-ABLabel:iCloud",
      "TEL;type=IPHONE;type=CELL;type=VOICE;type=pref:+1 555 1", "TEL;type=HOME;type=FAX:2",
      "item2.TEL:3", "item2.X-ABLabel:Boat\\, red",
      "item3.ADR;type=HOME;type=pref:;;1 Main St\\nFlat 2;Paris;IDF;75001;France",
      "item3.X-ABADR:fr", "item3.X-APPLE-SUBLOCALITY:Marais", "item4.URL;type=pref:https\\://example.com/?a\\,b",
      "item4.X-ABLabel:_$!<HomePage>!$_", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29",
      "X-ALTBDAY;CALSCALE=hebrew:5750-01-02", "item5.X-ABDATE;type=pref:2010-09-01",
      "item5.X-ABLabel:_$!<Anniversary>!$_", "item6.X-ABRELATEDNAMES;type=pref:Eve", "item6.X-ABLabel:_$!<Sister>!$_",
      "X-SOCIALPROFILE;type=linkedin;x-user=anna:http://www.linkedin.com/in/anna",
      "X-SOCIALPROFILE;type=Mastodon;x-user=anna;x-userid=7:x-apple:anna",
      "IMPP;X-SERVICE-TYPE=Jabber;type=HOME;type=pref:xmpp:anna@example.com",
      "X-JABBER;type=HOME;type=pref:anna@example.com",
      "NOTE:One\\nTwo", "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AA", " Q", "CATEGORIES:friends", "UID:1-2",
      "X-ABUID:3\\:ABPerson",
    ])
    let contact = CNContact(card: card)
    #expect(
      contact.contents == [
        "givenName": "Anna", "familyName": "Baker", "middleName": "Maria", "namePrefix": "Dr.", "nameSuffix": "MBA",
        "nickname": "Annie", "previousFamilyName": "Smith", "phoneticGivenName": "An-na",
        "organizationName": "Example Ltd.", "departmentName": "Research", "jobTitle": "Engineer",
        "emailAddresses": "_$!<Home>!$_: anna@example.com\niCloud: a@icloud.com",
        "phoneNumbers": "iPhone: +1 555 1\n_$!<HomeFAX>!$_: 2\nBoat, red: 3",
        "postalAddresses": "_$!<Home>!$_: 1 Main St\nFlat 2|Marais|Paris||IDF|75001|France|fr",
        "urlAddresses": "_$!<HomePage>!$_: https://example.com/?a,b", "birthday": "-/-/2/29 gregorian",
        "nonGregorianBirthday": "-/5750/1/2 hebrew", "dates": "_$!<Anniversary>!$_: -/2010/9/1 gregorian",
        "contactRelations": "_$!<Sister>!$_: Eve",
        "socialProfiles": "nil: LinkedIn|anna||http://www.linkedin.com/in/anna\nnil: Mastodon|anna|7|",
        "instantMessageAddresses": "Jabber|anna@example.com".withLabel(CNLabelHome), "note": "One\nTwo",
        "imageData": "/9j/4AAQ",
      ])
    // The department changes, and the unit below it stays.
    let edited = try card.editing { $0.departmentName = "Sales" }
    #expect(edited.written == card.written.replacingOccurrences(of: ";Research;", with: ";Sales;"))
    // The copy for old programs goes with the address.
    let moved = try card.editing { $0.instantMessageAddresses = [] }
    #expect(moved.texts == card.texts.filter { !$0.contains("anna@example.com") || $0.hasPrefix("EMAIL") })
  }

  @Test func `an organization of Apple's is read`() throws {
    let card = try CardTexts.card(lines: ["N:;;;;", "FN:Example", "ORG:Example;", "X-ABShowAs:COMPANY"])
    let contact = CNContact(card: card)
    #expect(contact.contents == ["contactType": "organization", "organizationName": "Example"])
    #expect(try card.editing { $0.contactType = .person }.texts == ["N:;;;;", "FN:Example", "ORG:Example;"])
  }

  @Test func `a card of Google's is read`() throws {
    let card = try CardTexts.card(lines: [
      "FN:Anna Baker", "N:Baker;Anna;;;", "EMAIL;TYPE=INTERNET:anna@example.com", "TEL;TYPE=CELL:1", "TEL;TYPE=WORK:2",
      "item1.TEL:3", "item1.X-ABLabel:mainFax",
      "ADR;TYPE=HOME:;;1 Main St;Paris;;75001;FR;1 Main St\\n75001 Paris\\nFR",
      "item2.ORG:Example", "BDAY:19840415", "item3.URL:http\\://www.google.com/profiles/1", "item3.X-ABLabel:PROFILE",
      "item4.X-ABRELATEDNAMES:Eve", "item4.X-ABLabel:_$!<Spouse>!$_", "item5.X-ABDATE:20100901",
      "item5.X-ABLabel:_$!<Anniversary>!$_", "PHOTO:https://lh3.googleusercontent.com/contacts/x",
      "CATEGORIES:myContacts",
    ])
    let contact = CNContact(card: card)
    #expect(contact.contents["phoneNumbers"] == "_$!<Mobile>!$_: 1\n_$!<Work>!$_: 2\nmainFax: 3")
    #expect(contact.contents["postalAddresses"] == "1 Main St||Paris|||75001|FR|".withLabel(CNLabelHome))
    #expect(contact.contents["birthday"] == "-/1984/4/15 gregorian")
    #expect(contact.contents["dates"] == "-/2010/9/1 gregorian".withLabel(CNLabelDateAnniversary))
    #expect(contact.contents["urlAddresses"] == "PROFILE: http://www.google.com/profiles/1")
    #expect(contact.imageData == nil)
    // The eighth component of the address stays, and the picture that is elsewhere goes.
    let edited = try card.editing {
      let address = $0.postalAddresses[0].value.mutableCopy() as? CNMutablePostalAddress ?? CNMutablePostalAddress()
      address.city = "Rome"
      $0.postalAddresses = [$0.postalAddresses[0].settingValue(address)]
      $0.imageData = Data([0x89, 0x50, 0x4e, 0x47])
    }
    #expect(edited.first("ADR")?.text == ";;1 Main St;Rome;;75001;FR;1 Main St\\n75001 Paris\\nFR")
    #expect(edited.properties.filter { $0.isNamed("PHOTO") }.map(\.text) == ["iVBORw=="])
    #expect(edited.first("PHOTO")?.types == ["png"])
  }

  @Test func `a card of Nextcloud's is read`() throws {
    let card = try CardTexts.card(
      lines: [
        "UID:1", "PRODID:-//Nextcloud Contacts v5", "FN:Anna Baker", "TEL;TYPE=\"HOME,VOICE\":1",
        "TEL;TYPE=WORK,CELL:2",
        "EMAIL;TYPE=HOME:anna@example.com", "ADR;TYPE=HOME:;;1 Main St;Paris;;75001;France", "ANNIVERSARY:20100901",
        "BDAY:--0415", "RELATED;TYPE=SPOUSE:Eve", "RELATED;TYPE=contact:urn:uuid:5",
        "X-SOCIALPROFILE;TYPE=MASTODON:https://example.com/@anna", "IMPP;TYPE=MATRIX:@anna:example.com",
        "PHOTO:data:image/png;base64,iVBORw==", "CLOUD:anna@cloud.example.com", "GENDER:F",
      ], version: "4.0")
    let contact = CNContact(card: card)
    #expect(
      contact.contents == [
        "givenName": "Anna Baker", "phoneNumbers": "_$!<Home>!$_: 1\n_$!<Mobile>!$_: 2",
        "emailAddresses": "anna@example.com".withLabel(CNLabelHome),
        "postalAddresses": "1 Main St||Paris|||75001|France|".withLabel(CNLabelHome),
        "dates": "-/2010/9/1 gregorian".withLabel(CNLabelDateAnniversary), "birthday": "-/-/4/15 gregorian",
        "contactRelations": "Eve".withLabel(CNLabelContactRelationSpouse),
        "socialProfiles": "nil: MASTODON|||https://example.com/@anna",
        "instantMessageAddresses": "nil: |@anna:example.com", "imageData": "iVBORw==",
      ])
    let edited = try card.editing {
      $0.contactRelations = [$0.contactRelations[0].settingValue(CNContactRelation(name: "Eve Baker"))]
      $0.phoneNumbers.removeFirst()
    }
    #expect(
      edited.texts
        == card.texts.filter { !$0.contains("VOICE") }.map {
          $0.replacingOccurrences(of: "RELATED;TYPE=SPOUSE:Eve", with: "RELATED;TYPE=SPOUSE;VALUE=text:Eve Baker")
        })
  }

  /// A change makes it a card of version 3.0, in Unicode.
  @Test func `a card of Outlook's is read`() throws {
    let card = try CardTexts.card(
      lines: [
        "N;LANGUAGE=de;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg",
        "FN;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:J=F6rg M=FCller",
        "ORG:Example;Sales", "TITLE:Manager", "NOTE;ENCODING=QUOTED-PRINTABLE:One=0D=0ATwo=", "=0D=0A",
        "TEL;WORK;VOICE:1",
        "TEL;CELL;VOICE:2", "TEL;WORK;FAX:3",
        "ADR;WORK;PREF;ENCODING=QUOTED-PRINTABLE:;;1 Main St=0D=0AFlat 2;Berlin;;10115;Germany",
        "LABEL;WORK;PREF:x", "X-MS-OL-DEFAULT-POSTAL-ADDRESS:2", "BDAY:19840415", "EMAIL;PREF;INTERNET:j@example.com",
        "X-MS-IMADDRESS:j", "PHOTO;TYPE=JPEG;ENCODING=BASE64:", " /9j/4AAQ", "", "REV:20200101T000000Z",
      ], version: "2.1")
    let contact = CNContact(card: card)
    #expect(
      contact.contents == [
        "familyName": "Müller", "givenName": "Jörg", "organizationName": "Example", "departmentName": "Sales",
        "jobTitle": "Manager", "note": "One\nTwo\n",
        "phoneNumbers": "_$!<Work>!$_: 1\n_$!<Mobile>!$_: 2\n_$!<WorkFAX>!$_: 3",
        "postalAddresses": "1 Main St\nFlat 2||Berlin|||10115|Germany|".withLabel(CNLabelWork),
        "birthday": "-/1984/4/15 gregorian", "emailAddresses": "nil: j@example.com", "imageData": "/9j/4AAQ",
      ])
    #expect(contact.card(updating: card).bytes == card.bytes)
    let edited = try CardTexts.card(
      try card.editing {
        $0.phoneNumbers[1] = $0.phoneNumbers[1].settingValue(CNPhoneNumber(stringValue: "22"))
        $0.postalAddresses = []
      }.written)
    #expect(edited.version == .v3)
    #expect(edited.problems == [])
    var contents = contact.contents
    contents["postalAddresses"] = nil
    contents["phoneNumbers"] = "_$!<Work>!$_: 1\n_$!<Mobile>!$_: 22\n_$!<WorkFAX>!$_: 3"
    #expect(CNContact(card: edited).contents == contents)
    #expect(edited.texts.contains("TEL;TYPE=CELL;TYPE=VOICE:22"))
    #expect(edited.texts.contains("X-MS-IMADDRESS:j"))
  }

  @Test func `a card of Fastmail's is read`() throws {
    let card = try CardTexts.card(lines: [
      "UID:1", "N:Baker;Anna;;;", "FN:Anna Baker", "TEL;TYPE=CELL,PREF:1", "item1.TEL;TYPE=x-boat:2",
      "item1.X-ABLabel:Boat",
      "EMAIL;TYPE=HOME,PREF:anna@example.com", "IMPP:skype:anna", "X-FM-ONLINE-OTHER;VALUE=URI:@anna", "NOTE:",
      "X-ADDRESSBOOKSERVER-KIND:individual",
    ])
    let contact = CNContact(card: card)
    #expect(contact.contents["phoneNumbers"] == "_$!<Mobile>!$_: 1\nBoat: 2")
    #expect(contact.contents["instantMessageAddresses"] == "nil: Skype|anna")
    #expect(!card.isGroup)
    let edited = try card.editing {
      $0.phoneNumbers.swapAt(0, 1)
      $0.phoneNumbers[0] = $0.phoneNumbers[0].settingLabel(CNLabelHome)
    }
    #expect(
      edited.texts[3...] == ["item1.TEL;TYPE=x-boat,HOME:2", "TEL;TYPE=CELL,PREF:1"] + card.texts[6...])
  }
}

extension String {
  /// As the contents of a contact have a value.
  fileprivate func withLabel(_ label: String) -> String { "\(label): \(self)" }
}
