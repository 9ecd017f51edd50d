/// The step that changes an item on the other side.
///
/// Apple: File Provider / `NSFileProviderTestingModification`.
public protocol NSFileProviderTestingModification: NSFileProviderTestingOperation {
  /// What differs.
  var changedFields: NSFileProviderItemFields { get }
  /// The version of the domain that was known then.
  var domainVersion: NSFileProviderDomainVersion? { get }
  /// The item as it is on its own side.
  var sourceItem: any NSFileProviderItem { get }
  /// The version that is changed.
  var targetItemBaseVersion: NSFileProviderItemVersion { get }
  /// The item on the other side.
  var targetItemIdentifier: NSFileProviderItemIdentifier { get }
  /// The side that is changed.
  var targetSide: NSFileProviderTestingOperationSide { get }
}
