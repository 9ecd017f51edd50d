import Contacts
import Foundation

/// The properties of a contact as texts.
struct ContactFields {
  private let contact: CNContact

  init(_ contact: CNContact) { self.contact = contact }

  /// The words and texts of the properties that the contact has.
  var lines: [(String, String)] {
    var lines: [(String, String)] = []
    func add(_ word: String, _ text: String) { if !text.isEmpty { lines.append((word, text)) } }
    func add<Value>(_ word: String, _ values: [CNLabeledValue<Value>], _ text: (Value) -> String) {
      for value in values {
        let label = value.label.map { CNLabeledValue<NSString>.localizedString(forLabel: $0) } ?? word
        add(label, text(value.value))
      }
    }
    add("nickname", contact.nickname)
    add("previous name", contact.previousFamilyName)
    add("organization", contact.organizationName)
    add("department", contact.departmentName)
    add("title", contact.jobTitle)
    add("phone", contact.phoneNumbers) { $0.stringValue }
    add("email", contact.emailAddresses) { $0 as String }
    add("address", contact.postalAddresses) { CNPostalAddressFormatter.string(from: $0, style: .mailingAddress) }
    add("URL", contact.urlAddresses) { $0 as String }
    add("message", contact.instantMessageAddresses) { "\($0.username) (\($0.service))" }
    add("profile", contact.socialProfiles) { $0.urlString.isEmpty ? "\($0.username) (\($0.service))" : $0.urlString }
    add("birthday", contact.birthday.map(Self.date) ?? "")
    add("date", contact.dates) { Self.date($0 as DateComponents) }
    add("relation", contact.contactRelations) { $0.name }
    add("note", contact.note)
    if let picture = contact.imageData { add("picture", "\(picture.count) bytes") }
    return lines
  }

  /// A date as in ISO 8601, with `--` for the year if that is not known.
  static func date(_ date: DateComponents) -> String {
    func two(_ number: Int?) -> String { String(format: "%02d", number ?? 0) }
    let year = date.year.map { String(format: "%04d", $0) + "-" } ?? "--"
    return year + two(date.month) + "-" + two(date.day)
  }
}
