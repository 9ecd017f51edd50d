public import Foundation

/// Amounts of time as text, such as `1 hour, 10 minutes`, in the words of the calendar's language. Foundation's is unavailable on Linux.
open class DateComponentsFormatter: Formatter, @unchecked Sendable {
  // Sendable as Foundation's formatters are: whoever shares one sets its properties before.

  /// How units are written: one hour and ten minutes in each of the styles.
  public enum UnitsStyle: Int, Sendable {
    /// `1:10:00`
    case positional
    /// `1h 10m`
    case abbreviated
    /// `1 hr, 10 min`
    case short
    /// `1 hour, 10 minutes`
    case full
    /// `one hour, ten minutes`
    case spellOut
    /// `1hr 10min`
    case brief
  }

  /// What becomes of units whose value is zero.
  public struct ZeroFormattingBehavior: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Dropped at the beginning in the positional style, and everywhere in the others.
    public static let `default` = ZeroFormattingBehavior(rawValue: 1 << 0)
    /// Dropped before the first other one.
    public static let dropLeading = ZeroFormattingBehavior(rawValue: 1 << 1)
    /// Dropped between others. Without effect in the positional style.
    public static let dropMiddle = ZeroFormattingBehavior(rawValue: 1 << 2)
    /// Dropped after the last other one.
    public static let dropTrailing = ZeroFormattingBehavior(rawValue: 1 << 3)
    /// Dropped everywhere.
    public static let dropAll: ZeroFormattingBehavior = [.dropLeading, .dropMiddle, .dropTrailing]
    /// Shown, and in the positional style with two digits each.
    public static let pad = ZeroFormattingBehavior(rawValue: 1 << 16)
  }

  /// How the units are written.
  open var unitsStyle: UnitsStyle = .positional

  /// The units to show: years, months, weeks of the month, days, hours, minutes and seconds. Others are left out.
  ///
  /// When it is empty, those that are in the components, or all of them for a time interval and for two dates.
  open var allowedUnits: NSCalendar.Unit = []

  /// What becomes of units whose value is zero. When all are zero the last one is shown.
  open var zeroFormattingBehavior: ZeroFormattingBehavior = .default

  /// The calendar to count with, whose locale decides on the language. The current one when it is `nil`.
  open var calendar: Calendar? = .autoupdatingCurrent

  /// When the components or the time interval begin: months have different lengths. The beginning of 2001 when it is `nil`.
  open var referenceDate: Date?

  /// Without effect.
  open var allowsFractionalUnits = false

  /// At most so many units are shown, of which the last one is rounded; 0 for no limit.
  open var maximumUnitCount = 0

  /// Whether a single one of the largest unit is counted in the next one: `63s` for `1m 3s`.
  open var collapsesLargestUnit = false

  /// Whether `About` is written before, in English.
  open var includesApproximationPhrase = false

  /// Whether `remaining` is written behind, in English.
  open var includesTimeRemainingPhrase = false

  /// Where the text will stand. At the beginning of a sentence it has a capital letter.
  open var formattingContext: Formatter.Context = .unknown

  public override init() { super.init() }

  public required init?(coder: NSCoder) { nil }

  /// Components as text.
  ///
  /// - Returns: `nil` without a unit to show.
  open func string(from components: DateComponents) -> String? {
    let given = ElapsedUnit.allCases.filter { $0.isSet(in: components) }
    let start = reference
    guard let end = usedCalendar.date(byAdding: components, to: start) else { return nil }
    return text(from: start, to: end, given)
  }

  /// The time between two dates as text.
  open func string(from startDate: Date, to endDate: Date) -> String? {
    text(from: startDate, to: endDate, ElapsedUnit.allCases)
  }

  /// A number of seconds as text. Fractions of a second are left out.
  open func string(from ti: TimeInterval) -> String? {
    guard ti.isFinite else { return nil }
    return text(from: reference, to: reference + ti, ElapsedUnit.allCases)
  }

  /// Components as text, in a style.
  open class func localizedString(
    from components: DateComponents, unitsStyle: DateComponentsFormatter.UnitsStyle
  ) -> String? {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = unitsStyle
    return formatter.string(from: components)
  }

  /// The text of `DateComponents`.
  open override func string(for obj: Any?) -> String? { (obj as? DateComponents).flatMap { string(from: $0) } }

  private var usedCalendar: Calendar { calendar ?? .autoupdatingCurrent }

  private var reference: Date { referenceDate ?? Date(timeIntervalSinceReferenceDate: 0) }

  private func text(from start: Date, to end: Date, _ given: [ElapsedUnit]) -> String? {
    let units = allowedUnits.isEmpty ? given : ElapsedUnit.allCases.filter { allowedUnits.contains($0.flag) }
    let span = ElapsedTime(calendar: usedCalendar, start: min(start, end), end: max(start, end), units: units)
    let amounts = span.shown(
      dropping: droppedZeros, atMost: maximumUnitCount, collapsing: collapsesLargestUnit)
    guard !amounts.isEmpty else { return nil }
    let locale = usedCalendar.locale.flatMap { $0.identifier.isEmpty ? nil : $0 } ?? .current
    let isNegative = end < start && amounts.contains { $0.value != 0 }
    let writer = ElapsedTimeText(
      style: unitsStyle, locale: locale, isNegative: isNegative, pads: zeroFormattingBehavior.contains(.pad))
    return phrase(writer.text(amounts))
  }

  private var droppedZeros: ZeroFormattingBehavior {
    var dropped = zeroFormattingBehavior
    if dropped.contains(.default) { dropped.formUnion(.dropAll) }
    let isDefault = zeroFormattingBehavior.contains(.default)
    if unitsStyle == .positional { dropped.subtract(isDefault ? [.dropMiddle, .dropTrailing] : .dropMiddle) }
    return dropped
  }

  private func phrase(_ time: String) -> String {
    var phrase = time
    if includesTimeRemainingPhrase { phrase += " remaining" }
    if includesApproximationPhrase { return "About " + phrase }
    return formattingContext == .beginningOfSentence ? phrase.prefix(1).uppercased() + phrase.dropFirst() : phrase
  }
}
