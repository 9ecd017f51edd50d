public import Foundation

/// The name of a related person.
open class CNContactRelation: NSObject, NSCopying, NSSecureCoding {
  /// The name.
  public let name: String

  public init(name: String) { self.name = name }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CNContactRelation else { return false }
    return name == other.name
  }

  open override var hash: Int { name.hashValue }

  // MARK: Coding

  public class var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    guard let name = coder.decodeObject(forKey: "name") as? String
    else { return nil }
    self.init(name: name)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
  }
}
