public import Foundation

/// A postal address to make or to change.
open class CNMutablePostalAddress: CNPostalAddress {
  /// An address that a copy is; changes to the one are not changes to the other.
  open override func copy(with zone: NSZone? = nil) -> Any { CNPostalAddress(fields: fields) }

  /// The street and what belongs to it, in lines.
  open override var street: String {
    get { super.street }
    set { fields.street = newValue }
  }
  /// A part of the city.
  open override var subLocality: String {
    get { super.subLocality }
    set { fields.subLocality = newValue }
  }
  /// The city.
  open override var city: String {
    get { super.city }
    set { fields.city = newValue }
  }
  /// The county or district.
  open override var subAdministrativeArea: String {
    get { super.subAdministrativeArea }
    set { fields.subAdministrativeArea = newValue }
  }
  /// The state.
  open override var state: String {
    get { super.state }
    set { fields.state = newValue }
  }
  /// The postal code.
  open override var postalCode: String {
    get { super.postalCode }
    set { fields.postalCode = newValue }
  }
  /// The name of the country.
  open override var country: String {
    get { super.country }
    set { fields.country = newValue }
  }
  /// The country's code of two letters, of ISO 3166.
  open override var isoCountryCode: String {
    get { super.isoCountryCode }
    set { fields.isoCountryCode = newValue }
  }
}
