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

  func validate() throws {
    for (option, values) in [("--phone", phones), ("--email", emails), ("--url", urls)] {
      guard values.contains(where: { Self.labelled($0).value.allSatisfy(\.isWhitespace) }) else { continue }
      throw ValidationError("\(option): nothing after the option or the label")
    }
  }

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

  /// A date in one of the two forms, digit for digit. Without a year it may be the 29th of February.
  private static func date(_ text: String) throws -> DateComponents {
    let form = /(?:([0-9]{4})-|--)([0-9]{2})-([0-9]{2})/
    guard let match = text.wholeMatch(of: form), let month = Int(match.2), let day = Int(match.3) else {
      throw noDate(text)
    }
    let year = match.1.flatMap { Int($0) }
    guard (1...12).contains(month), (1...days(of: month, in: year)).contains(day) else { throw noDate(text) }
    return DateComponents(calendar: Calendar(identifier: .gregorian), year: year, month: month, day: day)
  }

  /// The number of days of a month of the Gregorian calendar.
  private static func days(of month: Int, in year: Int?) -> Int {
    switch month {
    case 2: year.map { $0 % 4 == 0 && ($0 % 100 != 0 || $0 % 400 == 0) } ?? true ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func noDate(_ text: String) -> CommandFailure {
    CommandFailure("birthday “\(text)”", "no date", remedy: "write it as 1984-04-15 or --04-15", status: .usage)
  }
}
