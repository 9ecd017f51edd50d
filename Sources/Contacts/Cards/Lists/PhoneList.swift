import Foundation
import VCard

/// `TEL`.
enum PhoneList: CardList {
  static let names = ["TEL"]
  private static let labels = CardLabels([
    (CNLabelPhoneNumberHomeFax, ["HOME", "FAX"]),
    (CNLabelPhoneNumberWorkFax, ["WORK", "FAX"]),
    (CNLabelPhoneNumberOtherFax, ["OTHER", "FAX"]),
    (CNLabelPhoneNumberOtherFax, ["FAX"]),
    (CNLabelPhoneNumberiPhone, ["IPHONE"]),
    (CNLabelPhoneNumberAppleWatch, ["APPLEWATCH"]),
    (CNLabelPhoneNumberMobile, ["CELL"]),
    (CNLabelPhoneNumberPager, ["PAGER"]),
    (CNLabelPhoneNumberMain, ["MAIN"]),
    (CNLabelHome, ["HOME"]),
    (CNLabelWork, ["WORK"]),
    (CNLabelOther, ["OTHER"]),
  ])

  static func labels(of name: String) -> CardLabels { labels }

  static func value(of property: CardProperty, attached: [CardProperty]) -> CNPhoneNumber? {
    let text = property.plainText
    guard text.prefix(4).isSameWord(as: "tel:") else { return CNPhoneNumber(stringValue: text) }
    let number = String(text.dropFirst(4))
    return CNPhoneNumber(stringValue: number.removingPercentEncoding ?? number)
  }

  static func property(_ value: CNPhoneNumber, _ form: CardForm) -> CardProperty? {
    CardProperty("TEL", value: CardText.escape(value.stringValue))
  }
}
