public import Foundation

/// The identifier of a container.
public let CNContainerIdentifierKey = "identifier"
/// The name of a container.
public let CNContainerNameKey = "name"
/// The type of a container.
public let CNContainerTypeKey = "type"

/// Where the contacts of a container come from.
public enum CNContainerType: Int, Sendable {
  /// It is not known.
  case unassigned = 0
  /// They are on this machine alone.
  case local = 1
  /// A server of Microsoft Exchange.
  case exchange = 2
  /// A server of CardDAV (RFC 6352).
  case cardDAV = 3
}

/// An address book of an account.
open class CNContainer: NSObject, NSCopying, NSSecureCoding {
  /// Identifies the container on this machine.
  public let identifier: String
  /// The name to display.
  public let name: String
  /// Where its contacts come from.
  public let type: CNContainerType

  package init(identifier: String, name: String, type: CNContainerType) {
    self.identifier = identifier
    self.name = name
    self.type = type
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CNContainer else { return false }
    return identifier == other.identifier && name == other.name && type == other.type
  }

  open override var hash: Int { identifier.hashValue }

  // MARK: Coding

  public class var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(forKey: CNContainerIdentifierKey) as? String,
      let name = coder.decodeObject(forKey: CNContainerNameKey) as? String,
      let type = CNContainerType(rawValue: coder.decodeInteger(forKey: CNContainerTypeKey))
    else { return nil }
    self.init(identifier: identifier, name: name, type: type)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: CNContainerIdentifierKey)
    coder.encode(name as NSString, forKey: CNContainerNameKey)
    coder.encode(type.rawValue, forKey: CNContainerTypeKey)
  }
}
