/// The order of an address's parts.
enum AddressLayout {
  /// The postal code before the city, as in most of Europe.
  case codeFirst
  /// The city, the state and the postal code in one line.
  case codeLast
  /// The city and the postal code in lines of their own.
  case codeBelow
  /// From the country to the street.
  case largestFirst

  /// - Parameter country: A code of ISO 3166 in any letter case.
  init(country: String) {
    switch country.uppercased() {
    case "US", "CA", "AU", "NZ", "IN", "PR", "TH", "ID", "SG", "VN", "BR", "MX", "ZA": self = .codeLast
    case "GB", "IE", "GG", "JE", "IM", "GI", "MT", "HK": self = .codeBelow
    case "JP", "CN", "KR", "TW": self = .largestFirst
    default: self = .codeFirst
    }
  }

  /// The lines from the top, with their words.
  func lines(of address: AddressFields) -> [[String]] {
    let place = [[address.street], [address.subLocality]]
    return switch self {
    case .codeFirst:
      place + [
        [address.postalCode, address.city], [address.subAdministrativeArea], [address.state], [address.country],
      ]
    case .codeLast:
      place + [
        [address.city, address.state, address.postalCode], [address.subAdministrativeArea], [address.country],
      ]
    case .codeBelow:
      place + [
        [address.city], [address.subAdministrativeArea], [address.state], [address.postalCode], [address.country],
      ]
    case .largestFirst:
      [
        [address.country], [address.postalCode],
        [address.state, address.subAdministrativeArea, address.city, address.subLocality], [address.street],
      ]
    }
  }
}
