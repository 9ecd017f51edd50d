import Foundation
import _FoundationICU

/// An amount of one unit before or after now.
struct RelativeAmount {
  /// How it is told.
  struct Style {
    var names: Bool
    var width: UDateRelativeDateTimeFormatterStyle
    var spellsNumbers: Bool
    var context: UDisplayContext
    var locale: Locale
  }

  private let value: Int
  private let unit: URelativeDateTimeUnit

  /// The largest amount of what components say, as macOS tells them; `nil` where they say no amount.
  init?(_ components: DateComponents) {
    let amounts = ElapsedUnit.allCases.compactMap { unit in
      unit.amount(in: components).map { (value: $0, unit: unit) }
    }
    guard let largest = amounts.first(where: { $0.value != 0 }) ?? amounts.first else { return nil }
    (value, unit) = (largest.value, largest.unit.ofICU)
  }

  /// The amount in the words of a language; `nil` if ICU has none.
  func text(_ style: Style) -> String? {
    var status = U_ZERO_ERROR
    let language = style.locale.identifier
    // The formatter takes it over.
    let numbers = style.spellsNumbers ? swift_unum_open(UNUM_SPELLOUT, nil, 0, language, nil, &status) : nil
    let formatter = swift_ureldatefmt_open(language, numbers, style.width, style.context, &status)
    defer { swift_ureldatefmt_close(formatter) }
    let format = style.names ? swift_ureldatefmt_format : swift_ureldatefmt_formatNumeric
    let text = LocalizedUnit.filled { format(formatter, Double(value), unit, $0, $1, &status) }
    return status.rawValue <= U_ZERO_ERROR.rawValue ? text : nil
  }
}

extension ElapsedUnit {
  fileprivate func amount(in components: DateComponents) -> Int? {
    let amount = components.value(for: component)
    return self == .week ? amount ?? components.weekOfYear : amount
  }

  fileprivate var ofICU: URelativeDateTimeUnit {
    switch self {
    case .year: UDAT_REL_UNIT_YEAR
    case .month: UDAT_REL_UNIT_MONTH
    case .week: UDAT_REL_UNIT_WEEK
    case .day: UDAT_REL_UNIT_DAY
    case .hour: UDAT_REL_UNIT_HOUR
    case .minute: UDAT_REL_UNIT_MINUTE
    case .second: UDAT_REL_UNIT_SECOND
    }
  }
}
