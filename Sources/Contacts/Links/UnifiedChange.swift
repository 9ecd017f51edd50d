import Foundation

/// Finds out which parts of a unified contact a program's changes of it concern.
///
/// A property is changed in the part that it is from, and removed from all; see ``UnifiedList`` about the values of lists.
struct UnifiedChange: ContactPropertyVisitor {
  private let contact: CNContact
  private let base: ContactValues
  private let unified: UnifiedValues
  private let filled: Set<String>
  private var values: [ContactValues]
  private var keys: [Set<String>]

  /// - Parameter contact: A changed unified contact.
  /// - Returns: Copies of the parts that are changed, with the changes.
  static func parts(of contact: CNContact) -> [CNMutableContact] {
    var change = UnifiedChange(contact)
    change.visitAll()
    return change.parts
  }

  private init(_ contact: CNContact) {
    self.contact = contact
    values = contact.unifiedParts.map(\.values)
    base = UnifiedValues.of(contact.unifiedParts)
    unified = UnifiedValues(values)
    filled = FilledKeys.of(contact.values)
    keys = values.map { _ in [] }
  }

  private var parts: [CNMutableContact] {
    contact.unifiedParts.indices.compactMap { index in
      guard !keys[index].isEmpty, let part = contact.unifiedParts[index].mutableCopy() as? CNMutableContact else {
        return nil
      }
      part.values = values[index]
      part.fetchedKeys?.formUnion(keys[index])
      return part
    }
  }

  private func isKnown(_ key: String) -> Bool { contact.fetchedKeys?.contains(key) ?? true }

  mutating func visit<Value: Equatable>(_ property: WritableKeyPath<ContactValues, Value>, _ key: String) {
    let new = contact.values[keyPath: property]
    guard isKnown(key), new != base[keyPath: property] else { return }
    // Another part's would be shown in the place of what is removed.
    let whole = UnifiedValues.whole(of: key)
    let removes = key != CNContactTypeKey && filled.isDisjoint(with: whole) && whole.allSatisfy(isKnown)
    for index in removes ? Array(values.indices) : [unified.source(of: key)] {
      set(property, key, new, in: index)
    }
  }

  mutating func visit<Value>(_ list: WritableKeyPath<ContactValues, [CNLabeledValue<Value>]>, _ key: String) {
    let changed = contact.values[keyPath: list]
    guard isKnown(key), changed != base[keyPath: list] else { return }
    for (index, new) in UnifiedList(values, list).parts(after: changed).enumerated() { set(list, key, new, in: index) }
  }

  private mutating func set<Value: Equatable>(
    _ property: WritableKeyPath<ContactValues, Value>, _ key: String, _ new: Value, in part: Int
  ) {
    guard values[part][keyPath: property] != new else { return }
    values[part][keyPath: property] = new
    keys[part].insert(key)
  }
}
