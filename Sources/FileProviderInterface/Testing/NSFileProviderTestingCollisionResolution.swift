/// The step that renames one of two items with the same name.
///
/// Apple: File Provider / `NSFileProviderTestingCollisionResolution`.
public protocol NSFileProviderTestingCollisionResolution: NSFileProviderTestingOperation {
  /// The item with its new name.
  var renamedItem: any NSFileProviderItem { get }
  /// The side that it is renamed on.
  var side: NSFileProviderTestingOperationSide { get }
}
