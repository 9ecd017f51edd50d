import FileProviderInterface
import Foundation

extension ProviderCaller {
  typealias Changes = [NSFileProviderItemIdentifier: BatchObserver.Change]

  private static let anchorName = "currentSyncAnchor(completionHandler:)"
  private static let changesName = "enumerateChanges(for:from:)"
  private static let mostBatches = 1000

  /// The working set's present anchor.
  func anchor() throws -> NSFileProviderSyncAnchor? {
    let anchor: NSFileProviderSyncAnchor?? = try withEnumerator(.workingSet) { box in
      try answer(to: Self.anchorName) { _, done in
        box.enumerator.currentSyncAnchor { done(Optional.some($0)) }
      }
    }
    return try checked(anchor ?? nil)
  }

  private func checked(_ anchor: NSFileProviderSyncAnchor?) throws -> NSFileProviderSyncAnchor? {
    guard let anchor else { return nil }
    let length = anchor.rawValue.count
    let isShort = length <= NSFileProviderSyncAnchor.maximumLength
    ledger.note(ObservedRules.Anchors.token, isShort ? nil : "an anchor has \(length) bytes")
    guard isShort else { throw Unmet("an anchor is too long") }
    return anchor
  }

  /// One batch of the working set's changes.
  func changes(from start: NSFileProviderSyncAnchor) throws -> BatchObserver.Batch {
    let ledger = ledger
    let batch: BatchObserver.Batch = try withEnumerator(.workingSet) { box in
      try answer(to: Self.changesName) { _, done in
        box.enumerator.enumerateChanges(for: BatchObserver(ledger, done: done), from: start)
      }
    }
    if let error = batch.error { throw failure(error, of: Self.changesName) }
    let stays = try checked(batch.anchor) == start && (batch.moreComing || !batch.changes.isEmpty)
    ledger.note(
      ObservedRules.Anchors.advance,
      stays ? "a batch with \(batch.changes.count) changes did not advance the anchor" : nil)
    guard !stays else { throw Unmet("the list of changes does not end") }
    return batch
  }

  /// All changes of the working set since an anchor, the last one of each item, and where they end.
  func changesAndAnchor(from start: NSFileProviderSyncAnchor) throws -> (Changes, NSFileProviderSyncAnchor) {
    var changes: Changes = [:]
    var anchor = start
    for _ in 0..<Self.mostBatches {
      let batch = try self.changes(from: anchor)
      for (identifier, change) in batch.changes { changes[identifier] = change }
      anchor = batch.anchor ?? anchor
      if !batch.moreComing { return (changes, anchor) }
    }
    throw Unmet("there are more than \(Self.mostBatches) batches of changes")
  }
}
