import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

/// Asking again for what the provider said while it could not be written: of items that may be just being created, or which a call has changed since.
extension Replica {
  /// Asks for all of them once. What still cannot be written stays noted.
  func askForNews() {
    do {
      let some = try store.readCommitted { (reader) throws(StoreError) in try reader.awaitedNews(limit: Self.mostNews) }
      for news in some {
        if inFlight.isStopped { return }
        try askFor(news)
      }
    } catch {
      logger.notice("what the provider said cannot be written", metadata: [Logger.Key.error: "\(error)"])
    }
  }

  /// So many items are asked for in one go.
  private static let mostNews = 256

  private func askFor(_ news: AwaitedNews) throws {
    let mark = journal.withLock { $0.begin(epoch: $0.epoch) }
    defer { journal.withLock { $0.end() } }
    let item: ProvidedItem
    do { item = try calls.item(for: NSFileProviderItemIdentifier(news.identifier)) } catch {
      if ProviderErrorPolicy(error).reaction == .remove { try endMissing(news) }
      return
    }
    do { try write(item, news, since: mark) } catch let error as StoreError { throw error } catch {
      logger.debug("what the provider said is asked for later", metadata: Logger.metadata(error))
    }
  }

  private func write(_ item: ProvidedItem, _ news: AwaitedNews, since mark: ChangeJournal.Mark) throws {
    var writer = try writer(for: ProvidedBatch(updated: [item]), since: mark)
    writer.asksAgain = false
    var isDone = false
    while !isDone {
      isDone = try advance(&writer) { (writer, transaction) throws(StoreError) in
        if journal.withLock({ $0.hasChanged(item.identifier, since: mark) }) { return true }
        let known = try transaction.reader.provided(identifier: item.identifier)
        guard try !transaction.isAwaited(item, known) else { return true }
        // First: what has to be asked for again is noted anew.
        try transaction.endNews(news)
        return try writer.advance(transaction, budget: limits.itemsPerTransaction)
      }
    }
    if item.kind == .folder { pulls.withLock { _ = $0.schedule() } }
  }

  /// The provider does not have it any more.
  private func endMissing(_ news: AwaitedNews) throws {
    let gone = try change { (transaction) throws(StoreError) -> ItemID? in
      try transaction.endNews(news)
      guard let row = try transaction.reader.provided(identifier: news.identifier) else { return nil }
      if try transaction.reader.pending(row.item)?.state == .calling {
        try transaction.ask(for: row.item)
        return nil
      }
      return row.item
    }
    if let gone { try removeHere(gone) }
  }
}
