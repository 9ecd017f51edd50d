package import Contacts
import Foundation

/// One run of an extension: from where the last one ended, all contacts to their end, or all changes.
package struct ProvisionRun {
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

  /// - Throws: ``ContactProviderError``; an ``EnumeratorRule``; the extension's error; a `StoreError`.
  package func run() async throws {
    var progress = try book.progress()
    var restarts = 0
    var anchors: [ContactItemSyncAnchor] = []
    while true {
      do {
        guard let next = try await step(progress) else { return }
        progress = next
        try refuseCircle(progress.position, &anchors)
      } catch ContactProviderError.pageExpired, ContactProviderError.changeAnchorExpired {
        progress = try startOver(after: progress)
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

  /// Refuses a run without an end: one whose anchors return to an earlier one.
  private func refuseCircle(_ position: ProvidedProgress.Position, _ anchors: inout [ContactItemSyncAnchor]) throws {
    guard case .changes(let data) = position else { return }
    let anchor = try JSONDecoder().decode(ContactItemSyncAnchor.self, from: data)
    if anchors.contains(anchor) { throw EnumeratorRule.anchor("more changes follow, and the anchor is an earlier one") }
    anchors = anchors.suffix(Self.mostAnchors - 1) + [anchor]
  }

  /// How many anchors of a run are remembered, to notice when they go in circles.
  private static let mostAnchors = 1000

  private func startOver(after progress: ProvidedProgress) throws -> ProvidedProgress {
    do { return try book.startOver(after: progress) } catch ProvidedBookError.isOutdated {
      throw ContactProviderError.extensionInvalidated
    }
  }

  /// One page or batch.
  ///
  /// - Returns: Where the run goes on; nil at its end.
  private func step(_ progress: ProvidedProgress) async throws -> ProvidedProgress? {
    switch progress.position {
    case .content(let page):
      let page = try page.map { try JSONDecoder().decode(ContactItemPage.self, from: $0) } ?? .initialPage
      let collector = ContentCollector(page, suggestedPageSize: limits.suggestedSize)
      try await call { await $0.enumerateContent(in: page, for: collector) }
      let (changes, end) = try collector.collected.result(of: "enumerateContent")
      switch end {
      case .page(let next):
        return try book.write(changes, after: progress, next: .content(JSONEncoder().encode(next)))
      case .content(let marker):
        let anchor = ContactItemSyncAnchor(generationMarker: marker, offset: 0)
        try book.write(changes, after: progress, next: .changes(JSONEncoder().encode(anchor)))
        return nil
      }
    case .changes(let anchor):
      let anchor = try JSONDecoder().decode(ContactItemSyncAnchor.self, from: anchor)
      let collector = ChangeCollector(anchor, suggestedBatchSize: limits.suggestedSize)
      try await call { await $0.enumerateChanges(startingAt: anchor, for: collector) }
      let (changes, end) = try collector.collected.result(of: "enumerateChanges")
      if end.anchor == anchor { return nil }
      let next = try book.write(changes, after: progress, next: .changes(JSONEncoder().encode(end.anchor)))
      return end.moreComing ? next : nil
    }
  }

  private func call(_ method: @escaping @Sendable (any ContactItemEnumerator) async -> Void) async throws {
    let enumerator = enumerator
    let end = await Waiting.call(within: limits.patience, until: signal) { await method(enumerator.enumerator) }
    switch end {
    case .returned: break
    case .timedOut: throw ContactProviderError.enumerationTimeout
    case .stopped: throw ContactProviderError.extensionInvalidated
    }
  }
}

/// An enumerator, which the system calls from its own threads, one call after the other.
private struct UncheckedEnumerator: @unchecked Sendable {
  // Sendable: no two calls run at the same time.
  let enumerator: any ContactItemEnumerator
}
