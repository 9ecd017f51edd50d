import Foundation

/// The texts by which the index finds a contact.
struct IndexedTexts: Equatable {
  /// The words of the names, folded.
  let words: String
  /// The email addresses and the digits of the phone numbers, which are found by any three characters of theirs.
  let parts: String

  /// What has no texts.
  static let none = IndexedTexts(words: "", parts: "")

  init(words: String, parts: String) {
    self.words = words
    self.parts = parts
  }

  init(_ contact: ContactValues) {
    words = NameMatch.words(of: contact).unique.joined(separator: " ")
    let emails = contact.emailAddresses.map { NameMatch.composed(($0.value as String).lowercased()) }
    let phones = contact.phoneNumbers.map { PhoneDigits.digits(of: $0.value.stringValue) }
    // The tokenizer ends at a NUL.
    parts = (emails + phones).joined(separator: "\n").replacing("\0", with: "\n")
  }
}
