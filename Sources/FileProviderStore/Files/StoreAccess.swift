/// What a store is opened for.
package enum StoreAccess: Sendable {
  /// Reading and changing. Opening upgrades the store to this version, and restores changes that were acknowledged and not committed.
  case changing
  /// Reading only: not even the opening changes the store.
  case reading
}
