/// The step that fetches contents.
///
/// Apple: File Provider / `NSFileProviderTestingContentFetch`.
public protocol NSFileProviderTestingContentFetch: NSFileProviderTestingOperation {
  /// The item.
  var itemIdentifier: NSFileProviderItemIdentifier { get }
  /// The side that is asked.
  var side: NSFileProviderTestingOperationSide { get }
}
