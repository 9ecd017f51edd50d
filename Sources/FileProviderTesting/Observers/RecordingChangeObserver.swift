public import FileProviderInterface
import Synchronization

/// An observer of a batch of changes that records what was reported.
public final class RecordingChangeObserver: NSObject, NSFileProviderChangeObserver, Sendable {
  /// How a batch ended.
  public enum End {
    /// With the anchor to go on from, and whether there is more.
    case anchor(NSFileProviderSyncAnchor, moreComing: Bool)
    /// With an error.
    case error(any Error)
  }

  private struct State {
    var updated: [ObservedItem] = []
    var deleted: [NSFileProviderItemIdentifier] = []
    var ends: [End] = []
  }

  private let state = Mutex(State())
  public let suggestedBatchSize: Int

  /// - Parameter suggestedBatchSize: What is suggested; 100 if nothing is said.
  public init(suggestedBatchSize: Int? = nil) {
    self.suggestedBatchSize = suggestedBatchSize ?? 100
    super.init()
  }

  public func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    let updatedItems = updatedItems.map { ObservedItem(item: $0) }
    state.withLock { $0.updated += updatedItems }
  }

  public func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {
    state.withLock { $0.deleted += deletedItemIdentifiers }
  }

  public func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
    state.withLock { $0.ends.append(.anchor(anchor, moreComing: moreComing)) }
  }

  public func finishEnumeratingWithError(_ error: any Error) { state.withLock { $0.ends.append(.error(error)) } }

  /// The items reported as new or changed.
  public var updated: [any NSFileProviderItem] { state.withLock { $0.updated }.map(\.item) }

  /// The identifiers reported as gone.
  public var deleted: [NSFileProviderItemIdentifier] { state.withLock { $0.deleted } }
  /// How the batch ended; `nil` if it has not.
  public var end: End? { state.withLock { $0.ends.first } }
  /// How often it ended. The contract says once.
  public var endCount: Int { state.withLock { $0.ends.count } }

  /// Tells another observer the same.
  func play(to observer: any NSFileProviderChangeObserver) {
    observer.didUpdate(updated)
    observer.didDeleteItems(withIdentifiers: deleted)
    switch end {
    case .anchor(let anchor, let moreComing): observer.finishEnumeratingChanges(upTo: anchor, moreComing: moreComing)
    case .error(let error): observer.finishEnumeratingWithError(error)
    case nil: break
    }
  }
}
