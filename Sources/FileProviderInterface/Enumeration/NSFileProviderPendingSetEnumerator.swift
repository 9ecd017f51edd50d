/// Lists the items that wait to be synchronized. The system implements it.
///
/// Apple: File Provider / `NSFileProviderPendingSetEnumerator`.
public protocol NSFileProviderPendingSetEnumerator: NSFileProviderEnumerator {
  /// The version of the domain that the listing is of; `nil` where the provider keeps none.
  var domainVersion: NSFileProviderDomainVersion? { get }

  /// How many seconds pass at least between two looks at the set.
  var refreshInterval: TimeInterval { get }

  /// Whether more items wait than the listing holds.
  var isMaximumSizeReached: Bool { get }
}
