import Foundation
import SecretService

extension SecretService {
  /// The items that a query means.
  func items(_ query: PasswordQuery) throws(SecretServiceError) -> [SecretItem] {
    var items = try search(query.searched)
    if query.skipsLocked { items.removeAll(where: \.isLocked) }
    guard let label = query.label else { return items }
    var named: [SecretItem] = []
    for item in items where try self.label(of: item) == label { named.append(item) }
    return named
  }

  /// What a query gives of an item.
  func value(of item: SecretItem, _ query: PasswordQuery) throws(SecretServiceError) -> AnyObject? {
    let data = query.returnsData ? Data(try secret(of: item)) : nil
    guard query.returnsAttributes else { return data as NSData? }
    var values: [String: Any] = [kSecClass as String: query.kind.rawValue]
    let attributes = try attributes(of: item)
    for (apple, name) in query.kind.names {
      // What was not given and is no text is not there, as on Apple's systems.
      if let text = attributes[name], !text.isEmpty || !PasswordClass.absentIfEmpty.contains(name) {
        values[apple] = text
      }
    }
    values[kSecAttrPort as String] = attributes["port"].flatMap { Int($0) }
    values[kSecAttrGeneric as String] = attributes["generic"].flatMap { Data(base64Encoded: $0) }
    values[kSecAttrSynchronizable as String] = attributes["synchronizable"] == "1"
    values[kSecAttrLabel as String] = try label(of: item)
    values[kSecValueData as String] = data
    return values as NSDictionary
  }

  /// Whether there is an item already with what tells an item of this class from others.
  func isTaken(
    _ attributes: [String: String], _ kind: PasswordClass, except item: SecretItem? = nil
  ) throws(SecretServiceError) -> Bool {
    let identity = attributes.filter { kind.identity[$0.key] != nil }
    return try search(identity.merging(kind.schema) { $1 }).contains { $0.path != item?.path }
  }

  /// Gives an item the values of an update.
  ///
  /// - Returns: Whether it could have them: no other item is what it would become.
  func change(_ item: SecretItem, _ values: PasswordQuery) throws(SecretServiceError) -> Bool {
    if !values.attributes.isEmpty {
      let old = try attributes(of: item)
      let new = old.merging(values.attributes) { $1 }
      if try isTaken(new, values.kind, except: item) { return false }
      if new != old { try setAttributes(new, of: item) }
    }
    if let label = values.label { try setLabel(label, of: item) }
    if let secret = values.secret { try setSecret([UInt8](secret), of: item) }
    return true
  }
}
