public import Foundation

/// Quantities and units as text, in the words of the locale's language. Foundation's is unavailable on Linux.
///
/// Without options a length, a mass, a speed or a temperature is shown in the unit that the locale prefers: `3.107 mi` for
/// five kilometers in `en_US`.
open class MeasurementFormatter: Formatter, @unchecked Sendable {
  // Sendable as Foundation's formatters are: whoever shares one sets its properties before.

  /// How a unit is chosen and shown.
  public struct UnitOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The measurement's own unit, whatever the locale prefers.
    public static let providedUnit = UnitOptions(rawValue: 1 << 0)
    /// The unit that fits the quantity: `12 m` and not `0.012 km`. Without effect on a provided unit.
    public static let naturalScale = UnitOptions(rawValue: 1 << 1)
    /// Temperatures without their scale: `90°` and not `90°F`.
    public static let temperatureWithoutUnit = UnitOptions(rawValue: 1 << 2)
  }

  /// The options for the unit.
  open var unitOptions: UnitOptions = []

  /// The length of the unit: `2km`, `2 km`, `2 kilometers`.
  open var unitStyle: Formatter.UnitStyle = .medium

  /// The locale, which decides on the language and on the preferred unit.
  open var locale: Locale! = .current {
    didSet { numberFormatter.locale = locale ?? .current }
  }

  /// What formats the quantity: with at most three digits after the point, when none is set.
  open var numberFormatter: NumberFormatter! = MeasurementFormatter.standardNumberFormatter(.current) {
    didSet { if numberFormatter == nil { numberFormatter = Self.standardNumberFormatter(locale ?? .current) } }
  }

  public override init() { super.init() }

  public required init?(coder: NSCoder) { nil }

  /// A measurement as text.
  open func string<UnitType: Unit>(from measurement: Measurement<UnitType>) -> String {
    guard let given = measurement.unit as? Dimension else { return text(measurement.value, measurement.unit) }
    let quantity = Measurement(value: measurement.value, unit: given)
    let shown = PreferredUnits(locale: locale ?? .current).measurement(quantity, options: unitOptions)
    return text(shown.value, shown.unit)
  }

  /// The name or the symbol of a unit, by the unit style.
  open func string(from unit: Unit) -> String { localized(unit)?.name ?? unit.symbol }

  /// The text of a measurement or a unit.
  open override func string(for obj: Any?) -> String? {
    switch obj {
    case let unit as Unit: string(from: unit)
    case let measurement as any FormattedMeasurement: measurement.text(by: self)
    default: nil
    }
  }

  private func text(_ value: Double, _ unit: Unit) -> String {
    let number = numberFormatter.string(from: NSNumber(value: value)) ?? "\(value)"
    let digits = number.components(separatedBy: numberFormatter.decimalSeparator ?? ".").dropFirst().first
    let text = localized(unit)?.text(
      value, number: number, fractionDigits: digits?.prefix { $0.isNumber }.count ?? 0)
    return text ?? "\(number) \(unit.symbol)"
  }

  private func localized(_ unit: Unit) -> LocalizedUnit? {
    let isBare = unit is UnitTemperature && unitOptions.contains(.temperatureWithoutUnit)
    let stem = isBare ? "measure-unit/temperature-generic" : UnitIdentifiers.of(unit).map { "unit/" + $0 }
    return stem.map { LocalizedUnit(stem: $0, width: width, locale: locale ?? .current) }
  }

  private var width: LocalizedUnit.Width {
    switch unitStyle {
    case .short: .narrow
    case .long: .full
    default: .short
    }
  }

  private static func standardNumberFormatter(_ locale: Locale) -> NumberFormatter {
    let formatter = NumberFormatter()
    formatter.numberStyle = .decimal
    formatter.locale = locale
    return formatter
  }
}

/// A measurement of any unit.
private protocol FormattedMeasurement {
  func text(by formatter: MeasurementFormatter) -> String
}

extension Measurement: FormattedMeasurement {
  fileprivate func text(by formatter: MeasurementFormatter) -> String { formatter.string(from: self) }
}
