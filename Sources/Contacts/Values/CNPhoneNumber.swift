public import Foundation

/// A phone number, as it was typed.
open class CNPhoneNumber: NSObject, NSCopying, NSSecureCoding {
  /// The number, digits and whatever is between them.
  public let stringValue: String

  public init(stringValue string: String) { stringValue = string }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CNPhoneNumber else { return false }
    return stringValue == other.stringValue
  }

  open override var hash: Int { stringValue.hashValue }

  // MARK: Coding

  public class var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    guard let stringValue = coder.decodeObject(forKey: "stringValue") as? String
    else { return nil }
    self.init(stringValue: stringValue)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(stringValue as NSString, forKey: "stringValue")
  }
}
