/// Help and usage errors as manual pages write them: `[--domain DOMAIN] PATH…`.
enum UsageStyle {
  /// `<path> ...` becomes `PATH…`; a choice such as `<bash|zsh>` keeps its letters.
  static func apply(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let name = rest[rest.index(after: start)..<end]
      result += rest[..<start]
      let isPlaceholder = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "+-|./".contains($0) }
      result += isPlaceholder ? (name.contains("|") ? String(name) : name.uppercased()) : "<\(name)>"
      rest = rest[rest.index(after: end)...]
      if isPlaceholder, rest.hasPrefix(" ...") {
        result += "…"
        rest = rest.dropFirst(4)
      } else if isPlaceholder, rest.hasPrefix("  ") {
        // In a column: what is behind it stays where it was.
        result += "  "
      }
    }
    return result + rest
  }

  /// The line of the argument parser that points to more help, in our quotation marks.
  static func quoted(_ help: String) -> String {
    help.replacing("See '", with: "See “").replacing("SUBCOMMAND' for detailed help.", with: "SUBCOMMAND” for more.")
  }

  /// A sentence of the argument parser in our style: with our quotation marks, and a small first letter.
  static func sentence(_ text: String) -> String {
    var isOpen = false
    var result = ""
    for character in apply(text.replacing(". Please provide one of the following:", with: "; give one of:")) {
      if character == "'" {
        result += isOpen ? "”" : "“"
        isOpen.toggle()
      } else {
        result.append(character)
      }
    }
    guard !isOpen, let first = result.first, result.dropFirst().first?.isUppercase != true else { return text }
    return first.lowercased() + result.dropFirst()
  }
}
