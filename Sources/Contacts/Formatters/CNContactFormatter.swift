public import Foundation

/// The attribute of a formatted name's parts: the key of the property.
public let CNContactPropertyAttribute = "CNContactPropertyAttribute"

/// Formats a contact's name.
///
/// A person without a name has that of the organization, or the nickname; an organization has its own name first. Names in Chinese, Japanese and Korean begin with the family name.
open class CNContactFormatter: Formatter, @unchecked Sendable {
  // Not for several threads while the style changes, as other formatters.
  /// What is formatted.
  open var style = CNContactFormatterStyle.fullName

  /// The name; nil if there is none.
  ///
  /// The properties of ``descriptorForRequiredKeys(for:)`` must have been fetched.
  open class func string(from contact: CNContact, style: CNContactFormatterStyle) -> String? {
    parts(of: contact, style)?.text
  }

  /// The name in the style of the formatter; nil if there is none.
  open func string(from contact: CNContact) -> String? { Self.string(from: contact, style: style) }

  /// The name, whose parts have the attribute `CNContactPropertyAttribute`; nil if there is none.
  ///
  /// The default attributes are those of the whole name, by `NSAttributedString.Key` or its text.
  open class func attributedString(
    from contact: CNContact, style: CNContactFormatterStyle, defaultAttributes attributes: [AnyHashable: Any]? = nil
  ) -> NSAttributedString? {
    guard let parts = parts(of: contact, style)?.parts else { return nil }
    let common = (attributes ?? [:]).compactMap { key, value -> (NSAttributedString.Key, Any)? in
      (key.base as? NSAttributedString.Key ?? (key.base as? String).map(NSAttributedString.Key.init(rawValue:)))
        .map { ($0, value) }
    }
    let result = NSMutableAttributedString(string: "")
    for part in parts {
      var attributes = Dictionary(common) { $1 }
      if let key = part.key { attributes[NSAttributedString.Key(rawValue: CNContactPropertyAttribute)] = key }
      result.append(NSAttributedString(string: part.text, attributes: attributes))
    }
    return result
  }

  /// The name in the style of the formatter with attributes; nil if there is none.
  open func attributedString(from contact: CNContact, defaultAttributes attributes: [AnyHashable: Any]? = nil)
    -> NSAttributedString?
  {
    Self.attributedString(from: contact, style: style, defaultAttributes: attributes)
  }

  /// The name of a contact; nil for anything else.
  open override func string(for obj: Any) -> String? { (obj as? CNContact).flatMap(string(from:)) }

  /// The order of the contact's names, by their letters.
  open class func nameOrder(for contact: CNContact) -> CNContactDisplayNameOrder {
    nameKeys.forEach(contact.require)
    return contact.values.isFamilyNameFirst ? .familyNameFirst : .givenNameFirst
  }

  /// What is between the contact's given and family name.
  open class func delimiter(for contact: CNContact) -> String {
    nameKeys.forEach(contact.require)
    return contact.values.nameDelimiter
  }

  /// What formatting in a style needs.
  open class func descriptorForRequiredKeys(for style: CNContactFormatterStyle) -> any CNKeyDescriptor {
    KeySet(keys(style))
  }

  /// What ``nameOrder(for:)`` needs.
  open class var descriptorForRequiredKeysForNameOrder: any CNKeyDescriptor { KeySet(nameKeys) }

  /// What ``delimiter(for:)`` needs.
  open class var descriptorForRequiredKeysForDelimiter: any CNKeyDescriptor { KeySet(nameKeys) }

  private static let nameKeys = [CNContactGivenNameKey, CNContactFamilyNameKey]

  private static func keys(_ style: CNContactFormatterStyle) -> [String] {
    switch style {
    case .fullName:
      nameKeys + [
        CNContactTypeKey, CNContactNamePrefixKey, CNContactMiddleNameKey, CNContactNameSuffixKey,
        CNContactNicknameKey, CNContactOrganizationNameKey,
      ]
    case .phoneticFullName:
      nameKeys + [
        CNContactTypeKey, CNContactPhoneticGivenNameKey, CNContactPhoneticMiddleNameKey,
        CNContactPhoneticFamilyNameKey, CNContactPhoneticOrganizationNameKey,
      ]
    }
  }

  private static func parts(of contact: CNContact, _ style: CNContactFormatterStyle) -> NameParts? {
    keys(style).forEach(contact.require)
    return style == .fullName ? contact.values.displayNameParts : contact.values.phoneticNameParts
  }
}
