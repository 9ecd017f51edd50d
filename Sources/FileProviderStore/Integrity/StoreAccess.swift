/// What a store is opened for.
package enum StoreAccess: Sendable {
  /// Reading and changing. Opening brings the store to this version and makes what was acknowledged and not committed.
  case changing
  /// Reading only: nothing of the store is changed, also not by opening it.
  case reading
}
