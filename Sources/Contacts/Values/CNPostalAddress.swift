public import Foundation

/// A postal address. It does not change.
open class CNPostalAddress: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
  var fields: AddressFields

  init(fields: AddressFields) { self.fields = fields }

  /// An empty address.
  public override convenience init() { self.init(fields: AddressFields()) }

  /// The street and what belongs to it, in lines.
  open var street: String { fields.street }
  /// A part of the city.
  open var subLocality: String { fields.subLocality }
  /// The city.
  open var city: String { fields.city }
  /// The county or district.
  open var subAdministrativeArea: String { fields.subAdministrativeArea }
  /// The state.
  open var state: String { fields.state }
  /// The postal code.
  open var postalCode: String { fields.postalCode }
  /// The name of the country.
  open var country: String { fields.country }
  /// The country's code of two letters, of ISO 3166.
  open var isoCountryCode: String { fields.isoCountryCode }

  /// The name of a property, in English.
  open class func localizedString(forKey key: String) -> String { KeyWords.words(of: key) }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open func mutableCopy(with zone: NSZone? = nil) -> Any { CNMutablePostalAddress(fields: fields) }

  open override func isEqual(_ object: Any?) -> Bool { (object as? CNPostalAddress)?.fields == fields }
  open override var hash: Int { fields.hashValue }

  // MARK: Coding

  public class var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    var fields = AddressFields()
    for (key, field) in AddressFields.keys { fields[keyPath: field] = coder.decodeObject(forKey: key) as? String ?? "" }
    self.init(fields: fields)
  }

  open func encode(with coder: NSCoder) {
    for (key, field) in AddressFields.keys { coder.encode(fields[keyPath: field] as NSString, forKey: key) }
  }
}
