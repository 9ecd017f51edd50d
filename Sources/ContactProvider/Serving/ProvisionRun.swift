package import Contacts
import Foundation

/// One run of an extension: from where the last one ended, all contacts to their end, or all changes.
package struct ProvisionRun: Sendable {
  private let book: ProvidedBook
  private let enumerator: UncheckedEnumerator
  private let limits: ProvisionLimits
  private let signal: StopSignal

  /// How often one run begins anew because the extension says that a page or an anchor has expired.
  private static let mostRestarts = 3

  package init(
    _ enumerator: any ContactItemEnumerator, into book: ProvidedBook, limits: ProvisionLimits, signal: StopSignal
  ) {
    self.enumerator = UncheckedEnumerator(enumerator: enumerator)
    self.book = book
    self.limits = limits
    self.signal = signal
  }

  /// Runs on the caller's thread, which is none of Swift's pool.
  ///
  /// - Throws: ``ContactProviderError``; an ``EnumeratorRule``; the extension's error; a `StoreError`.
  package func run() throws {
    var progress = try book.progress()
    var restarts = 0
    var path = RunPath()
    while true {
      do {
        guard let next = try step(progress, &path) else { return }
        progress = next
      } catch ContactProviderError.pageExpired, ContactProviderError.changeAnchorExpired {
        progress = try startOver(after: progress)
        path = RunPath()
        restarts += 1
        guard restarts <= Self.mostRestarts else { throw ContactProviderError.cannotEnumerate }
      } catch ProvidedBookError.isOutdated {
        throw ContactProviderError.extensionInvalidated
      } catch ProvidedBookError.isFull {
        try book.noteFull()
        throw ContactProviderError.itemsLimitReached
      } catch ProvidedBookError.isRepeated(let identifier) {
        // The same pages would end the same way.
        _ = try startOver(after: progress)
        throw EnumeratorRule.order("the contact “\(identifier)” is on two pages")
      }
    }
  }

  private func startOver(after progress: ProvidedProgress) throws -> ProvidedProgress {
    do { return try book.startOver(after: progress) } catch ProvidedBookError.isOutdated {
      throw ContactProviderError.extensionInvalidated
    }
  }

  /// One page or batch.
  ///
  /// - Returns: Where the run goes on; nil at its end.
  private func step(_ progress: ProvidedProgress, _ path: inout RunPath) throws -> ProvidedProgress? {
    switch progress.position {
    case .content(let page):
      let page = try page.map { try JSONDecoder().decode(ContactItemPage.self, from: $0) } ?? .initialPage
      path.begin(at: page)
      let collector = ContentCollector(page, suggestedPageSize: limits.suggestedSize)
      try call(collector.collected) { await $0.enumerateContent(in: page, for: collector) }
      let (changes, end) = try collector.collected.result(of: "enumerateContent")
      switch end {
      case .page(let next):
        try path.go(to: next)
        return try book.write(changes, after: progress, next: .content(JSONEncoder().encode(next)))
      case .content(let marker):
        let anchor = ContactItemSyncAnchor(generationMarker: marker, offset: 0)
        try book.write(changes, after: progress, next: .changes(JSONEncoder().encode(anchor)))
        return nil
      }
    case .changes(let anchor):
      let anchor = try JSONDecoder().decode(ContactItemSyncAnchor.self, from: anchor)
      path.begin(at: anchor)
      let collector = ChangeCollector(anchor, suggestedBatchSize: limits.suggestedSize)
      try call(collector.collected) { await $0.enumerateChanges(startingAt: anchor, for: collector) }
      let (changes, end) = try collector.collected.result(of: "enumerateChanges")
      if end.anchor == anchor { return nil }
      if end.moreComing { try path.go(to: end.anchor) }
      let next = try book.write(changes, after: progress, next: .changes(JSONEncoder().encode(end.anchor)))
      return end.moreComing ? next : nil
    }
  }

  private func call<End>(
    _ collected: Collected<End>, _ method: @escaping @Sendable (any ContactItemEnumerator) async -> Void
  ) throws {
    let enumerator = enumerator
    let error: ContactProviderError
    switch signal.call(within: limits.patience, { await method(enumerator.enumerator) }) {
    case .returned: return
    case .timedOut: error = .enumerationTimeout
    case .stopped: error = .extensionInvalidated
    }
    // What the method still sends would only take memory.
    collected.finish(.failure(error))
    throw error
  }
}

/// An enumerator, which the system calls from its own threads, one call after the other.
private struct UncheckedEnumerator: @unchecked Sendable {
  // Sendable: no two calls run at the same time.
  let enumerator: any ContactItemEnumerator
}
