import Foundation

extension ContactValues {
  /// The name to display; nil if there is neither a name nor an organization nor a nickname.
  var displayName: String? {
    let name = fullName
    let others = [organizationName, nickname]
    let texts = contactType == .organization ? [organizationName, name, nickname] : [name] + others
    return texts.first { !$0.isEmpty }
  }

  /// How the name is pronounced; nil if that is not known.
  var phoneticName: String? {
    let names = [phoneticGivenName, phoneticMiddleName, phoneticFamilyName]
    let name = Self.join(isFamilyNameFirst ? [names[2], names[0], names[1]] : names, " ")
    let texts = contactType == .organization ? [phoneticOrganizationName, name] : [name, phoneticOrganizationName]
    return texts.first { !$0.isEmpty }
  }

  /// Whether the family name comes first, as in Chinese, Japanese and Korean.
  var isFamilyNameFirst: Bool {
    let letters = (familyName + givenName).unicodeScalars.filter(\.properties.isAlphabetic)
    return !letters.isEmpty && letters.allSatisfy(Self.isEastAsian)
  }

  /// What is between the parts of the name.
  var nameDelimiter: String { isFamilyNameFirst ? "" : " " }

  private var fullName: String {
    let names = isFamilyNameFirst ? [familyName, givenName, middleName] : [givenName, middleName, familyName]
    return Self.join([namePrefix, Self.join(names, nameDelimiter), nameSuffix], " ")
  }

  private static func join(_ parts: [String], _ delimiter: String) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: delimiter)
  }

  /// Whether a letter is one of the blocks of Han characters, of Kana and of Hangul.
  private static func isEastAsian(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0x1100...0x11ff, 0x3005...0x3007, 0x3040...0x30ff, 0x3130...0x318f, 0x31f0...0x31ff, 0x3400...0x9fff,
      0xac00...0xd7af, 0xf900...0xfaff, 0xff66...0xff9f, 0x20000...0x3ffff:
      true
    default: false
    }
  }
}
