import Foundation
import VCard

/// The birthday in the Gregorian calendar.
struct BirthdayField: CardField {
  let keys = [CNContactBirthdayKey]

  func read(_ card: Card, into values: inout ContactValues) {
    let dates = card.properties.lazy.filter { $0.isNamed("BDAY") }.compactMap(CardDate.init(property:))
    values.birthday = dates.first { $0.calendar == .gregorian }?.components
  }

  func write(_ values: ContactValues, insteadOf before: ContactValues, to card: inout Card) {
    let date = values.birthday.flatMap { CardDate($0, calendar: .gregorian) }
    if date == before.birthday.flatMap({ CardDate($0, calendar: .gregorian) }) { return }
    // The line that was read; else one that is no date. Of a card of version 4.0 another may be in another calendar.
    let index =
      card.lines.firstIndex { $0.property.map { $0.isNamed("BDAY") && Self.isGregorian($0) } ?? false }
      ?? card.lines.firstIndex {
        $0.property.map { $0.isNamed("BDAY") && $0.value(of: "CALSCALE") == nil } ?? false
      }
    let line = date.map { CardLine($0.property("BDAY", version: card.version)) }
    if let index {
      card.lines.replaceSubrange(index...index, with: line.map { [$0] } ?? [])
    } else if let line {
      card.lines.append(line)
    }
  }

  private static func isGregorian(_ property: CardProperty) -> Bool {
    CardDate(property: property)?.calendar == .gregorian
  }
}
