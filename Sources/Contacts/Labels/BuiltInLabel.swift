/// The form of built-in labels.
enum BuiltInLabel {
  /// `Home` of `_$!<Home>!$_`; nil of a label that is the user's.
  static func name(of label: String) -> Substring? {
    guard label.hasPrefix("_$!<"), label.hasSuffix(">!$_"), label.count >= 8 else { return nil }
    return label.dropFirst(4).dropLast(4)
  }

  /// The built-in label of a name.
  static func label(of name: String) -> String { "_$!<\(name)>!$_" }

  /// What to display for a label.
  static func word(of label: String) -> String {
    guard let name = name(of: label) else { return label }
    return name == "HomePage" ? "homepage" : KeyWords.separate(name.prefix(1).lowercased() + name.dropFirst())
  }
}
