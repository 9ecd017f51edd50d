import Foundation
import VCard

/// `ADR`. The post office box and the address in addition to the street stay in the card; a contact has no property for them.
enum AddressList: CardList {
  static let names = ["ADR"]
  /// `LABEL` and `GEO` describe the address that it was.
  static let parameters = ["CC", "LABEL", "GEO"]
  static let attachments = [countryCode, subLocality, subAdministrativeArea]

  private static let countryCode = "X-ABADR"
  private static let subLocality = "X-APPLE-SUBLOCALITY"
  private static let subAdministrativeArea = "X-APPLE-SUBADMINISTRATIVEAREA"
  private static let components: [(index: Int, field: WritableKeyPath<AddressFields, String> & Sendable)] = [
    (2, \.street), (3, \.city), (4, \.state), (5, \.postalCode), (6, \.country),
  ]

  static func value(of property: CardProperty, attached: [CardProperty]) -> CNPostalAddress? {
    var fields = AddressFields()
    let parts = property.components
    for (index, field) in components where index < parts.count {
      fields[keyPath: field] = CardProperty.plain(parts[index])
    }
    func text(_ name: String) -> String? { attached.first { $0.isNamed(name) }?.plainText }
    fields.isoCountryCode = text(countryCode) ?? property.value(of: "CC") ?? ""
    fields.subLocality = text(subLocality) ?? ""
    fields.subAdministrativeArea = text(subAdministrativeArea) ?? ""
    return CNPostalAddress(fields: fields)
  }

  static func property(_ value: CNPostalAddress, _ form: CardForm) -> CardProperty? {
    var parts = form.old?.components ?? []
    parts += Array(repeating: "", count: max(0, 7 - parts.count))
    for (index, field) in components where CardProperty.plain(parts[index]) != value.fields[keyPath: field] {
      parts[index] = CardText.escape(value.fields[keyPath: field])
    }
    let code = value.isoCountryCode
    let parameters = code.isEmpty || !hasParameter(form) ? [] : [CardParameter("CC", code)]
    return CardProperty("ADR", parameters, value: parts.joined(separator: ";"))
  }

  static func attached(_ value: CNPostalAddress, _ form: CardForm) -> [(name: String, text: String)] {
    let texts = [
      (countryCode, hasParameter(form) ? "" : value.isoCountryCode),
      (subLocality, value.subLocality),
      (subAdministrativeArea, value.subAdministrativeArea),
    ]
    return texts.filter { !$0.1.isEmpty }
  }

  /// Whether the country's code is a parameter (RFC 8605) and not a property of the group.
  private static func hasParameter(_ form: CardForm) -> Bool {
    form.version == .v4 && !form.attached.contains { $0.isNamed(countryCode) }
  }
}
