/// Key of the item that a ``NSFileProviderError/Code/filenameCollision`` or
/// ``NSFileProviderError/Code/deletionRejected`` is about; an ``NSFileProviderItem``.
public let NSFileProviderErrorItemKey = "NSFileProviderErrorItem"

/// Key of the identifier that a ``NSFileProviderError/Code/noSuchItem`` is about. Read it with `as? String` or
/// `as? NSFileProviderItemIdentifier`.
public let NSFileProviderErrorNonExistentItemIdentifierKey = "NSFileProviderErrorNonExistentItemIdentifier"

extension NSError {
  /// A ``NSFileProviderError/Code/filenameCollision`` that carries the item whose name is in the way.
  public class func fileProviderErrorForCollision(with existingItem: any NSFileProviderItem) -> NSError {
    NSFileProviderError(.filenameCollision, userInfo: [NSFileProviderErrorItemKey: existingItem])._nsError
  }

  /// A ``NSFileProviderError/Code/noSuchItem`` that names the item that does not exist.
  public class func fileProviderErrorForNonExistentItem(
    withIdentifier itemIdentifier: NSFileProviderItemIdentifier
  ) -> NSError {
    NSFileProviderError(
      .noSuchItem, userInfo: [NSFileProviderErrorNonExistentItemIdentifierKey: itemIdentifier as NSString]
    )._nsError
  }

  /// A ``NSFileProviderError/Code/deletionRejected`` that carries the item as the provider has it.
  public class func fileProviderErrorForRejectedDeletion(of updatedVersion: any NSFileProviderItem) -> NSError {
    NSFileProviderError(.deletionRejected, userInfo: [NSFileProviderErrorItemKey: updatedVersion])._nsError
  }
}
