import Foundation

/// A format of `os_log` with its values. A value that is missing, or is not of the kind that the format says, does no harm.
struct FormattedMessage {
  let text: String

  init(_ format: String, _ arguments: [any CVarArg]) {
    var text = ""
    var rest = Substring(format)
    var values = arguments[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[percent...].dropFirst()
      if rest.first == "%" {
        text += "%"
        rest = rest.dropFirst()
        continue
      }
      let privacy = Self.takeOptions(&rest)
      let specification = Self.takeSpecification(&rest)
      guard let value = values.popFirst() else {
        text += "<missing>"
        continue
      }
      text += Self.shown(value, specification, privacy)
    }
    self.text = text + rest
  }

  /// Takes `{public}` and the like.
  private static func takeOptions(_ rest: inout Substring) -> OSLogPrivacy {
    guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return .auto }
    let words = rest[..<end].dropFirst().split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    rest = rest[rest.index(after: end)...]
    if words.contains("public") { return .public }
    return words.contains("private") || words.contains("sensitive") ? .private : .auto
  }

  /// Takes flags, width, precision, length and the letter.
  private static func takeSpecification(_ rest: inout Substring) -> String {
    let head = rest.prefix { "-+ #0123456789.hlqzjtL".contains($0) }
    let letter = rest.dropFirst(head.count).first
    rest = rest.dropFirst(head.count + (letter == nil ? 0 : 1))
    return head + (letter.map(String.init) ?? "")
  }

  private static func shown(_ value: any CVarArg, _ specification: String, _ privacy: OSLogPrivacy)
    -> String
  {
    guard let letter = specification.last else { return "" }
    switch value {
    case let number as any BinaryInteger where letter == "c":
      return privacy.shown(String(UnicodeScalar(UInt8(truncatingIfNeeded: number))), isNumber: true)
    case let number as any BinaryInteger where "dDiuUxXo".contains(letter):
      let flags = specification.dropLast().filter { !"hlqzjtL".contains($0) }
      return privacy.shown(
        String(
          format:
            "%\(flags)ll\(letter.lowercased() == "x" ? letter : Character(letter.lowercased()))",
          Int64(truncatingIfNeeded: number)),
        isNumber: true)
    case let number as Double where "fFeEgGaA".contains(letter):
      return privacy.shown(String(format: "%\(specification)", number), isNumber: true)
    default: return privacy.shown("\(value)", isNumber: value is any Numeric)
    }
  }
}
