import Foundation
import VCard

/// `URL`.
enum URLList: CardList {
  static let names = ["URL"]

  static func value(of property: CardProperty, attached: [CardProperty]) -> NSString? {
    property.plainText as NSString
  }

  static func property(_ value: NSString, _ form: CardForm) -> CardProperty? {
    CardProperty("URL", value: CardURL.escape(value as String))
  }
}
