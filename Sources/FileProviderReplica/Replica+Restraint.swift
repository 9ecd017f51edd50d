package import FileProviderStore
import Synchronization

/// Pausing what no program waits for.
extension Replica {
  /// Reads what the user has set of transfers, and keeps to it. A download for which no program waits is cancelled, and begins
  /// again later. An upload in progress is completed: many servers keep what has arrived of one that is not, in place of the document.
  package func readSettings() throws(StoreError) {
    let (pause, usesMetered) = try store.readCommitted { (reader) throws(StoreError) in
      (try ProvidedReader(reader).transferPause(), try ProvidedReader(reader).usesMeteredNetworks())
    }
    let isNew = state.restrain { ($0.pause, $0.usesMetered) = (pause, usesMetered) }
    if isNew { loader.withdrawUnawaited() }
  }

  /// Notes whether the network is metered: there only what programs wait for is transferred, unless the user wants everything.
  package func noteNetwork(isMetered: Bool) {
    if state.restrain({ $0.isMetered = isMetered }) { loader.withdrawUnawaited() }
  }

  /// Whether the network is what restrains transfers.
  package var isRestrainedByNetwork: Bool { state.restraint.withLock { $0.isOfNetwork } }

  /// Whether no change made here is sent, and only what programs wait for is downloaded.
  package var isRestrained: Bool { state.isRestrained }
}
