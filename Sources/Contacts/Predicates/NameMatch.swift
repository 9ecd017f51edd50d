import Foundation

/// Words that are looked for in names, without regard to letter case and accents.
struct NameMatch {
  private let words: [String]

  init(_ text: String) { words = Self.words(of: text) }

  /// Whether each of the words begins a word of the contact's names. No words match nothing.
  func matches(_ contact: ContactValues) -> Bool {
    let names = Self.words(of: contact)
    return !words.isEmpty && words.allSatisfy { word in names.contains { $0.hasPrefix(word) } }
  }

  /// The words of all names of a contact, and of the name to display: in some languages that has nothing between its parts.
  static func words(of contact: ContactValues) -> [String] {
    [
      contact.namePrefix, contact.givenName, contact.middleName, contact.familyName, contact.nameSuffix,
      contact.previousFamilyName, contact.nickname, contact.organizationName, contact.phoneticGivenName,
      contact.phoneticMiddleName, contact.phoneticFamilyName,
      contact.phoneticOrganizationName, contact.displayName ?? "",
    ].flatMap(words)
  }

  static func words(of text: String) -> [String] {
    if text.isEmpty { return [] }
    return folded(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Foundation takes many times as long for what most names are.
  private static func folded(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text.lowercased() : text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
