import FileProviderProgram
import FileProviderWatching

/// A text of an alert, which may have places for facts about the action.
struct InteractionText: Sendable, Equatable {
  var format = ""
  /// What stands in each place, as a path of keys.
  var values: [String] = []

  /// - Parameter value: A text, or a dictionary with `NSStringFormat` and `NSStringFormatValues`.
  init(_ value: Any? = nil) {
    let parts = value as? [String: Any]
    format = value as? String ?? parts?["NSStringFormat"] as? String ?? ""
    values = parts == nil ? [] : (parts?["NSStringFormatValues"] as? [Any] ?? []).map { $0 as? String ?? "" }
    if parts == nil { format = format.replacing("%", with: "%%") }
  }

  /// The text about an action. What is not known is left out.
  func text(about subject: RuleSubject) -> String {
    let values = values.map { path in
      path.split(separator: ".").reduce(RuleValue.object(subject)) { (try? $0.value(String($1))) ?? .null }.shown
    }
    var (result, rest, next) = ("", Substring(format), 0)
    while let start = rest.firstIndex(of: "%") {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      switch Place(&rest) {
      case nil: result += "%"
      case .percent: result += "%"
      case .value(let number):
        let index = number.map { $0 - 1 } ?? next
        if number == nil { next += 1 }
        if values.indices.contains(index) { result += values[index] }
      }
    }
    return result + rest
  }

  private enum Place {
    case percent
    /// With its number, where it has one.
    case value(Int?)

    /// Parses a format specifier after a percent sign, such as `@`, `ld` or `2$@`; returns nothing otherwise.
    init?(_ rest: inout Substring) {
      var ahead = rest
      var number: Int?
      let digits = ahead.prefix { $0.isASCII && $0.isNumber }
      if !digits.isEmpty {
        guard let value = Int(digits), value > 0, ahead.dropFirst(digits.count).first == "$" else { return nil }
        number = value
        ahead = ahead.dropFirst(digits.count + 1)
      }
      ahead = ahead.drop { $0 == "l" }
      guard let letter = ahead.popFirst(), "@%diu".contains(letter) else { return nil }
      self = letter == "%" ? .percent : .value(number)
      rest = ahead
    }
  }
}

extension RuleValue {
  /// The value as shown to the user.
  fileprivate var shown: String {
    switch self {
    case .text(let text): text
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .list(let values): values.map(\.shown).joined(separator: ", ")
    case .null, .facts, .object: ""
    }
  }
}
