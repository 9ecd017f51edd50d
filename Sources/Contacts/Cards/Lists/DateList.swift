import Foundation
import VCard

/// `X-ABDATE` of Apple's cards, and `ANNIVERSARY` of version 4.0, which a card has once.
enum DateList: CardList {
  static let names = [apple] + anniversaries

  private static let apple = "X-ABDATE"
  private static let anniversaries = ["ANNIVERSARY", "X-ANNIVERSARY", "X-EVOLUTION-ANNIVERSARY"]

  static func labels(of name: String) -> CardLabels { .none }

  static func label(impliedBy name: String) -> String? { anniversaries.contains(name) ? CNLabelDateAnniversary : nil }

  static func value(of property: CardProperty, attached: [CardProperty]) -> NSDateComponents? {
    guard let date = CardDate(property: property), date.calendar == .gregorian else { return nil }
    return date.components as NSDateComponents
  }

  static func property(_ value: NSDateComponents, _ form: CardForm) -> CardProperty? {
    CardDate(value as DateComponents, calendar: .gregorian)?.property(name(form), version: form.version)
  }

  private static func name(_ form: CardForm) -> String {
    if form.label != CNLabelDateAnniversary { return apple }
    if let old = form.old { return old.name }
    return form.version == .v4 && !form.others.contains("ANNIVERSARY") ? "ANNIVERSARY" : apple
  }

  static func isEqual(_ first: NSDateComponents, _ second: NSDateComponents) -> Bool {
    CardDate(first as DateComponents, calendar: .gregorian) == CardDate(second as DateComponents, calendar: .gregorian)
  }
}
