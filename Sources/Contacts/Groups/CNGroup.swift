public import Foundation

/// The identifier of a group.
public let CNGroupIdentifierKey = "identifier"
/// The name of a group.
public let CNGroupNameKey = "name"

/// A group of contacts of one container. It does not change.
open class CNGroup: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
  /// Identifies the group on this machine.
  public internal(set) var identifier: String
  var storedName: String

  package init(identifier: String = UUID().uuidString, name: String) {
    self.identifier = identifier
    storedName = name
  }

  /// A new group without a name.
  public override convenience init() { self.init(name: "") }

  /// The name to display.
  open var name: String { storedName }

  /// The group itself, since it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A group with the same identifier that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { CNMutableGroup(identifier: identifier, name: name) }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CNGroup else { return false }
    return identifier == other.identifier && name == other.name
  }

  open override var hash: Int { identifier.hashValue }

  // MARK: Coding

  public class var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(forKey: CNGroupIdentifierKey) as? String,
      let name = coder.decodeObject(forKey: CNGroupNameKey) as? String
    else { return nil }
    self.init(identifier: identifier, name: name)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: CNGroupIdentifierKey)
    coder.encode(name as NSString, forKey: CNGroupNameKey)
  }
}
