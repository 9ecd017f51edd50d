/// Brings what a store does not have: a replica. A local domain has none.
///
/// Both calls may block for as long as a provider takes. Whoever makes them for somebody that cannot wait so long makes them on a thread kept for
/// that, and has the only deadline.
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
