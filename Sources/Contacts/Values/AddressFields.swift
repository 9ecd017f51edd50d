/// What a postal address has.
struct AddressFields: Hashable, Sendable {
  var street = ""
  var subLocality = ""
  var city = ""
  var subAdministrativeArea = ""
  var state = ""
  var postalCode = ""
  var country = ""
  var isoCountryCode = ""

  /// The fields by key, in the order of the properties.
  static let keys: [(key: String, field: WritableKeyPath<AddressFields, String> & Sendable)] = [
    (CNPostalAddressStreetKey, \.street),
    (CNPostalAddressSubLocalityKey, \.subLocality),
    (CNPostalAddressCityKey, \.city),
    (CNPostalAddressSubAdministrativeAreaKey, \.subAdministrativeArea),
    (CNPostalAddressStateKey, \.state),
    (CNPostalAddressPostalCodeKey, \.postalCode),
    (CNPostalAddressCountryKey, \.country),
    (CNPostalAddressISOCountryCodeKey, \.isoCountryCode),
  ]
}
