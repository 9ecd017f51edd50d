/// Takes one batch of changes. The system implements it; an enumerator calls it.
///
/// Any number of ``didUpdate(_:)`` and ``didDelete(_:)``, then exactly one of the other methods. What is called after that is ignored.
public protocol ContactItemChangeObserver {
  /// Takes contacts that are new or differ from before, each as it is now.
  func didUpdate(_ items: [ContactItem])

  /// Takes the identifiers of contacts that are gone. One that is unknown is ignored.
  func didDelete(_ identifiers: [ContactItem.Identifier])

  /// Ends the batch, which is saved.
  ///
  /// - Parameters:
  ///   - syncAnchor: Where the next enumeration of changes starts. After changes, and with `moreComing`, it is another one than before.
  ///   - moreComing: Whether that follows at once.
  func didFinishEnumeratingChanges(upTo syncAnchor: ContactItemSyncAnchor, moreComing: Bool)

  /// Ends the batch with an error. What was sent of it is dropped.
  ///
  /// After ``ContactProviderError/changeAnchorExpired`` all contacts are enumerated anew, and those that are not among them are deleted at the end. After all other
  /// errors the same changes are asked for later.
  func didFinishEnumeratingChangesWithError(_ error: any Error)

  /// How many changes make a good batch.
  var suggestedBatchSize: Int { get }
}
