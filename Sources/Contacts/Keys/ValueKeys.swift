// The keys are the names of the properties.

/// The street and what belongs to it, in lines.
public let CNPostalAddressStreetKey = "street"
/// A part of the city.
public let CNPostalAddressSubLocalityKey = "subLocality"
/// The city.
public let CNPostalAddressCityKey = "city"
/// The county or district.
public let CNPostalAddressSubAdministrativeAreaKey = "subAdministrativeArea"
/// The state.
public let CNPostalAddressStateKey = "state"
/// The postal code.
public let CNPostalAddressPostalCodeKey = "postalCode"
/// The name of the country.
public let CNPostalAddressCountryKey = "country"
/// The country's code of two letters, of ISO 3166.
public let CNPostalAddressISOCountryCodeKey = "ISOCountryCode"

/// The address of the profile.
public let CNSocialProfileURLStringKey = "urlString"
/// The user's name at the service.
public let CNSocialProfileUsernameKey = "username"
/// The user's identifier at the service.
public let CNSocialProfileUserIdentifierKey = "userIdentifier"
/// The service.
public let CNSocialProfileServiceKey = "service"

/// The user's name at the service.
public let CNInstantMessageAddressUsernameKey = "username"
/// The service.
public let CNInstantMessageAddressServiceKey = "service"
