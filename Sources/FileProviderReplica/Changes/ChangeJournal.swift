import FileProviderStore

/// What the working set has told while containers are being listed.
///
/// A listing shows how things were when it began, or a little later; the changes are newer. So for an item that has
/// changed since a listing began, the listing no longer counts: otherwise an item deleted meanwhile would come back
/// with the next page and stay for ever. Nothing is kept while nothing is listed.
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
  /// What the provider answered to calls that told it something.
  private var answered: [[UInt8]: Int] = [:]

  /// With more changes than this during one listing, they are not remembered, and the listing begins again.
  static let limit = 100_000

  /// Begins a listing.
  ///
  /// - Parameter epoch: The epoch at the time when the first page was chosen.
  mutating func begin(epoch: Int) -> Mark {
    active += 1
    return Mark(sequence: sequence, epoch: epoch)
  }

  mutating func end() {
    active -= 1
    if active == 0 { (changed, answered) = ([:], [:]) }
  }

  /// Notes changes, before they are written.
  mutating func note(_ batch: ProvidedBatch) {
    guard active > 0 else { return }
    sequence += 1
    for item in batch.updated { changed[Array(item.identifier.utf8)] = sequence }
    for identifier in batch.deleted { changed[Array(identifier.utf8)] = sequence }
    if changed.count > Self.limit { expire() }
  }

  /// Notes that a call has changed an item at the provider, before its answer is written.
  mutating func note(answer identifier: String) {
    guard active > 0 else { return }
    sequence += 1
    answered[Array(identifier.utf8)] = sequence
  }

  /// Says that changes may have been missed: every listing that runs has to begin again.
  mutating func expire() {
    epoch += 1
    changed = [:]
  }

  /// Whether a listing has to begin again.
  func hasExpired(_ mark: Mark) -> Bool { mark.epoch != epoch }

  /// Whether an item has changed since a listing began.
  func hasChanged(_ identifier: String, since mark: Mark) -> Bool {
    guard !changed.isEmpty else { return false }
    return changed[Array(identifier.utf8)].map { $0 > mark.sequence } ?? false
  }

  /// Whether what is said of an item, for which the provider was asked after a listing began, may be older than what is known of it.
  func isOutdated(_ identifier: String, since mark: Mark) -> Bool {
    hasExpired(mark) || hasChanged(identifier, since: mark) || wasAnswered(identifier, since: mark)
  }

  /// Whether a call has changed an item since: what was asked for then may be older than that, or newer.
  func wasAnswered(_ identifier: String, since mark: Mark) -> Bool {
    guard !answered.isEmpty else { return false }
    return answered[Array(identifier.utf8)].map { $0 > mark.sequence } ?? false
  }
}
