/// Receives what happened since an anchor, batch by batch. The system implements it; an enumerator calls it.
///
/// For each batch: any number of ``didUpdate(_:)`` and ``didDeleteItems(withIdentifiers:)``, then exactly one of the two
/// `finish…` methods.
///
/// Apple: File Provider / `NSFileProviderChangeObserver`.
public protocol NSFileProviderChangeObserver: _NSFileProviderChangeObserverBase {
  /// Takes items that are new or differ from before, each as it is now.
  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol])

  /// Takes the identifiers of items that are gone. One that the system never heard of is ignored.
  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier])

  /// Ends the batch. `anchor`, at most 500 bytes, is where the next enumeration of changes starts: at once if
  /// `moreComing`, else at the next signal. With changes or with `moreComing` it must differ from the one passed in.
  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool)

  /// Ends the enumeration early. After `NSFileProviderError.syncAnchorExpired` the container is listed again.
  func finishEnumeratingWithError(_ error: any Error)
}

extension NSFileProviderChangeObserver {
  /// How many changes make a good batch; `nil` if the observer has no opinion. A batch that is many times larger is
  /// refused.
  public var suggestedBatchSize: Int? {
    Implemented.value { (self as any _NSFileProviderChangeObserverBase).suggestedBatchSize }
  }
}

/// The requirement behind ``NSFileProviderChangeObserver/suggestedBatchSize``; see ``NSFileProviderItemProtocol`` for why
/// there are two layers.
public protocol _NSFileProviderChangeObserverBase: NSObjectProtocol {
  /// Backs ``NSFileProviderChangeObserver/suggestedBatchSize``.
  @_disfavoredOverload var suggestedBatchSize: Int { get }
}

extension _NSFileProviderChangeObserverBase {
  /// Not declared by the class.
  @_disfavoredOverload public var suggestedBatchSize: Int { Implemented.no(0) }
}
