import Foundation

/// Facts of a provider as a text that a setting of the store can hold: a property list in Base64.
package enum PropertyListText {
  /// - Throws: When they are no property list.
  package static func make(_ facts: [AnyHashable: Any]) throws -> String {
    let named = facts.reduce(into: [String: Any]()) { if let key = $1.key as? String { $0[key] = $1.value } }
    guard named.count == facts.count, PropertyListSerialization.propertyList(named, isValidFor: .binary) else {
      throw CocoaError(.propertyListWriteInvalid)
    }
    return try PropertyListSerialization.data(fromPropertyList: named, format: .binary, options: 0)
      .base64EncodedString()
  }

  /// - Returns: `nil` for what `make` has not made.
  package static func facts(_ text: String) -> [String: Any]? {
    guard let data = Data(base64Encoded: text) else { return nil }
    return (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any]
  }
}
