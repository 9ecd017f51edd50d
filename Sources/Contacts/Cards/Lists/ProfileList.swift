import Foundation
import VCard

/// `X-SOCIALPROFILE` of Apple's cards, and `SOCIALPROFILE` of RFC 9554.
enum ProfileList: CardList {
  static let names = [apple, standard]
  static let parameters = ["TYPE", "SERVICE-TYPE", "X-USER", "USERNAME", "X-USERID"]

  private static let apple = "X-SOCIALPROFILE"
  private static let standard = "SOCIALPROFILE"
  /// Apple's scheme for a profile without an address.
  private static let noURL = "x-apple"
  /// Words of `TYPE` that are no service.
  private static let places = ["pref", "home", "work"]
  private static let services = [
    CNSocialProfileServiceFacebook, CNSocialProfileServiceFlickr, CNSocialProfileServiceGameCenter,
    CNSocialProfileServiceLinkedIn, CNSocialProfileServiceMySpace, CNSocialProfileServiceSinaWeibo,
    CNSocialProfileServiceTencentWeibo, CNSocialProfileServiceTwitter, CNSocialProfileServiceYelp,
  ]

  static func labels(of name: String) -> CardLabels { name.isSameWord(as: standard) ? .places : .none }

  static func value(of property: CardProperty, attached: [CardProperty]) -> CNSocialProfile? {
    let text = property.plainText
    var url: String? = text
    var user = property.value(of: "X-USER") ?? property.value(of: "USERNAME")
    if let (scheme, rest) = CardURL.split(text), scheme == noURL {
      url = nil
      user = user ?? CardURL.decode(rest)
    } else if property.value(of: "VALUE")?.isSameWord(as: "text") == true {
      url = nil
      user = user ?? text
    }
    return CNSocialProfile(
      urlString: url, username: user, userIdentifier: property.value(of: "X-USERID"), service: service(of: property))
  }

  static func property(_ value: CNSocialProfile, _ form: CardForm) -> CardProperty? {
    let isStandard = form.prefers(standard, over: [apple])
    let types = (form.old?.values(of: "TYPE") ?? []).filter { isStandard || places.contains(where: $0.isSameWord) }
    var parameters = isStandard ? [CardParameter("SERVICE-TYPE", value.service)] : []
    if !isStandard || !types.isEmpty {
      parameters.append(CardParameter("TYPE", values: (isStandard ? [] : [value.service]) + types))
    }
    if !value.username.isEmpty || value.urlString.isEmpty {
      parameters.append(CardParameter(isStandard ? "USERNAME" : "X-USER", value.username))
    }
    if !value.userIdentifier.isEmpty { parameters.append(CardParameter("X-USERID", value.userIdentifier)) }
    let url = value.urlString.isEmpty ? "\(noURL):\(CardURL.encode(value.username))" : value.urlString
    return CardProperty(isStandard ? standard : apple, parameters, value: CardURL.escape(url))
  }

  /// The service with the letter case of the constants. `TYPE` has it in Apple's cards, which write it small.
  private static func service(of property: CardProperty) -> String {
    let name =
      property.value(of: "SERVICE-TYPE")
      ?? property.values(of: "TYPE").first { type in !places.contains(where: type.isSameWord) } ?? ""
    return services.first(where: name.isSameWord) ?? name
  }
}
