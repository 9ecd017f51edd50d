import Foundation
import SecretService

/// The keys and values of a call, checked: what they say of items, and how the call goes about it.
struct PasswordQuery {
  /// A call that cannot be understood is not done in part: a key that is passed over could delete too much.
  struct Refused: Error {
    var status = errSecParam
  }

  enum Limit: Equatable {
    case one
    case many(Int)
  }

  /// Which items are meant.
  let kind: PasswordClass
  private(set) var attributes: [String: String] = [:]
  private(set) var label: String?
  private(set) var secret: Data?
  private(set) var limit: Limit?
  private(set) var returnsData = false
  private(set) var returnsAttributes = false
  private(set) var isAnySynchronizable = false
  private(set) var isInteractive = true
  private(set) var skipsLocked = false

  /// - Parameter kind: What the items are where it does not have to say so: the new values of an update.
  init(_ dictionary: CFDictionary, of kind: PasswordClass? = nil) throws {
    if let named = dictionary[kSecClass] {
      guard let named = PasswordClass(rawValue: try Self.text(named)) else {
        throw Refused(status: errSecUnimplemented)
      }
      self.kind = named
    } else {
      guard let kind else { throw Refused() }
      self.kind = kind
    }
    for (key, value) in dictionary {
      guard let key = key as? String else { throw Refused() }
      try take(key, value)
    }
  }

  /// What the items that are meant have for attributes.
  var searched: [String: String] {
    let plain = isAnySynchronizable ? [:] : ["synchronizable": "0"]
    return plain.merging(attributes) { $1 }.merging(kind.schema) { $1 }
  }

  /// Whether it says what an update or a deletion has no use for.
  var asksForResults: Bool { returnsData || returnsAttributes || limit != nil }

  private mutating func take(_ key: String, _ value: Any) throws {
    if let name = kind.names[key] {
      attributes[name] = try Self.text(value)
      return
    }
    switch key as NSString {
    case kSecClass: break
    case kSecAttrLabel: label = try Self.text(value)
    case kSecAttrGeneric where kind == .generic: attributes["generic"] = try Self.data(value).base64EncodedString()
    case kSecAttrPort where kind == .internet: attributes["port"] = String(try Self.number(value))
    case kSecAttrSynchronizable: try takeSynchronizable(value)
    case kSecAttrAccessControl:
      guard let control = value as? SecAccessControl else { throw Refused() }
      attributes["accessible"] = control.protection
    case kSecValueData: secret = try Self.data(value)
    default: try takeManner(key, value)
    }
  }

  private mutating func takeManner(_ key: String, _ value: Any) throws {
    switch key as NSString {
    case kSecReturnData: returnsData = try Self.bool(value)
    case kSecReturnAttributes: returnsAttributes = try Self.bool(value)
    case kSecMatchLimit: limit = try Self.limit(value)
    case kSecUseAuthenticationUI:
      let text = try Self.text(value)
      skipsLocked = text == kSecUseAuthenticationUISkip as String
      isInteractive = !skipsLocked && text != kSecUseAuthenticationUIFail as String
    case kSecUseDataProtectionKeychain: _ = try Self.bool(value)
    default: throw Refused()
    }
  }

  private mutating func takeSynchronizable(_ value: Any) throws {
    if let text = value as? String {
      guard text == kSecAttrSynchronizableAny as String else { throw Refused() }
      isAnySynchronizable = true
    } else {
      attributes["synchronizable"] = try Self.bool(value) ? "1" : "0"
    }
  }

  private static func limit(_ value: Any) throws -> Limit {
    if let text = value as? String {
      if text == kSecMatchLimitOne as String { return .one }
      if text == kSecMatchLimitAll as String { return .many(.max) }
    }
    guard let number = value as? Int, number > 0 else { throw Refused() }
    return number == 1 ? .one : .many(number)
  }

  private static func text(_ value: Any) throws -> String {
    guard let text = value as? String else { throw Refused() }
    return text
  }

  private static func number(_ value: Any) throws -> Int {
    guard let number = value as? Int else { throw Refused() }
    return number
  }

  private static func data(_ value: Any) throws -> Data {
    guard let data = value as? Data else { throw Refused() }
    return data
  }

  private static func bool(_ value: Any) throws -> Bool {
    guard let bool = value as? Bool else { throw Refused() }
    return bool
  }
}
