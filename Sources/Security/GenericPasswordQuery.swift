import Foundation
import SecretService

/// The keys and values of a call, checked: what they say of items, and how the call goes about it.
struct GenericPasswordQuery {
  /// A call that cannot be understood is not done in part: a key that is passed over could delete too much.
  struct Refused: Error {
    var status = errSecParam
  }

  enum Limit: Equatable {
    case one
    case many(Int)
  }

  /// The keyring's names of the attributes that are texts here, by Apple's.
  static let names: [String: String] = [
    kSecAttrAccount as String: "account", kSecAttrService as String: "service",
    kSecAttrAccessGroup as String: "access-group", kSecAttrAccessible as String: "accessible",
    kSecAttrDescription as String: "description", kSecAttrComment as String: "comment",
  ]
  /// What tells our items from those of other programs.
  static let schema = ["xdg:schema": "org.openfileprovider.GenericPassword"]
  /// The attributes that make an item another item: each has all of them.
  static let identity = ["account": "", "service": "", "access-group": "", "synchronizable": "0"]

  private(set) var attributes: [String: String] = [:]
  private(set) var label: String?
  private(set) var secret: Data?
  private(set) var limit: Limit?
  private(set) var returnsData = false
  private(set) var returnsAttributes = false
  private(set) var isAnySynchronizable = false
  private(set) var isInteractive = true
  private(set) var skipsLocked = false
  private var hasClass = false

  /// - Parameter needsClass: Whether it has to name the class of items: all but the new values of an update do.
  init(_ dictionary: CFDictionary, needsClass: Bool = true) throws {
    for (key, value) in dictionary {
      guard let key = key as? String else { throw Refused() }
      try take(key, value)
    }
    guard hasClass || !needsClass else { throw Refused() }
  }

  /// What the items that are meant have for attributes.
  var searched: [String: String] {
    let kind = isAnySynchronizable ? [:] : ["synchronizable": "0"]
    return kind.merging(attributes) { $1 }.merging(Self.schema) { $1 }
  }

  /// Whether it says what an update or a deletion has no use for.
  var asksForResults: Bool { returnsData || returnsAttributes || limit != nil }

  private mutating func take(_ key: String, _ value: Any) throws {
    if let name = Self.names[key] {
      attributes[name] = try Self.text(value)
      return
    }
    switch key as NSString {
    case kSecClass:
      guard try Self.text(value) == kSecClassGenericPassword as String else {
        throw Refused(status: errSecUnimplemented)
      }
      hasClass = true
    case kSecAttrLabel: label = try Self.text(value)
    case kSecAttrGeneric: attributes["generic"] = try Self.data(value).base64EncodedString()
    case kSecAttrSynchronizable: try takeSynchronizable(value)
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

  private static func data(_ value: Any) throws -> Data {
    guard let data = value as? Data else { throw Refused() }
    return data
  }

  private static func bool(_ value: Any) throws -> Bool {
    guard let bool = value as? Bool else { throw Refused() }
    return bool
  }
}
