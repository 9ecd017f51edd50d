public import Foundation

/// Which contacts are asked for, and what of them.
open class CNContactFetchRequest: CNFetchRequest {
  /// The properties to fetch. The identifier always is.
  open var keysToFetch: [any CNKeyDescriptor]
  /// One of the predicates of ``CNContact``; nil for all contacts.
  open var predicate: NSPredicate?
  /// Whether contacts are instances of ``CNMutableContact``.
  open var mutableObjects = false
  /// Whether contacts that are linked are one, with the identifier of the first of them.
  open var unifyResults = true
  /// The order of the contacts.
  open var sortOrder = CNContactSortOrder.none

  /// A request for all contacts.
  public init(keysToFetch: [any CNKeyDescriptor]) { self.keysToFetch = keysToFetch }
}
