/// The step that deletes an item on the other side.
///
/// Apple: File Provider / `NSFileProviderTestingDeletion`.
public protocol NSFileProviderTestingDeletion: NSFileProviderTestingOperation {
  /// The version of the domain that was known then.
  var domainVersion: NSFileProviderDomainVersion? { get }
  /// The item on the side that it is gone from.
  var sourceItemIdentifier: NSFileProviderItemIdentifier { get }
  /// The version that is deleted.
  var targetItemBaseVersion: NSFileProviderItemVersion { get }
  /// The item on the other side.
  var targetItemIdentifier: NSFileProviderItemIdentifier { get }
  /// The side that is changed.
  var targetSide: NSFileProviderTestingOperationSide { get }
}
