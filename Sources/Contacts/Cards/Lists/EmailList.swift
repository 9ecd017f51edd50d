import Foundation
import VCard

/// `EMAIL`.
enum EmailList: CardList {
  static let names = ["EMAIL"]

  static func value(of property: CardProperty, attached: [CardProperty]) -> NSString? {
    property.plainText as NSString
  }

  static func property(_ value: NSString, _ form: CardForm) -> CardProperty? {
    let types = form.version == .v4 ? [] : [CardParameter("TYPE", "INTERNET")]
    return CardProperty("EMAIL", types, value: CardText.escape(value as String))
  }
}
