/// The step in which the system takes note of a change.
///
/// Apple: File Provider / `NSFileProviderTestingIngestion`.
public protocol NSFileProviderTestingIngestion: NSFileProviderTestingOperation {
  /// The item as it is now; `nil` when it is gone.
  var item: (any NSFileProviderItem)? { get }
  /// The item.
  var itemIdentifier: NSFileProviderItemIdentifier { get }
  /// The side that it changed on.
  var side: NSFileProviderTestingOperationSide { get }
}
