import FileProviderInterface
import FileProviderStore

/// One enumerator of the provider, called by one thread that waits for each answer.
///
/// `ProviderCalls.withEnumerator` ends it in every case; its callers do not.
struct EnumeratorCalls {
  let enumerator: any NSFileProviderEnumerator
  let calls: ProviderCalls
  /// The container's identifier.
  let container: String

  /// Asks for a page.
  ///
  /// - Throws: The provider's error; `timedOut`; `stopped`.
  func page(startingAt page: NSFileProviderPage) throws -> ProvidedPage {
    try calls.share.during { time in
      let observer = PageCollector(calls.share, border: calls.border, container: container)
      return try calls.wait(for: observer.pending, atMost: time) {
        enumerator.enumerateItems(for: observer, startingAt: page)
      }
    }
  }

  /// Asks for a batch of changes.
  ///
  /// - Throws: The provider's error; `timedOut`; `stopped`.
  func changes(from anchor: Data) throws -> ProvidedBatch {
    try calls.share.during { time in
      let observer = BatchCollector(calls.share, border: calls.border, container: container)
      return try calls.wait(for: observer.pending, atMost: time) {
        enumerator.enumerateChanges(for: observer, from: NSFileProviderSyncAnchor(anchor))
      }
    }
  }

  /// Asks for the current anchor; `nil` when the container reports no changes.
  ///
  /// - Throws: `timedOut`; `stopped`.
  func currentSyncAnchor() throws -> Data? {
    let pending = PendingAnswer<Data?>()
    return try calls.wait(for: pending) {
      enumerator.currentSyncAnchor(completionHandler: { [calls, container] anchor in
        if !pending.answer(.success(anchor?.rawValue)) { calls.noteLate("currentSyncAnchor", of: container) }
      })
    }
  }
}
