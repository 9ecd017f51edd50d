/// The step that lists a folder.
///
/// Apple: File Provider / `NSFileProviderTestingChildrenEnumeration`.
public protocol NSFileProviderTestingChildrenEnumeration: NSFileProviderTestingOperation {
  /// The item.
  var itemIdentifier: NSFileProviderItemIdentifier { get }
  /// The side that is asked.
  var side: NSFileProviderTestingOperationSide { get }
}
