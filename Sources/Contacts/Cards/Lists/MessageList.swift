import Foundation
import VCard

/// `IMPP` (RFC 4770), and the properties of single services that programs wrote before.
enum MessageList: CardList {
  static let names = ["IMPP"] + services.map(\.name)
  static let parameters = ["X-SERVICE-TYPE", "SERVICE-TYPE"]

  private static let services: [(name: String, service: String)] = [
    ("X-AIM", CNInstantMessageServiceAIM), ("X-JABBER", CNInstantMessageServiceJabber),
    ("X-ICQ", CNInstantMessageServiceICQ), ("X-MSN", CNInstantMessageServiceMSN),
    ("X-YAHOO", CNInstantMessageServiceYahoo), ("X-SKYPE", CNInstantMessageServiceSkype),
    ("X-SKYPE-USERNAME", CNInstantMessageServiceSkype), ("X-QQ", CNInstantMessageServiceQQ),
    ("X-GOOGLE-TALK", CNInstantMessageServiceGoogleTalk), ("X-GTALK", CNInstantMessageServiceGoogleTalk),
    ("X-GADUGADU", CNInstantMessageServiceGaduGadu),
  ]

  /// The first of a scheme is its service where nothing says so.
  private static let schemes: [(scheme: String, service: String)] = [
    ("xmpp", CNInstantMessageServiceJabber), ("xmpp", CNInstantMessageServiceGoogleTalk),
    ("xmpp", CNInstantMessageServiceFacebook), ("aim", CNInstantMessageServiceAIM),
    ("icq", CNInstantMessageServiceICQ), ("msnim", CNInstantMessageServiceMSN), ("msn", CNInstantMessageServiceMSN),
    ("ymsgr", CNInstantMessageServiceYahoo), ("skype", CNInstantMessageServiceSkype),
    ("gg", CNInstantMessageServiceGaduGadu), ("gtalk", CNInstantMessageServiceGoogleTalk),
    ("qq", CNInstantMessageServiceQQ),
  ]

  static func value(of property: CardProperty, attached: [CardProperty]) -> CNInstantMessageAddress? {
    let text = property.plainText
    if let name = services.first(where: { property.isNamed($0.name) }) {
      return CNInstantMessageAddress(username: text, service: name.service)
    }
    let named = property.value(of: "X-SERVICE-TYPE") ?? property.value(of: "SERVICE-TYPE")
    guard let url = CardURL.split(text) else { return CNInstantMessageAddress(username: text, service: named ?? "") }
    let service = named ?? schemes.first { $0.scheme == url.scheme }?.service ?? url.scheme
    return CNInstantMessageAddress(username: CardURL.decode(url.rest), service: service)
  }

  static func property(_ value: CNInstantMessageAddress, _ form: CardForm) -> CardProperty? {
    let parameter = form.version == .v4 ? "SERVICE-TYPE" : "X-SERVICE-TYPE"
    let scheme = schemes.first { $0.service == value.service }?.scheme ?? "x-apple"
    return CardProperty(
      "IMPP", [CardParameter(parameter, value.service)], value: "\(scheme):\(CardURL.encode(value.username))")
  }
}
