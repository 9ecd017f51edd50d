/// Brings what a store does not have: a replica. A local domain has none.
///
/// Both calls may block, for a bounded time; a thread that serves others must not make them.
package protocol ContainerSource: Sendable {
  /// Lists a container that the store has never listed completely. When it returns, the store has its children.
  ///
  /// - Throws: The provider's error, as an `NSError` of `NSFileProviderErrorDomain` or `NSCocoaErrorDomain`.
  func list(_ container: ItemID) throws
  /// Brings the contents of a document that are not here. When it returns, the item's row names its content file.
  ///
  /// - Throws: The provider's error.
  func bring(_ document: ItemID) throws
}
