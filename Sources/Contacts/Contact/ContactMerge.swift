import Foundation

/// Brings what a program changed in a contact into what the contact has become meanwhile.
struct ContactMerge: ContactPropertyVisitor {
  /// The keys that the program fetched; nil for all.
  let keys: Set<String>?
  /// The contact as the program fetched it; nil if that is not known, and then all that it has counts as changed.
  let base: ContactValues?
  /// The keys of what is known of that; nil for all.
  let baseKeys: Set<String>?
  /// The contact as the program left it.
  let changed: ContactValues
  /// The contact as others left it, and after the visits with the program's changes.
  var result: ContactValues

  mutating func visit<Value: Equatable>(_ property: WritableKeyPath<ContactValues, Value>, _ key: String) {
    guard keys?.contains(key) ?? true, base(of: key).map({ $0[keyPath: property] }) != changed[keyPath: property] else {
      return
    }
    result[keyPath: property] = changed[keyPath: property]
  }

  /// Values are told apart by their identifiers, which others' changes give them anew. So of one that both have changed both values stay.
  mutating func visit<Value>(_ list: WritableKeyPath<ContactValues, [CNLabeledValue<Value>]>, _ key: String) {
    let changed = changed[keyPath: list]
    let base = base(of: key)
    guard keys?.contains(key) ?? true, base.map({ $0[keyPath: list] }) != changed else { return }
    let now = result[keyPath: list]
    result[keyPath: list] = base.map { Self.merge(changed, $0[keyPath: list], now) } ?? changed
  }

  private func base(of key: String) -> ContactValues? { baseKeys?.contains(key) ?? true ? base : nil }

  private static func merge<Value>(
    _ changed: [CNLabeledValue<Value>], _ base: [CNLabeledValue<Value>], _ now: [CNLabeledValue<Value>]
  ) -> [CNLabeledValue<Value>] {
    let before = Dictionary(base.map { ($0.identifier, $0) }) { first, _ in first }
    let others = Dictionary(now.map { ($0.identifier, $0) }) { first, _ in first }
    // What the program left alone is as others left it, and gone if they removed it.
    let kept = changed.compactMap { before[$0.identifier] == $0 ? others[$0.identifier] : $0 }
    let added = now.filter { value in
      before[value.identifier] == nil
        && !changed.contains { $0.label == value.label && $0.hasSameValue(as: value.value) }
    }
    return kept + added
  }
}
