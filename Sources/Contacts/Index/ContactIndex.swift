import FileProviderStore
import Glibc
import LinuxSystem

/// The index of a domain's cards, for one fetch.
///
/// It is one more reader of the store's log, with an anchor of its own. One process feeds it at a time; any process may take over while none does. A row counts only as long as the store has the contents and the
/// last change that it is of. So a fetch has the same result with the index, with a part of it, and without: where the index cannot be made, as on a read-only disk, cards are parsed.
final class ContactIndex {
  private let store: ItemStore
  private let feeder: ContactIndexFeeder
  private var isPrepared = false
  /// Nil before it is prepared, and where there is none.
  private var database: ContactIndexDatabase?
  /// Whether nothing was missing when it was prepared.
  private(set) var isComplete = false
  /// Files that were read since the index does not know them.
  private var outdated: [ItemID] = []

  private static let lock = "contacts.lock"
  /// How long a fetch waits for another process that feeds the index, in nanoseconds.
  private static let patience: UInt64 = 250_000_000

  init(_ store: ItemStore) {
    self.store = store
    feeder = ContactIndexFeeder(store)
  }

  deinit { refresh() }

  // MARK: Feeding

  /// Brings the index up to the present end of the log, or nearer to it if that takes longer than ``ContactIndexing/longestFeeding``. Only the first call does.
  func prepare() {
    if isPrepared { return }
    isPrepared = true
    // An index is never needed: whatever is wrong with it, the cards are there.
    guard (try? StoreFiles.refuseForeign(ContactIndexDatabase.names + [Self.lock], in: store.directory)) != nil else {
      return
    }
    isComplete = (try? catchUp()) ?? false
    database = try? feeder.existing()
  }

  /// - Returns: Whether nothing is missing.
  private func catchUp() throws(StoreError) -> Bool {
    if try feeder.isUpToDate() { return true }
    let lock = try FeederLock(directory: store.directory, name: Self.lock)
    let deadline = MonotonicClock.now + Self.patience
    while try !feeder.isUpToDate() {
      let isFed = try lock.ifFree { () throws(StoreError) in
        let end = MonotonicClock.now + ContactIndexing.longestFeeding
        while try feeder.feed() { if MonotonicClock.now >= end { return false } }
        return true
      }
      if let isFed { return isFed }
      if MonotonicClock.now >= deadline { return false }
      // The release of the feeding process's lock gives no notification, and waiting for it has no deadline (flock(2)).
      usleep(1000)
    }
    return true
  }

  /// Reads the files again that a fetch has found outdated: contents that are downloaded or evicted leave no row in the log.
  private func refresh() {
    guard database != nil, !outdated.isEmpty else { return }
    _ = try? FeederLock(directory: store.directory, name: Self.lock).ifFree { () throws(StoreError) in
      try feeder.refresh(outdated.sorted())
    }
  }

  /// Notes that the index did not have what a file's contents, which are here, say.
  func noteOutdated(_ id: ItemID) {
    // What has not been listed comes later.
    if isComplete, outdated.count < IndexBatch.size { outdated.append(id) }
  }

  // MARK: Reading

  /// The rows of some files, as far as there are any.
  ///
  /// - Parameter ids: In ascending order.
  /// - Returns: A row or nil for each of them, in this order.
  func cards(_ ids: [ItemID], _ selection: IndexSelection?) -> [IndexedCard?] {
    if let selection, let cards = cards(ids, selection, in: nil) { return cards }
    return Array(repeating: nil, count: ids.count)
  }

  /// The same of files that were found exactly.
  ///
  /// - Returns: Nil if the index is not in this state any more, so that they may be another match.
  func cards(_ ids: [ItemID], _ selection: IndexSelection, in state: Int64?) -> [IndexedCard?]? {
    guard let database else { return nil }
    return reading { () throws(StoreError) in try database.cards(ids, selection, in: state) } ?? nil
  }

  /// Files that may be what is looked for, in ascending order.
  ///
  /// - Returns: Nil where all files have to be looked at.
  func candidates(_ query: IndexQuery) -> IndexCandidates? {
    guard isComplete, let database else { return nil }
    return reading { () throws(StoreError) in try database.candidates(query) } ?? nil
  }

  /// Reads from the index. It is not used any more after an error, and the next fetch makes one that is damaged again.
  private func reading<Result>(_ body: () throws(StoreError) -> Result) -> Result? {
    do throws(StoreError) { return try body() } catch {
      if error.code == .damaged, let database {
        _ = try? FeederLock(directory: store.directory, name: Self.lock).ifFree { feeder.remove(database) }
      }
      database = nil
      return nil
    }
  }
}
