public import Foundation

extension CNContact {
  /// Compares contacts by name. A name that is missing is replaced by the next one there is, at last that of the organization.
  public class func comparator(forNameSortOrder sortOrder: CNContactSortOrder) -> Comparator {
    { first, second in
      guard let first = first as? CNContact, let second = second as? CNContact, sortOrder != .none else {
        return .orderedSame
      }
      return first.sortName(sortOrder).localizedStandardCompare(second.sortName(sortOrder))
    }
  }

  /// What the comparators need.
  public class func descriptorForAllComparatorKeys() -> any CNKeyDescriptor { KeySet(sortKeys) }

  static let sortKeys = [
    CNContactTypeKey, CNContactGivenNameKey, CNContactMiddleNameKey, CNContactFamilyNameKey, CNContactNicknameKey,
    CNContactOrganizationNameKey, CNContactPhoneticGivenNameKey, CNContactPhoneticFamilyNameKey,
  ]

  /// Names are compared as they are pronounced where that is known.
  func sortName(_ order: CNContactSortOrder) -> String {
    let given = phoneticGivenName.isEmpty ? givenName : phoneticGivenName
    let family = phoneticFamilyName.isEmpty ? familyName : phoneticFamilyName
    let names = order == .familyName ? [family, given, middleName] : [given, middleName, family]
    let text = names.filter { !$0.isEmpty }.joined(separator: " ")
    if text.isEmpty || contactType == .organization && !organizationName.isEmpty {
      return organizationName.isEmpty ? nickname : organizationName
    }
    return text
  }
}
