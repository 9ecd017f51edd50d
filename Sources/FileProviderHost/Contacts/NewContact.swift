import ArgumentParser
import Contacts
import FileProviderProgram
import Foundation

/// The options for what a contact has.
struct NewContact: ParsableArguments {
  @Option(name: .customLong("given-name"), help: "The given name.") var givenName: String?
  @Option(name: .customLong("family-name"), help: "The family name.") var familyName: String?
  @Option(name: .customLong("nickname"), help: "The nickname.") var nickname: String?
  @Option(name: .customLong("organization"), help: "The organization; what the contact is, if it has no other name.")
  var organization: String?
  @Option(name: .customLong("title"), help: "The title in the organization.") var title: String?
  @Option(
    name: .customLong("phone"), parsing: .singleValue,
    help: ArgumentHelp(
      "A phone number, perhaps with a label: home, work, mobile, main, other.", valueName: "[label:]number"))
  var phones: [String] = []
  @Option(
    name: .customLong("email"), parsing: .singleValue,
    help: ArgumentHelp("An email address, perhaps with a label.", valueName: "[label:]address")) var emails: [String] =
      []
  @Option(name: .customLong("url"), parsing: .singleValue, help: "A URL.") var urls: [String] = []
  @Option(
    name: .customLong("birthday"), parsing: .unconditional,
    help: ArgumentHelp("The birthday: 1984-04-15, or --04-15.", valueName: "date")) var birthday: String?
  @Option(name: .customLong("note"), help: "A note.") var note: String?

  private static let labels = [
    "home": CNLabelHome, "work": CNLabelWork, "school": CNLabelSchool, "other": CNLabelOther,
    "mobile": CNLabelPhoneNumberMobile, "main": CNLabelPhoneNumberMain, "pager": CNLabelPhoneNumberPager,
    "iphone": CNLabelPhoneNumberiPhone,
  ]

  /// Whether none of the options is given.
  var givesNothing: Bool {
    [givenName, familyName, nickname, organization, title, birthday, note].allSatisfy { $0 == nil }
      && phones.isEmpty && emails.isEmpty && urls.isEmpty
  }

  /// Gives a contact what the options say; values are added to those that it has.
  func apply(to contact: CNMutableContact) throws {
    if let givenName { contact.givenName = givenName }
    if let familyName { contact.familyName = familyName }
    if let nickname { contact.nickname = nickname }
    if let organization { contact.organizationName = organization }
    if let title { contact.jobTitle = title }
    if let note { contact.note = note }
    if let birthday { contact.birthday = try Self.date(birthday) }
    for phone in phones {
      let (label, number) = Self.labelled(phone)
      contact.phoneNumbers.append(CNLabeledValue(label: label, value: CNPhoneNumber(stringValue: number)))
    }
    for email in emails {
      let (label, address) = Self.labelled(email)
      contact.emailAddresses.append(CNLabeledValue(label: label, value: address as NSString))
    }
    for url in urls { contact.urlAddresses.append(CNLabeledValue(label: nil, value: url as NSString)) }
  }

  /// A word before a colon is a label: one of the known ones, or any other.
  private static func labelled(_ text: String) -> (label: String?, value: String) {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy({ $0.isLetter || $0 == " " }) else {
      return (nil, text)
    }
    let word = String(text[..<colon])
    return (word.isEmpty ? nil : labels[word.lowercased()] ?? word, String(text[text.index(after: colon)...]))
  }

  private static func date(_ text: String) throws -> DateComponents {
    let hasYear = !text.hasPrefix("--")
    let numbers = text.drop { $0 == "-" }.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == (hasYear ? 3 : 2), let day = numbers[numbers.count - 1],
      let month = numbers[numbers.count - 2], (1...12).contains(month), (1...31).contains(day),
      !hasYear || numbers[0] != nil
    else {
      throw CommandFailure("birthday “\(text)”", "no date", remedy: "write it as 1984-04-15 or --04-15", status: .usage)
    }
    return DateComponents(
      calendar: Calendar(identifier: .gregorian), year: hasYear ? numbers[0] : nil, month: month, day: day)
  }
}
