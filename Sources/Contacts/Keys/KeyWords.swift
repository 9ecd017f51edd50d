/// The words of names in camel case.
enum KeyWords {
  /// “Given name” of `givenName`.
  static func words(of key: String) -> String {
    switch key {
    case CNPostalAddressISOCountryCodeKey: "Country code"
    case CNContactUrlAddressesKey: "URL addresses"
    case CNSocialProfileURLStringKey: "URL"
    default: key.prefix(1).uppercased() + separate(key.dropFirst())
    }
  }

  /// “given name” of `givenName` and “home fax” of `homeFAX`.
  static func separate(_ name: some StringProtocol) -> String {
    var result = ""
    var wasCapital = false
    for character in name {
      if character.isUppercase, !wasCapital { result += " " }
      result += character.lowercased()
      wasCapital = character.isUppercase
    }
    return result
  }
}
