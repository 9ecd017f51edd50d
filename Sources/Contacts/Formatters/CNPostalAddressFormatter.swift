public import Foundation

/// Formats a postal address in lines, in the order of its country.
///
/// The country is that of the address's code, or else the user's. The layouts are those of the Universal Postal Union in their outlines: a few for all countries.
open class CNPostalAddressFormatter: Formatter, @unchecked Sendable {
  // Not for several threads while the style changes, as other formatters.
  /// How it is formatted.
  open var style = CNPostalAddressFormatterStyle.mailingAddress

  /// The address in lines; empty if it has no parts.
  open class func string(from postalAddress: CNPostalAddress, style: CNPostalAddressFormatterStyle) -> String {
    let fields = postalAddress.fields
    let code = fields.isoCountryCode.isEmpty ? CNContactsUserDefaults.shared().countryCode : fields.isoCountryCode
    return AddressLayout(country: code).lines(of: fields)
      .map { $0.filter { !$0.isEmpty }.joined(separator: " ") }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The address in the style of the formatter.
  open func string(from postalAddress: CNPostalAddress) -> String { Self.string(from: postalAddress, style: style) }

  /// The text of an address; nil for anything else.
  open override func string(for obj: Any) -> String? { (obj as? CNPostalAddress).map(string(from:)) }
}
