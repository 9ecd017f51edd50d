import Foundation

/// The properties of a unified contact: the first that one of its parts has, and of lists the values of all parts.
///
/// What says something only together is taken from one part: the names, and the organization with the place in it.
struct UnifiedValues: ContactPropertyVisitor {
  private let parts: [ContactValues]
  private let filled: [Set<String>]
  private var result: ContactValues

  private static let wholes: [Set<String>] = [
    [
      CNContactNamePrefixKey, CNContactGivenNameKey, CNContactMiddleNameKey, CNContactFamilyNameKey,
      CNContactNameSuffixKey, CNContactPreviousFamilyNameKey, CNContactPhoneticGivenNameKey,
      CNContactPhoneticMiddleNameKey, CNContactPhoneticFamilyNameKey,
    ],
    [
      CNContactOrganizationNameKey, CNContactDepartmentNameKey, CNContactJobTitleKey,
      CNContactPhoneticOrganizationNameKey,
    ],
  ]

  init(_ parts: [ContactValues]) {
    self.parts = parts
    filled = parts.map(DifferentKeys.filled)
    result = parts[0]
  }

  /// - Parameter parts: At least one.
  static func of(_ parts: [CNContact]) -> ContactValues {
    if parts.count == 1 { return parts[0].values }
    var values = UnifiedValues(parts.map(\.values))
    values.visitAll()
    return values.result
  }

  /// Some keys, and those without which it is not known which part the properties are of.
  static func keys(deciding keys: Set<String>) -> Set<String> {
    wholes.reduce(keys) { $0.isDisjoint(with: $1) ? $0 : $0.union($1) }
  }

  /// The part that a property is of.
  func source(of key: String) -> Int {
    // Each part is a person or an organization.
    key == CNContactTypeKey ? 0 : filled.firstIndex { !$0.isDisjoint(with: Self.whole(of: key)) } ?? 0
  }

  /// The keys of what is taken from one part together with a property.
  static func whole(of key: String) -> Set<String> { wholes.first { $0.contains(key) } ?? [key] }

  mutating func visit<Value: Equatable>(_ property: WritableKeyPath<ContactValues, Value>, _ key: String) {
    result[keyPath: property] = parts[source(of: key)][keyPath: property]
  }

  mutating func visit<Value>(_ list: WritableKeyPath<ContactValues, [CNLabeledValue<Value>]>, _ key: String) {
    result[keyPath: list] = UnifiedList(parts, list).values
  }
}
