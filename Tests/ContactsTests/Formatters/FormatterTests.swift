import Contacts
import Foundation
import Testing

/// Names and addresses as they are displayed.
@Suite struct FormatterTests {
  private func contact(_ change: (CNMutableContact) -> Void) -> CNContact {
    let contact = CNMutableContact()
    change(contact)
    return contact
  }

  @Test func `names are in the order of their language`() {
    let anna = contact {
      ($0.namePrefix, $0.givenName, $0.middleName, $0.familyName, $0.nameSuffix) = (
        "Dr.", "Anna", "Maria", "Baker", "MBA"
      )
    }
    #expect(CNContactFormatter.string(from: anna, style: .fullName) == "Dr. Anna Maria Baker MBA")
    #expect(CNContactFormatter.nameOrder(for: anna) == .givenNameFirst)
    #expect(CNContactFormatter.delimiter(for: anna) == " ")
    let taro = contact { ($0.givenName, $0.familyName, $0.nameSuffix) = ("太郎", "山田", "様") }
    #expect(CNContactFormatter.string(from: taro, style: .fullName) == "山田太郎 様")
    #expect(CNContactFormatter.nameOrder(for: taro) == .familyNameFirst)
    #expect(CNContactFormatter.delimiter(for: taro) == "")
    let mixed = contact { ($0.givenName, $0.familyName) = ("Anna", "山田") }
    #expect(CNContactFormatter.string(from: mixed, style: .fullName) == "Anna 山田")
  }

  @Test func `a contact without a name has another text`() {
    #expect(CNContactFormatter.string(from: CNContact(), style: .fullName) == nil)
    #expect(CNContactFormatter.string(from: contact { $0.nickname = "Annie" }, style: .fullName) == "Annie")
    let company = contact { ($0.organizationName, $0.givenName, $0.nickname) = ("Example", "Anna", "x") }
    #expect(CNContactFormatter.string(from: company, style: .fullName) == "Anna")
    let changed = company.mutableCopy() as? CNMutableContact
    changed?.contactType = .organization
    #expect(changed.flatMap { CNContactFormatter.string(from: $0, style: .fullName) } == "Example")
  }

  @Test func `phonetic names have a style`() {
    let formatter = CNContactFormatter()
    formatter.style = .phoneticFullName
    let taro = contact {
      ($0.givenName, $0.familyName, $0.phoneticGivenName, $0.phoneticFamilyName) = ("太郎", "山田", "Tarō", "Yamada")
    }
    #expect(formatter.string(from: taro) == "Yamada Tarō")
    #expect(formatter.string(for: taro) == "Yamada Tarō")
    #expect(formatter.string(for: "x") == nil)
    #expect(formatter.string(from: contact { $0.givenName = "Anna" }) == nil)
  }

  /// Each part of the name says which property it is.
  @Test func `names have attributes`() throws {
    let anna = contact { ($0.givenName, $0.familyName) = ("Anna", "Baker") }
    let text = try #require(
      CNContactFormatter.attributedString(from: anna, style: .fullName, defaultAttributes: ["x": 1]))
    #expect(text.string == "Anna Baker")
    let key = NSAttributedString.Key(CNContactPropertyAttribute)
    #expect(text.attribute(key, at: 6, effectiveRange: nil) as? String == CNContactFamilyNameKey)
    #expect(text.attribute(key, at: 4, effectiveRange: nil) == nil)
    #expect(text.attribute(NSAttributedString.Key("x"), at: 4, effectiveRange: nil) as? Int == 1)
  }

  @Test func `descriptors name what formatting needs`() async {
    let styles: [CNContactFormatterStyle] = [.fullName, .phoneticFullName]
    for style in styles {
      let keys = CNContactFormatter.descriptorForRequiredKeys(for: style)
      #expect(CNContactFormatter.string(from: CNContact().limited(to: [keys]), style: style) == nil)
    }
    let order = CNContact().limited(to: [CNContactFormatter.descriptorForRequiredKeysForNameOrder])
    #expect(CNContactFormatter.nameOrder(for: order) == .givenNameFirst)
    let delimiter = CNContact().limited(to: [CNContactFormatter.descriptorForRequiredKeysForDelimiter])
    #expect(CNContactFormatter.delimiter(for: delimiter) == " ")
    await #expect(processExitsWith: .failure) {
      _ = CNContactFormatter.string(from: CNContact().limited(to: [CNContactGivenNameKey]), style: .fullName)
    }
  }

  @Test(arguments: [
    ("us", "1 Main St\nParis TX 75460\nUSA"), ("fr", "1 Main St\n75460 Paris\nTX\nUSA"),
    ("GB", "1 Main St\nParis\nTX\n75460\nUSA"), ("jp", "USA\n75460\nTX Paris\n1 Main St"),
  ])
  func `addresses are in the order of their country`(code: String, text: String) {
    let address = CNMutablePostalAddress()
    (address.street, address.city, address.state) = ("1 Main St", "Paris", "TX")
    (address.postalCode, address.country, address.isoCountryCode) = ("75460", "USA", code)
    #expect(CNPostalAddressFormatter.string(from: address, style: .mailingAddress) == text)
    #expect(CNPostalAddressFormatter().string(from: address) == text)
    #expect(CNPostalAddressFormatter().string(for: address) == text)
    #expect(CNPostalAddressFormatter().string(from: CNPostalAddress()) == "")
  }

  @Test func `there are defaults of the user`() {
    #expect(CNContactsUserDefaults.shared() === CNContactsUserDefaults.shared())
    #expect(CNContactsUserDefaults.shared().countryCode.count == 2)
    #expect(CNContactsUserDefaults.shared().sortOrder == .givenName)
  }
}
