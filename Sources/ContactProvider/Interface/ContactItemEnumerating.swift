/// Hands out enumerators.
public protocol ContactItemEnumerating {
  /// Makes the enumerator of a collection.
  ///
  /// - Parameter collection: Always ``ContactItem/Identifier/rootContainer``: everything.
  func enumerator(for collection: ContactItem.Identifier) -> any ContactItemEnumerator
}
