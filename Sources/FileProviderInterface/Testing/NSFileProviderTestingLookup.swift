/// The step that looks an item up.
///
/// Apple: File Provider / `NSFileProviderTestingLookup`.
public protocol NSFileProviderTestingLookup: NSFileProviderTestingOperation {
  /// The item.
  var itemIdentifier: NSFileProviderItemIdentifier { get }
  /// The side that is asked.
  var side: NSFileProviderTestingOperationSide { get }
}
