import FileProviderInterface
import FileProviderStore
import Logging
import Synchronization

/// What the provider reports of its domain as a whole (`NSFileProviderDomainState`), asked for after its calls and stored.
final class DomainStateKeeper: Sendable {
  private struct State {
    /// The greatest that the provider has reported, now or in an earlier process.
    var version: NSFileProviderDomainVersion?
    var isRead = false
  }

  private let box: ProviderBox
  private let store: ItemStore
  private let pace: PushPace
  private let logger: Logger
  private let state = Mutex(State())

  init(_ box: ProviderBox, _ store: ItemStore, pace: PushPace, logger: Logger) {
    (self.box, self.store, self.pace, self.logger) = (box, store, pace, logger)
  }

  /// The version that requests carry; `nil` for a provider without any.
  var version: NSFileProviderDomainVersion? { state.withLock { $0.version } }

  /// Takes over what an earlier process has kept.
  func restore() throws(StoreError) {
    guard box.provider is any NSFileProviderDomainState else { return }
    let kept = try store.readCommitted { (reader) throws(StoreError) in try reader.setting(StoredDomainState.versionKey)
    }
    let version = kept.flatMap { StoredDomainState.version($0) }
    state.withLock { state in
      guard let version, state.version.map({ $0 < version }) ?? true else { return }
      state.version = version
    }
  }

  /// Asks the provider, which has just answered a call. What is not newer than what is known is ignored.
  func refresh() {
    guard let provider = box.provider as? any NSFileProviderDomainState else { return }
    let version = provider.domainVersion
    let isNew = state.withLock { state in
      // The facts of a process before may have been those of an older program of the provider.
      let isFirst = !state.isRead && state.version.map { $0 <= version } ?? true
      state.isRead = true
      guard isFirst || state.version.map({ $0 < version }) ?? true else { return false }
      state.version = version
      return true
    }
    if isNew { keep(version, provider.userInfo) }
  }

  private func keep(_ version: NSFileProviderDomainVersion, _ facts: [AnyHashable: Any]) {
    let text = try? PropertyListText.make(facts)
    if text == nil { logger.warning("cannot store the provider's domain state: not a property list") }
    do throws(StoreError) {
      try store.changeAsProvider(pace) { (transaction) throws(StoreError) in
        // Another thread may have been faster with a newer one.
        guard self.version == version else { return }
        try transaction.changeSetting(StoredDomainState.versionKey, to: StoredDomainState.text(version))
        try transaction.changeSetting(StoredDomainState.factsKey, to: text)
      }
    } catch { logger.warning("cannot store the domain version: \(error)") }
  }
}
