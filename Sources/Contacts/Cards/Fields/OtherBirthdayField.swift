import Foundation
import VCard

/// The birthday in another calendar: `X-ALTBDAY`, or `BDAY` of version 4.0 with `CALSCALE`.
struct OtherBirthdayField: CardField {
  let keys = [CNContactNonGregorianBirthdayKey]

  func read(_ card: Card, into values: inout ContactValues) {
    values.nonGregorianBirthday =
      Self.index(in: card)
      .flatMap { card.lines[$0].property.flatMap(CardDate.init(property:)) }?.components
  }

  func write(_ values: ContactValues, insteadOf before: ContactValues, to card: inout Card) {
    let date = Self.date(values)
    if date == Self.date(before) { return }
    let line = date.map { CardLine($0.property("X-ALTBDAY", version: card.version)) }
    if let index = Self.index(in: card) {
      card.lines.replaceSubrange(index...index, with: line.map { [$0] } ?? [])
    } else if let line {
      card.lines.append(line)
    }
  }

  /// Nil also for a date in the Gregorian calendar, which would not be found again.
  private static func date(_ values: ContactValues) -> CardDate? {
    values.nonGregorianBirthday.flatMap { CardDate($0) }.flatMap { $0.calendar == .gregorian ? nil : $0 }
  }

  private static func index(in card: Card) -> Int? {
    card.lines.firstIndex { line in
      guard let property = line.property, property.isNamed(oneOf: ["X-ALTBDAY", "BDAY"]),
        let date = CardDate(property: property)
      else { return false }
      return date.calendar != .gregorian
    }
  }
}
