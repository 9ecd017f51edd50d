extension String {
  /// A text for people, with the values in it. Where there is no bundle there is no other language: it is shown as it is written.
  public struct LocalizationValue: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: String
    /// A text as it is.
    public init(_ value: String) { text = value }
    /// A text as it is.
    public init(stringLiteral value: String) { text = value }
    /// A text with values.
    public init(stringInterpolation: DefaultStringInterpolation) {
      text = String(stringInterpolation: stringInterpolation)
    }
  }

  /// A text in the person's language, which is the one that it is written in.
  public init(
    localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current,
    comment: StaticString? = nil
  ) {
    self = keyAndValue.text
  }

  /// A text in the person's language, which is the one that the default is written in.
  public init(
    localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = defaultValue.text
  }
}
