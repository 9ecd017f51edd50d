import FileProviderInterface
package import FileProviderStore
import FileProviderSync
import LinuxSystem
import Logging
import Synchronization

/// The provider's own search, which finds what was never listed here.
///
/// What it finds becomes an item of the store, dataless and below the folders on its way, as a member of the working set does
/// (`AncestorFinder`). Not everything can: the provider may not return a folder on the way. Such a result is reported by its name alone.
extension Replica {
  /// What a search has found at the provider.
  package struct Findings: Sendable {
    package enum Finding: Hashable, Sendable {
      /// An item that is in the store.
      case item(ItemID)
      /// One that is not, by the name that the provider has for it.
      case elsewhere(identifier: String, filename: String)
    }

    /// In the provider's order.
    package var findings: [Finding]
    /// Whether the provider has more.
    package var hasMore: Bool
  }

  /// Set in the store of a domain whose provider searches, and is to be asked.
  package static let searchSetting = "provider.searches"
  /// The most results of one search that are of use.
  package static let mostResults = 1000

  /// Asks the provider for what it finds.
  ///
  /// - Parameters:
  ///   - wanted: How many results are of use.
  ///   - whenDone: Called once, from any thread, after the time that `ReplicaLimits.search` gives at most, and the time of one call.
  package func search(
    for query: String, wanted: Int, whenDone: @escaping @Sendable (Result<Findings, any Error>) -> Void
  ) {
    let isStarted = NativeThread.start(name: "replica.search", stackSize: NativeThread.stackOfOthers) { [self] in
      whenDone(Result { try searchAndWait(for: query, wanted: min(max(wanted, 1), Self.mostResults)) })
    }
    if !isStarted { whenDone(.failure(NSFileProviderError(.providerDomainTemporarilyUnavailable))) }
  }

  /// Notes whether the provider searches, so that a command need not ask its process.
  func noteSearching(_ transaction: Transaction) throws(StoreError) {
    let value = calls.searches && state.domain.supportsStringSearchRequest ? "1" : nil
    guard try transaction.reader.setting(Self.searchSetting) != value else { return }
    try transaction.changeSetting(Self.searchSetting, to: value)
  }

  private func searchAndWait(for query: String, wanted: Int) throws -> Findings {
    let deadline = Deadline.after(limits.search)
    let (results, hasMore) = try calls.search(for: query, wanted: wanted, until: deadline)
    let pool = WorkerPool(name: "replica.find", limit: limits.concurrency)
    defer { pool.close() }
    let found = Monitor([Int: Findings.Finding?]())
    for (index, result) in results.enumerated() {
      pool.submit(UInt64(index)) { [self] in
        let finding = self.finding(result)
        found.withLock { $0[index] = .some(finding) }
      }
    }
    _ = found.wait(until: deadline) { $0.count == results.count ? true : nil }
    let all = found.withLock { $0 }
    return Findings(
      findings: results.enumerated().compactMap { index, result in
        all[index] ?? .elsewhere(identifier: result.identifier, filename: result.filename)
      }, hasMore: hasMore)
  }

  /// What a result is here; `nil` for one that was deleted here, or is no longer at the provider.
  private func finding(_ result: SearchResult) -> Findings.Finding? {
    let elsewhere = Findings.Finding.elsewhere(identifier: result.identifier, filename: result.filename)
    do {
      switch try place(of: result.identifier) {
      case .here(let id): return .item(id)
      case .deleted: return nil
      case .unknown: break
      }
      try take(result.identifier)
      switch try place(of: result.identifier) {
      case .here(let id): return .item(id)
      case .deleted: return nil
      case .unknown: return elsewhere
      }
    } catch {
      logger.debug("cannot store a search result", metadata: [Logger.Key.error: "\(error)"])
      return ProviderErrorPolicy(error).reaction == .remove ? nil : elsewhere
    }
  }

  private enum Place {
    case here(ItemID)
    /// It was deleted here, which the provider does not know yet.
    case deleted
    case unknown
  }

  private func place(of identifier: String) throws(StoreError) -> Place {
    try store.readCommitted { (reader) throws(StoreError) in
      guard let row = try ProvidedReader(reader).provided(identifier: identifier) else { return .unknown }
      return try reader.item(row.item) == nil ? .deleted : .here(row.item)
    }
  }

  /// Asks for an item that is not known here, and for the folders above it, and writes them.
  ///
  /// Nothing is written of an item below a folder that was deleted here: the user would get it back unasked. What was changed since the provider
  /// was asked is asked for again by the next pull.
  private func take(_ identifier: String) throws {
    try state.asking { question in try take(identifier, asked: question) }
  }

  private func take(_ identifier: String, asked question: Moment) throws {
    let batch = ProvidedBatch(updated: [try calls.item(for: NSFileProviderItemIdentifier(identifier))])
    var finder = AncestorFinder(state)
    let freshness = Freshness(state: state, question: question, overtaking: [.change, .answer])
    try finder.find(for: batch, isWanted: true, freshness)
    let added = finder.ancestors + batch.updated
    guard added.count <= limits.itemsPerTransaction else { return }
    var writer = BatchWriter(
      batch, ancestors: finder.ancestors, needed: finder.needed, breaches: calls.border.breaches,
      decisions: state.decisions, freshness: freshness)
    try change { (transaction) throws(StoreError) in
      for item in added {
        guard let row = try ProvidedReader(transaction.reader).provided(identifier: item.identifier) else { continue }
        if try transaction.reader.item(row.item) == nil { return }
      }
      _ = try writer.advance(transaction, budget: .max)
    }
    state.keeperRequests.withLock { $0.isDue = true }
    pushing.withLock { $0.request() }
  }
}
