import FileProviderInterface
package import FileProviderStore
import Synchronization

extension FileSystem {
  /// How far the log has been followed: the enumerator of a directory that is opened now reports the changes after it.
  var anchor: Generation { Generation(rawValue: followed.load(ordering: .relaxed)) }

  /// Makes every live enumerator report its changes since the last call to the trace. Called after another author has
  /// committed.
  ///
  /// `ChangeFollower` notifies the kernel, so only the trace needs this.
  package func traceChangesOfEnumerators() {
    guard store.isTracingEnumerators else { return }
    let newest = anchor
    for handle in directories.all {
      guard let enumerator = handle.rows.enumerator else { continue }
      let from = handle.anchor.withLock { anchor in
        defer { anchor = max(anchor, newest) }
        return anchor
      }
      guard from < newest else { continue }
      var next: NSFileProviderSyncAnchor? = NSFileProviderSyncAnchor(store.anchor(ChangeCursor(at: from)).data)
      // Changes after `newest` are left to the next call: a writer that commits all the time must not keep this one
      // going.
      while let anchor = next, isBefore(newest, anchor) {
        let observer = BatchEnd()
        enumerator.enumerateChanges(for: observer, from: anchor)
        next = observer.next
      }
    }
  }
}

extension FileSystem {
  private func isBefore(_ end: Generation, _ anchor: NSFileProviderSyncAnchor) -> Bool {
    guard let token = try? ContinuationToken(data: anchor.rawValue, kind: .anchor),
      let cursor = try? store.cursor(of: token)
    else { return false }
    return cursor.position < end
  }
}

/// An observer that ignores the changes, since the file system has acted on the log already. The store's enumerators
/// answer on the calling thread, before they return.
private final class BatchEnd: NSObject, NSFileProviderChangeObserver {
  /// The anchor from which there is more; `nil` at the end.
  private(set) var next: NSFileProviderSyncAnchor?

  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol]) {}
  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {}
  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
    next = moreComing ? anchor : nil
  }
  func finishEnumeratingWithError(_ error: any Error) {}
}

extension FileSystem {
  /// Visits the root, and then every item that the kernel may know.
  package func forEachNode(_ context: FollowerContext, _ body: (InodeNumber, InodeNumber, FileName) -> Void) {
    body(.root, .root, FileName(unchecked: "."))
    do throws(StoreError) {
      let enumerator = EverythingEnumerator(store: store)
      defer { enumerator.invalidate() }
      try enumerator.forEachRow(after: .none, enteredBy: .endless, reader: context.committed) { item, name in
        let parent = try? parentNode(of: copy item, context.committed)
        body(InodeNumber(item.id), parent ?? InodeNumber(item.parent), FileName(stored: name))
        return true
      }
    } catch { _ = context.number(for: error) }
  }
}
