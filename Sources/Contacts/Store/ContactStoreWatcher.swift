import FileProviderStore
import Foundation
import Synchronization

/// Posts `CNContactStoreDidChange` for the stores of this process.
///
/// There is one, whose thread runs as long as there are stores, and about ``pause`` longer. Domains are opened only to look at their changes.
final class ContactStoreWatcher: Sendable {
  static let shared = ContactStoreWatcher()

  /// A store, and how far its domains have been looked at.
  private struct Observed {
    weak var store: CNContactStore?
    var marks: [URL: CommitMark]
  }

  private struct State {
    var observed: [Observed] = []
    var hasThread = false
    /// How many rounds there was no store. Programs that make one for each fetch need no thread for each.
    var idleRounds = 0
  }

  private let state = Mutex(State())

  /// How often the thread looks for stores that are gone and for domains that have come, in milliseconds.
  private static let pause: Int32 = 1000
  /// Changes that follow one another within this time, in seconds, are posted together.
  private static let coalescing = 0.1

  /// Watches the domains of a store from now on.
  func add(_ store: CNContactStore) {
    let marks = Self.marks(of: store)
    let needsThread = state.withLock { state in
      state.observed.append(Observed(store: store, marks: marks))
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard needsThread else { return }
    let thread = Thread { self.run() }
    thread.name = "contact changes"
    thread.start()
  }

  private func run() {
    var waiter: Waiter?
    while round(&waiter) {
      if let waiter = waiter?.waiter {
        if waiter.wait(milliseconds: Self.pause) { Thread.sleep(forTimeInterval: Self.coalescing) }
      } else {
        Thread.sleep(forTimeInterval: Double(Self.pause) / 1000)
      }
    }
  }

  /// Waits for commits in some domains.
  private struct Waiter {
    let marks: [URL: CommitMark]
    let waiter: ChangeWaiter

    init?(_ marks: [URL: CommitMark]) {
      guard !marks.isEmpty, let waiter = try? ChangeWaiter(storesIn: Array(marks.keys)) else { return nil }
      (self.marks, self.waiter) = (marks, waiter)
    }

    func waits(for others: [URL: CommitMark]) -> Bool {
      marks.count == others.count && marks.allSatisfy { others[$0.key]?.isOfSameStore(as: $0.value) ?? false }
    }
  }

  /// Posts what has changed.
  ///
  /// - Returns: False once there is no store any more.
  private func round(_ waiter: inout Waiter?) -> Bool {
    guard let stores = stores() else { return false }
    // Made before the changes are read, so that none is missed.
    let marks = stores.reduce(into: [:]) { $0.merge(Self.marks(of: $1)) { first, _ in first } }
    if waiter?.waits(for: marks) != true { waiter = Waiter(marks) }
    for store in stores where hasChanged(store) {
      NotificationCenter.default.post(name: .CNContactStoreDidChange, object: store)
    }
    return true
  }

  /// The stores there are; nil once there is none, which ends the thread.
  private func stores() -> [CNContactStore]? {
    state.withLock { state in
      state.observed.removeAll { $0.store == nil }
      state.idleRounds = state.observed.isEmpty ? state.idleRounds + 1 : 0
      if state.idleRounds > 1 { (state.hasThread, state.idleRounds) = (false, 0) }
      return state.hasThread ? state.observed.compactMap(\.store) : nil
    }
  }

  private static func marks(of store: CNContactStore) -> [URL: CommitMark] {
    let marks = store.domains.compactMap { directory in CommitMark(storeIn: directory).map { (directory, $0) } }
    return Dictionary(marks) { first, _ in first }
  }

  /// Whether others have changed contacts of a store since it was asked last.
  private func hasChanged(_ store: CNContactStore) -> Bool {
    let (now, origins) = store.saves.look { Self.marks(of: store) }
    let before = state.withLock { state in
      guard let index = state.observed.firstIndex(where: { $0.store === store }) else { return now }
      defer { state.observed[index].marks = now }
      return state.observed[index].marks
    }
    return store.domains.contains { directory in
      switch (before[directory], now[directory]) {
      case (nil, nil): false
      case (let old?, let new?) where old.isOfSameStore(as: new):
        old != new && Self.hasChanges(in: directory, after: old.generation, upTo: new.generation, notBy: origins)
      default: true
      }
    }
  }

  /// Whether anything was changed that may be about a contact, but for the changes of some openings of the store.
  private static func hasChanges(
    in directory: URL, after start: Generation, upTo end: Generation, notBy origins: Set<Int64>
  ) -> Bool {
    let found = try? ItemStore(reading: directory).readCommitted { (reader) throws(StoreError) in
      guard try reader.coversChanges(since: start) else { return true }
      var found = false
      try LogReader(reader).forEachLogRow(after: start, upTo: end) { (row) throws(StoreError) in
        let isOfContact = row.event != .update || !row.fields.isDisjoint(with: [.contents, .filename, .parent])
        found = isOfContact && !origins.contains(row.origin)
        return !found
      }
      return found
    }
    return found ?? true
  }
}
