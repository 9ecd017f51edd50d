extension ContactValues {
  /// The name to display; nil if there is neither a name nor an organization nor a nickname.
  var displayName: String? { displayNameParts?.text }

  var displayNameParts: NameParts? {
    let organization = NameParts((organizationName, CNContactOrganizationNameKey))
    let others = [organization, NameParts((nickname, CNContactNicknameKey))]
    let names = contactType == .organization ? [organization, fullName] : [fullName]
    return (names + others).first { !$0.parts.isEmpty }
  }

  /// How the name is pronounced; nil if that is not known.
  var phoneticNameParts: NameParts? {
    let given: NameParts.Part = (phoneticGivenName, CNContactPhoneticGivenNameKey)
    let middle: NameParts.Part = (phoneticMiddleName, CNContactPhoneticMiddleNameKey)
    let family: NameParts.Part = (phoneticFamilyName, CNContactPhoneticFamilyNameKey)
    let name = isFamilyNameFirst ? NameParts(family, given, middle) : NameParts(given, middle, family)
    let organization = NameParts((phoneticOrganizationName, CNContactPhoneticOrganizationNameKey))
    let names = contactType == .organization ? [organization, name] : [name, organization]
    return names.first { !$0.parts.isEmpty }
  }

  /// Whether the family name comes first, as in Chinese, Japanese and Korean.
  var isFamilyNameFirst: Bool {
    let letters = (familyName + givenName).unicodeScalars.filter(\.properties.isAlphabetic)
    return !letters.isEmpty && letters.allSatisfy(Self.isEastAsian)
  }

  /// What is between the parts of the name.
  var nameDelimiter: String { isFamilyNameFirst ? "" : " " }

  private var fullName: NameParts {
    let given: NameParts.Part = (givenName, CNContactGivenNameKey)
    let middle: NameParts.Part = (middleName, CNContactMiddleNameKey)
    let family: NameParts.Part = (familyName, CNContactFamilyNameKey)
    let name =
      isFamilyNameFirst
      ? NameParts(family, given, middle, delimiter: nameDelimiter) : NameParts(given, middle, family)
    return NameParts(
      joining: NameParts((namePrefix, CNContactNamePrefixKey)), name, NameParts((nameSuffix, CNContactNameSuffixKey)))
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
