public import Foundation

/// A value of a contact with its label. It does not change; the methods make another one with the same identifier.
open class CNLabeledValue<ValueType: NSCopying & NSSecureCoding>: NSObject, NSCopying, NSSecureCoding {
  /// Identifies the value in its contact, also after its label or value changed.
  public let identifier: String
  /// One of the built-in labels, such as `CNLabelHome`, or any other text.
  public let label: String?
  public let value: ValueType

  /// A value with an identifier. Not of Apple's: subclasses need it for ``settingLabel(_:value:)``.
  public required init(identifier: String, label: String?, value: ValueType) {
    self.identifier = identifier
    self.label = label
    self.value = value
  }

  /// A new value.
  public convenience init(label: String?, value: ValueType) {
    self.init(identifier: UUID().uuidString, label: label, value: value)
  }

  /// The same value with another label.
  open func settingLabel(_ label: String?) -> Self { settingLabel(label, value: value) }

  /// Another value with the same label.
  open func settingValue(_ value: ValueType) -> Self { settingLabel(label, value: value) }

  /// Another value with another label.
  open func settingLabel(_ label: String?, value: ValueType) -> Self {
    type(of: self).init(identifier: identifier, label: label, value: value)
  }

  /// What to display for a label: the English word of a built-in one, any other as it is.
  open class func localizedString(forLabel label: String) -> String { BuiltInLabel.word(of: label) }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CNLabeledValue<ValueType> else { return false }
    return identifier == other.identifier && label == other.label && hasSameValue(as: other.value)
  }

  open override var hash: Int { identifier.hashValue }

  func hasSameValue(as other: ValueType) -> Bool { (value as? NSObject)?.isEqual(other) ?? false }

  // MARK: Coding

  // A contact archives its values. Foundation on Linux does not archive an object of a generic class by itself.

  public class var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(forKey: "identifier") as? String,
      let value = coder.decodeObject(forKey: "value") as? ValueType
    else { return nil }
    self.init(identifier: identifier, label: coder.decodeObject(forKey: "label") as? String, value: value)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: "identifier")
    coder.encode(label as NSString?, forKey: "label")
    coder.encode(value, forKey: "value")
  }
}
