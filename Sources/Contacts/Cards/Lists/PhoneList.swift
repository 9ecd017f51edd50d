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
    CNPhoneNumber(stringValue: property.telephoneNumber)
  }

  static func property(_ value: CNPhoneNumber, _ form: CardForm) -> CardProperty? {
    CardProperty("TEL", value: CardText.escape(value.stringValue))
  }
}
