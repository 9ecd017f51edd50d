import Foundation
import Synchronization

/// What is known of the server's tree: the folders that the system has listed, as they were when the server was last asked, and what has changed
/// since then.
///
/// It is made anew by each process, and so are its anchors: after a start the system lists again what it had listed.
final class KnownTree: Sendable {
  struct Change: Hashable, Sendable {
    var identifier: String
    /// `nil` for a deletion.
    var item: KnownItem?
  }

  struct State {
    var folders: [RemotePath: KnownFolder] = [:]
    /// The places of items with a number of their own.
    var places: [String: RemotePath] = [:]
    var numbers: [RemotePath: String] = [:]
    var changes: [Change] = []
    /// The number of the first change that is kept.
    var firstChange = 1
    /// Counts the beginnings and ends of listings and of our own changes.
    var clock: UInt64 = 0
    /// What was not there any more when it could not be known whether it is elsewhere.
    var undecided: [KnownItem] = []
    /// How often a person has had the server looked at.
    var looks = 0
    /// What was changed by us last.
    var touched: [RemotePath: Touch] = [:]
  }

  /// A change of ours.
  struct Touch {
    /// When it was done; `.max` while it is being done.
    var time: UInt64
    /// Whether the system does not know the item before it is done.
    var isCreation = false
    /// What the server had after it.
    var entry: RemoteEntry?
  }

  let state = Mutex(State())
  /// Different for each process.
  let signature = UUID().uuidString
  private static let mostChanges = 100_000

  // MARK: Names

  func identifier(of path: RemotePath) -> String? {
    if let fixed = path.fixedIdentifier { return fixed }
    return state.withLock { $0.numbers[path] }
  }

  func place(of identifier: String) -> RemotePath? {
    if identifier == KnownItem.root { return .root }
    if identifier == KnownItem.trash { return .trash }
    return state.withLock { $0.places[identifier] }
  }

  /// Remembers where an item is that has a number.
  func note(_ entry: RemoteEntry) { state.withLock { $0.note(entry) } }

  // MARK: Listings

  /// When a listing begins: what is changed by us from here on is newer than what it says.
  func beginListing() -> UInt64 { state.withLock { $0.tick() } }

  /// The items in a folder, as far as it was listed.
  func children(of folder: RemotePath) -> [KnownItem]? {
    state.withLock { state in
      state.folders[folder].map { known in known.children.values.map { state.item($0) } }
    }
  }

  var folderCount: Int { state.withLock { $0.folders.count } }
  func folder(_ path: RemotePath) -> KnownFolder? { state.withLock { $0.folders[path] } }
  func entry(_ path: RemotePath) -> RemoteEntry? { state.withLock { $0.folders[path.parent]?.children[path] } }

  /// Changes what is known of a folder, if it is.
  func update(_ path: RemotePath, _ body: (inout KnownFolder) -> Void) {
    state.withLock { state in
      guard var folder = state.folders.removeValue(forKey: path) else { return }
      body(&folder)
      state.folders[path] = folder
    }
  }

  // MARK: Changes

  func anchor() -> Int { state.withLock { $0.firstChange + $0.changes.count } }

  var looks: Int { state.withLock { $0.looks } }
  func noteLook() { state.withLock { $0.looks += 1 } }

  func keepUndecided(_ items: [KnownItem]) { state.withLock { $0.undecided += items } }
  func takeUndecided() -> [KnownItem] {
    state.withLock { state in
      defer { state.undecided = [] }
      return state.undecided
    }
  }

  /// The changes since an anchor; `nil` when they are not kept any more.
  func changes(since anchor: Int, limit: Int) -> (changes: [Change], anchor: Int, isMore: Bool)? {
    state.withLock { state in
      let end = state.firstChange + state.changes.count
      guard anchor >= state.firstChange, anchor <= end else { return nil }
      let some = state.changes[(anchor - state.firstChange)...].prefix(limit)
      return (Array(some), anchor + some.count, anchor + some.count < end)
    }
  }

  static func trim(_ state: inout State) {
    let excess = state.changes.count - mostChanges
    guard excess > 0 else { return }
    state.changes.removeFirst(excess)
    state.firstChange += excess
  }
}

extension KnownTree.State {
  mutating func tick() -> UInt64 {
    clock += 1
    return clock
  }

  mutating func note(_ entry: RemoteEntry) {
    guard let number = entry.cloud?.number else { return }
    if let old = places[number], old != entry.path, numbers[old] == number { numbers[old] = nil }
    places[number] = entry.path
    numbers[entry.path] = number
  }

  func identifier(of path: RemotePath) -> String {
    if let fixed = path.fixedIdentifier { return fixed }
    return numbers[path] ?? path.identifier
  }

  func item(_ entry: RemoteEntry) -> KnownItem {
    let number = entry.path.isTop ? nil : entry.cloud?.number
    return KnownItem(
      entry: entry, identifier: number ?? identifier(of: entry.path),
      parent: identifier(of: entry.path.parent))
  }

  mutating func append(_ change: KnownTree.Change) {
    changes.append(change)
    KnownTree.trim(&self)
  }
}
