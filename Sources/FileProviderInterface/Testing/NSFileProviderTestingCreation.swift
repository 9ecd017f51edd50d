/// The step that makes an item on the other side.
///
/// Apple: File Provider / `NSFileProviderTestingCreation`.
public protocol NSFileProviderTestingCreation: NSFileProviderTestingOperation {
  /// The version of the domain that was known then.
  var domainVersion: NSFileProviderDomainVersion? { get }
  /// The item as it is on its own side.
  var sourceItem: any NSFileProviderItem { get }
  /// The side that is changed.
  var targetSide: NSFileProviderTestingOperationSide { get }
}
