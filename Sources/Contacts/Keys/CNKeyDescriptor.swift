public import Foundation

/// Names properties of a contact to fetch.
///
/// The keys of properties are descriptors: `CNContactGivenNameKey as CNKeyDescriptor`. Formatters and others give descriptors for what they need. On macOS the
/// protocol is one of Objective-C; here any type may conform, and those of this module are the ones that name keys.
public protocol CNKeyDescriptor {}

extension String: CNKeyDescriptor {}
extension NSString: CNKeyDescriptor {}

/// A descriptor of several keys.
final class KeySet: NSObject, CNKeyDescriptor, NSCopying, NSSecureCoding {
  let keys: [String]

  init(_ keys: [String]) { self.keys = keys }

  static var supportsSecureCoding: Bool { true }

  convenience init?(coder: NSCoder) {
    guard let keys = coder.decodeObject(forKey: "keys") as? [String] else { return nil }
    self.init(keys)
  }

  func encode(with coder: NSCoder) { coder.encode(keys as NSArray, forKey: "keys") }
  func copy(with zone: NSZone? = nil) -> Any { self }
  override func isEqual(_ object: Any?) -> Bool { (object as? KeySet)?.keys == keys }
  override var hash: Int { keys.hashValue }
}

extension CNKeyDescriptor {
  /// The keys that the descriptor names.
  var keys: [String] {
    switch self {
    case let key as String: [key]
    case let key as NSString: [key as String]
    case let set as KeySet: set.keys
    default: []
    }
  }
}
