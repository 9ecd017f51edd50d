import Foundation

extension ContactValues {
  func hasSameProperties(as other: ContactValues) -> Bool {
    var comparison = Comparison(first: self, second: other)
    comparison.visitAll()
    return comparison.isSame
  }

  /// The values of some keys; the others are empty.
  func limited(to keys: Set<String>) -> ContactValues {
    var selection = Selection(
      keys: keys, source: self, result: ContactValues(id: id, identifier: identifier))
    selection.visitAll()
    return selection.result
  }
}

private struct Comparison: ContactPropertyVisitor {
  let first: ContactValues
  let second: ContactValues
  var isSame = true

  mutating func visit<Value: Equatable>(_ property: WritableKeyPath<ContactValues, Value>, _ key: String) {
    if first[keyPath: property] != second[keyPath: property] { isSame = false }
  }

  mutating func visit<Value>(_ list: WritableKeyPath<ContactValues, [CNLabeledValue<Value>]>, _ key: String) {
    if first[keyPath: list] != second[keyPath: list] { isSame = false }
  }
}

private struct Selection: ContactPropertyVisitor {
  let keys: Set<String>
  let source: ContactValues
  var result: ContactValues

  mutating func visit<Value: Equatable>(_ property: WritableKeyPath<ContactValues, Value>, _ key: String) {
    if keys.contains(key) { result[keyPath: property] = source[keyPath: property] }
  }

  mutating func visit<Value>(_ list: WritableKeyPath<ContactValues, [CNLabeledValue<Value>]>, _ key: String) {
    if keys.contains(key) { result[keyPath: list] = source[keyPath: list] }
  }
}
