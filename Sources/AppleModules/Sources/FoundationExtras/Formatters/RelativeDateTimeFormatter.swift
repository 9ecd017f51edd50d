public import Foundation
import _FoundationICU

/// Says how far a time is from another one: “2 hours ago”, in the language of its locale.
///
/// Apple: Foundation / `RelativeDateTimeFormatter`.
open class RelativeDateTimeFormatter: Formatter, @unchecked Sendable {
  // As with other formatters, who shares one does not set it meanwhile.

  /// Whether “yesterday” is said instead of “1 day ago”.
  public enum DateTimeStyle: Int, Sendable {
    /// “1 day ago”.
    case numeric
    /// “yesterday”.
    case named
  }

  /// How the unit is written.
  public enum UnitsStyle: Int, Sendable {
    /// “2 months ago”.
    case full
    /// “two months ago”.
    case spellOut
    /// “2 mo. ago”.
    case short
    /// “2mo ago”.
    case abbreviated
  }

  /// Whether “yesterday” is said instead of “1 day ago”.
  open var dateTimeStyle = DateTimeStyle.numeric
  /// How the unit is written.
  open var unitsStyle = UnitsStyle.full
  /// Where in a text it stands.
  open var formattingContext = Context.unknown
  /// Whose days are counted.
  open var calendar: Calendar! = Calendar.autoupdatingCurrent
  /// Whose language it is.
  open var locale: Locale! = Locale.autoupdatingCurrent

  /// How far `date` is from another time, in the largest unit that fits. It is rounded; macOS is believed to cut off.
  open func localizedString(for date: Date, relativeTo referenceDate: Date) -> String {
    var style = Date.AnchoredRelativeFormatStyle(anchor: date, presentation: presentation, unitsStyle: units)
    style.locale = locale ?? .autoupdatingCurrent
    style.calendar = calendar ?? .autoupdatingCurrent
    style.capitalizationContext = capitalization
    return style.format(referenceDate)
  }

  /// How far a time is from now.
  ///
  /// - Parameter timeInterval: Seconds, which are negative for what was.
  open func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String {
    let now = Date()
    return localizedString(for: now + timeInterval, relativeTo: now)
  }

  /// How far a time is from now.
  ///
  /// - Parameter dateComponents: An amount of time. Of several units the largest is told, and no amount is converted to another unit.
  open func localizedString(from dateComponents: DateComponents) -> String {
    let style = RelativeAmount.Style(
      names: dateTimeStyle == .named, width: width, spellsNumbers: unitsStyle == .spellOut, context: context,
      locale: locale ?? .autoupdatingCurrent)
    return RelativeAmount(dateComponents)?.text(style) ?? localizedString(fromTimeInterval: 0)
  }

  /// How far a `Date` is from now; `nil` for anything else.
  override open func string(for obj: Any?) -> String? {
    (obj as? Date).map { localizedString(for: $0, relativeTo: Date()) }
  }

  private var presentation: Date.RelativeFormatStyle.Presentation { dateTimeStyle == .named ? .named : .numeric }

  private var units: Date.RelativeFormatStyle.UnitsStyle {
    switch unitsStyle {
    case .full: .wide
    case .spellOut: .spellOut
    case .short: .abbreviated
    case .abbreviated: .narrow
    }
  }

  private var width: UDateRelativeDateTimeFormatterStyle {
    switch unitsStyle {
    case .full, .spellOut: UDAT_STYLE_LONG
    case .short: UDAT_STYLE_SHORT
    case .abbreviated: UDAT_STYLE_NARROW
    }
  }

  private var context: UDisplayContext {
    switch formattingContext {
    case .standalone: UDISPCTX_CAPITALIZATION_FOR_STANDALONE
    case .listItem: UDISPCTX_CAPITALIZATION_FOR_UI_LIST_OR_MENU
    case .beginningOfSentence: UDISPCTX_CAPITALIZATION_FOR_BEGINNING_OF_SENTENCE
    case .middleOfSentence: UDISPCTX_CAPITALIZATION_FOR_MIDDLE_OF_SENTENCE
    default: UDISPCTX_CAPITALIZATION_NONE
    }
  }

  private var capitalization: FormatStyleCapitalizationContext {
    switch formattingContext {
    case .standalone: .standalone
    case .listItem: .listItem
    case .beginningOfSentence: .beginningOfSentence
    case .middleOfSentence: .middleOfSentence
    default: .unknown
    }
  }
}
