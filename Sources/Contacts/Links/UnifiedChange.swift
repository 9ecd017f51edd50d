import Foundation

/// Finds out which parts of a unified contact a program's changes of it concern.
///
/// A property is changed in the part that it is from. It is removed from all parts that have what was shown; nobody has seen what the others have. See ``UnifiedList`` about the values of lists.
struct UnifiedChange: ContactPropertyVisitor {
  private let contact: CNContact
  private let base: ContactValues
  private let unified: UnifiedValues
  private let filled: Set<String>
  /// The keys in which each part is not as it is shown.
  private let hidden: [Set<String>]
  private var values: [ContactValues]
  private var keys: [Set<String>]

  /// - Parameters:
  ///   - contact: A changed unified contact.
  ///   - unseen: The keys that the program has set and not fetched: these are set as a whole.
  /// - Returns: Copies of the parts that are changed, with the changes.
  static func parts(of contact: CNContact, unseen: Set<String>) -> [CNMutableContact] {
    var change = UnifiedChange(contact, unseen)
    change.visitAll()
    return change.parts
  }

  private init(_ contact: CNContact, _ unseen: Set<String>) {
    self.contact = contact
    let base = UnifiedValues.of(contact.unifiedParts)
    self.base = base
    values = contact.unifiedParts.map(\.values)
    unified = UnifiedValues(values)
    filled = DifferentKeys.filled(contact.values)
    hidden = values.map { DifferentKeys.of($0, from: base).subtracting(unseen) }
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
    // Another part's would be shown in the place of what is removed, though it is the same.
    let whole = UnifiedValues.whole(of: key)
    let removes = key != CNContactTypeKey && filled.isDisjoint(with: whole) && whole.allSatisfy(isKnown)
    let source = unified.source(of: key)
    for index in values.indices where removes ? hidden[index].isDisjoint(with: whole) : index == source {
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
