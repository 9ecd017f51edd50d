import FileProviderStore

/// What the working set has told while containers are being listed.
///
/// A listing shows how things were when it began, or a little later; the changes are newer. So what the changes have
/// spoken of since a listing began is theirs, and the listing's word on it no longer counts: else an item deleted
/// meanwhile would come back with the next page and stay for ever. Nothing is kept while nothing is listed.
struct ChangeJournal {
  /// A listing's place in the journal.
  struct Mark {
    fileprivate var sequence: Int
    fileprivate var epoch: Int
  }

  private var active = 0
  private var sequence = 0
  private(set) var epoch = 0
  private var changed: [[UInt8]: Int] = [:]

  /// More changes than this during one listing, and it begins anew rather than that they are remembered.
  static let limit = 100_000

  /// Begins a listing.
  ///
  /// - Parameter epoch: The epoch when it was decided with which page to begin.
  mutating func begin(epoch: Int) -> Mark {
    active += 1
    return Mark(sequence: sequence, epoch: epoch)
  }

  mutating func end() {
    active -= 1
    if active == 0 { changed = [:] }
  }

  /// Notes changes, before they are written.
  mutating func note(_ batch: ProvidedBatch) {
    guard active > 0 else { return }
    sequence += 1
    for item in batch.updated { changed[Array(item.identifier.utf8)] = sequence }
    for identifier in batch.deleted { changed[Array(identifier.utf8)] = sequence }
    if changed.count > Self.limit { expire() }
  }

  /// Says that changes may have been missed: every listing that runs has to begin anew.
  mutating func expire() {
    epoch += 1
    changed = [:]
  }

  /// Whether a listing has to begin anew.
  func hasExpired(_ mark: Mark) -> Bool { mark.epoch != epoch }

  /// Whether the changes have spoken of an item since a listing began.
  func hasChanged(_ identifier: String, since mark: Mark) -> Bool {
    guard !changed.isEmpty else { return false }
    return changed[Array(identifier.utf8)].map { $0 > mark.sequence } ?? false
  }
}
