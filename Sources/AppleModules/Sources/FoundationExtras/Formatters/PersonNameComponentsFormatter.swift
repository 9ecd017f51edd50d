/// The names of people as text, and back. Foundation's on Linux cannot be made.
///
/// In the order of most languages that are written with Latin letters: the given name first.
public class PersonNameComponentsFormatter: Formatter, @unchecked Sendable {
  // Sendable as Foundation's formatters are: whoever shares one sets `style` before.

  /// How much of a name is shown.
  public enum Style: Int, Sendable {
    case `default`
    case short
    case medium
    case long
    case abbreviated
  }

  public struct Options: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// How a name is spoken.
    public static let phonetic = Options(rawValue: 1 << 1)
  }

  /// How much is shown: with `default`, what `medium` shows.
  public var style: Style

  /// Whether the phonetic representation is shown.
  public var isPhonetic: Bool

  public override init() {
    style = .default
    isPhonetic = false
    super.init()
  }

  public required init?(coder: NSCoder) { nil }

  /// A name as text, in a style.
  public class func localizedString(
    from components: PersonNameComponents, style nameFormatStyle: Style, options nameOptions: Options = []
  ) -> String {
    let formatter = PersonNameComponentsFormatter()
    formatter.style = nameFormatStyle
    formatter.isPhonetic = nameOptions.contains(.phonetic)
    return formatter.string(from: components)
  }

  /// A name as text. What it has no part of is left out.
  public func string(from components: PersonNameComponents) -> String {
    var name = components
    if isPhonetic, let phonetic = components.phoneticRepresentation { name = phonetic }
    let whole = [name.namePrefix, name.givenName, name.middleName, name.familyName, name.nameSuffix]
    let short = [name.nickname, name.givenName, name.familyName].compactMap { $0 }.filter { !$0.isEmpty }
    switch style {
    case .long: return Self.joined(whole)
    case .default, .medium: return Self.joined([name.givenName, name.familyName])
    case .short: return short.first ?? ""
    case .abbreviated: return [name.givenName, name.familyName].compactMap { $0?.first }.map(String.init).joined()
    }
  }

  public override func string(for obj: Any?) -> String? { (obj as? PersonNameComponents).map { string(from: $0) } }

  /// The parts of a name that somebody wrote: titles, a given name, the names between, a family name.
  ///
  /// - Returns: `nil` for a text without a word.
  public func personNameComponents(from string: String) -> PersonNameComponents? { WrittenName(string).components }

  private static func joined(_ parts: [String?]) -> String {
    parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// A person's name as somebody wrote it.
private struct WrittenName {
  private static let titles: Set<String> = ["dr", "miss", "mr", "mrs", "ms", "prof", "rev", "sir"]
  private static let ends: Set<String> = ["ii", "iii", "iv", "jr", "md", "phd", "sr"]
  private var words: [Substring]

  init(_ text: String) { words = text.split { $0.isWhitespace || $0 == "," } }

  var components: PersonNameComponents? {
    guard !words.isEmpty else { return nil }
    var rest = words
    var name = PersonNameComponents()
    if rest.count > 1, Self.titles.contains(Self.plain(rest[0])) { name.namePrefix = String(rest.removeFirst()) }
    if rest.count > 1, Self.ends.contains(Self.plain(rest[rest.count - 1])) {
      name.nameSuffix = String(rest.removeLast())
    }
    name.givenName = String(rest.removeFirst())
    if let family = rest.popLast() { name.familyName = String(family) }
    if !rest.isEmpty { name.middleName = rest.joined(separator: " ") }
    return name
  }

  private static func plain(_ word: Substring) -> String { word.lowercased().filter { $0 != "." } }
}
