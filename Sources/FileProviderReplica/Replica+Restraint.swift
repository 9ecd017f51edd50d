package import FileProviderStore
import Synchronization

/// Pausing what no program waits for.
extension Replica {
  /// Reads what the user has set of transfers, and keeps to it. What is being transferred and may not be is cancelled, and begins again later.
  package func readSettings() throws(StoreError) {
    let pause = try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).transferPause() }
    if state.restrain({ $0.pause = pause }) { cancelUnawaited() }
  }

  /// Whether nothing is uploaded, and only what programs wait for is downloaded.
  package var isRestrained: Bool { state.isRestrained }

  private func cancelUnawaited() {
    loader.withdrawUnawaited()
    calls.watch.cancelUploads()
  }
}
