public import Foundation

/// Joins texts as a sentence does: “one, two, and three”, in the language of its locale.
///
/// Apple: Foundation / `ListFormatter`.
open class ListFormatter: Formatter, @unchecked Sendable {
  // As with other formatters, who shares one does not set it meanwhile.

  /// Whose language it is.
  open var locale: Locale! = Locale.autoupdatingCurrent
  /// Makes a text of what is none; without one, only texts can be joined.
  open var itemFormatter: Formatter?

  /// Joins texts in the person's language.
  open class func localizedString(byJoining strings: [String]) -> String {
    strings.formatted(.list(type: .and))
  }

  /// Joins what is in a list.
  ///
  /// - Returns: `nil` if something in it is no text and the formatter of items makes none of it.
  open func string(from items: [Any]) -> String? {
    var texts: [String] = []
    for item in items {
      guard let text = itemFormatter?.string(for: item) ?? item as? String else { return nil }
      texts.append(text)
    }
    return texts.formatted(.list(type: .and).locale(locale ?? .autoupdatingCurrent))
  }

  /// Joins what is in a list; `nil` for anything else.
  override open func string(for obj: Any?) -> String? { (obj as? [Any]).flatMap(string(from:)) }
}
