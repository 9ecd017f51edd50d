import Foundation

/// The keys of the properties that a contact has.
struct FilledKeys: ContactPropertyVisitor {
  private let values: ContactValues
  private let empty = ContactValues(identifier: "")
  private var keys: Set<String> = []

  static func of(_ values: ContactValues) -> Set<String> {
    var filled = FilledKeys(values: values)
    filled.visitAll()
    return filled.keys
  }

  private init(values: ContactValues) { self.values = values }

  mutating func visit<Value: Equatable>(_ property: WritableKeyPath<ContactValues, Value>, _ key: String) {
    if values[keyPath: property] != empty[keyPath: property] { keys.insert(key) }
  }

  mutating func visit<Value>(_ list: WritableKeyPath<ContactValues, [CNLabeledValue<Value>]>, _ key: String) {
    if !values[keyPath: list].isEmpty { keys.insert(key) }
  }
}
