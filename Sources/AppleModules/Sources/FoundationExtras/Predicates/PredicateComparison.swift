import PredicateFormat
import UniformTypeIdentifiers

/// A comparison of two values.
struct PredicateComparison {
  private let comparison: PredicateSyntax.Operator
  private let options: PredicateSyntax.Options

  init(_ comparison: PredicateSyntax.Operator, _ options: PredicateSyntax.Options) {
    self.comparison = comparison
    self.options = options
  }

  func holds(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
    switch comparison {
    case .equal: isEqual(left, right)
    case .notEqual: !isEqual(left, right)
    case .less: order(left, right) == .orderedAscending
    case .lessOrEqual: isOrdered(left, right)
    case .greater: order(left, right) == .orderedDescending
    case .greaterOrEqual: isOrdered(right, left)
    case .between: isBetween(left, right)
    case .isIn: contains(right, left)
    case .contains: contains(left, right)
    case .beginsWith: folded(left, right) { $0.hasPrefix($1) }
    case .endsWith: folded(left, right) { $0.hasSuffix($1) }
    case .like: folded(left, right) { PredicateSyntax.isLike($0, $1) }
    case .matches: texts(left, right, matches)
    case .conformsToType:
      texts(left, right) { UTType($0)?.conforms(to: UTType($1) ?? UTType(importedAs: $1)) == true || $0 == $1 }
    case .equalsType: texts(left, right) { $0.lowercased() == $1.lowercased() }
    }
  }

  private func isEqual(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.text(let left), .text(let right)): options.folded(left) == options.folded(right)
    case (.number(let left), .number(let right)): left.compare(right) == .orderedSame
    case (.date(let left), .date(let right)): left == right
    case (.list(let left), .list(let right)): left.elementsEqual(right, by: isEqual)
    case (.object(let left), .object(let right)):
      if let left = left as? AnyHashable, let right = right as? AnyHashable { left == right } else { false }
    default: false
    }
  }

  /// How one is ordered before another; `nil` where the two cannot be compared.
  private func order(_ left: PredicateValue, _ right: PredicateValue) -> ComparisonResult? {
    switch (left, right) {
    case (.text(let left), .text(let right)):
      options.folded(left).compare(
        options.folded(right), locale: options.contains(.localeSensitive) ? .current : nil)
    case (.number(let left), .number(let right)): left.compare(right)
    case (.date(let left), .date(let right)): left.compare(right)
    default: nil
    }
  }

  private func isOrdered(_ first: PredicateValue, _ second: PredicateValue) -> Bool {
    guard let order = order(first, second) else { return false }
    return order != .orderedDescending
  }

  private func isBetween(_ value: PredicateValue, _ bounds: PredicateValue) -> Bool {
    guard case .list(let bounds) = bounds, bounds.count == 2 else {
      fatalError("NSInvalidArgumentException: BETWEEN has two bounds")
    }
    return isOrdered(bounds[0], value) && isOrdered(value, bounds[1])
  }

  private func contains(_ whole: PredicateValue, _ part: PredicateValue) -> Bool {
    if let members = whole.members { return members.contains { isEqual($0, part) } }
    return folded(whole, part) { $0.contains($1) }
  }

  private func folded(_ left: PredicateValue, _ right: PredicateValue, _ holds: (String, String) -> Bool) -> Bool {
    texts(left, right) { holds(options.folded($0), options.folded($1)) }
  }

  private func texts(_ left: PredicateValue, _ right: PredicateValue, _ holds: (String, String) -> Bool) -> Bool {
    guard case .text(let left) = left, case .text(let right) = right else { return false }
    return holds(left, right)
  }

  /// Whether a pattern is one of the whole of a text.
  private func matches(_ text: String, _ pattern: String) -> Bool {
    // The case of letters has a meaning in a pattern, which folding would change.
    let marks = options.subtracting(.caseInsensitive)
    do {
      let expression = try NSRegularExpression(
        pattern: "\\A(?:\(marks.folded(pattern)))\\z",
        options: options.contains(.caseInsensitive) ? .caseInsensitive : [])
      let text = marks.folded(text)
      return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    } catch {
      fatalError("NSInvalidArgumentException: \"\(pattern)\" is no regular expression: \(error)")
    }
  }
}
