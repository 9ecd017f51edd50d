import Foundation

/// The keys of the properties in which a contact is different from another one.
struct DifferentKeys: ContactPropertyVisitor {
  private let values: ContactValues
  private let others: ContactValues
  private var keys: Set<String> = []

  static func of(_ values: ContactValues, from others: ContactValues) -> Set<String> {
    var different = DifferentKeys(values: values, others: others)
    different.visitAll()
    return different.keys
  }

  /// The keys of the properties that a contact has.
  static func filled(_ values: ContactValues) -> Set<String> { of(values, from: ContactValues(identifier: "")) }

  private init(values: ContactValues, others: ContactValues) {
    self.values = values
    self.others = others
  }

  mutating func visit<Value: Equatable>(_ property: WritableKeyPath<ContactValues, Value>, _ key: String) {
    if values[keyPath: property] != others[keyPath: property] { keys.insert(key) }
  }

  mutating func visit<Value>(_ list: WritableKeyPath<ContactValues, [CNLabeledValue<Value>]>, _ key: String) {
    if values[keyPath: list] != others[keyPath: list] { keys.insert(key) }
  }
}
