public import Foundation

/// What the user prefers for contacts.
open class CNContactsUserDefaults: NSObject {
  // Immutable, and so safe for several threads.
  private nonisolated(unsafe) static let one = CNContactsUserDefaults()

  /// The only instance.
  open class func shared() -> Self {
    guard let one = one as? Self else { preconditionFailure("CNContactsUserDefaults has no subclasses") }
    return one
  }

  /// How lists of contacts are sorted. There is no such setting on Linux: by the given name.
  open var sortOrder: CNContactSortOrder { .givenName }

  /// The country of the user's language and region, as a small code of ISO 3166; `us` where there is none.
  open var countryCode: String {
    // A language without a region has 001, the world.
    Locale.current.region.map { $0.identifier.lowercased() }.flatMap { $0.count == 2 ? $0 : nil } ?? "us"
  }
}
