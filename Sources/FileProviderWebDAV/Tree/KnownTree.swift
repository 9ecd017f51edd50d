import Foundation
import LinuxSystem
import FileProviderSQLite
import Synchronization

/// What is known of the server's tree: the folders that the system has listed, as they were when the server was last asked, and what has changed
/// since then.
///
/// It is kept in a database, so that the anchors of one process hold for the next one, which asks for nothing but what has changed since. Where the disk
/// fails, it continues in memory, with new anchors: the system lists known folders again.
final class KnownTree: Sendable {
  struct Change: Hashable, Sendable {
    var identifier: String
    /// `nil` for a deletion.
    var item: KnownItem?
  }

  struct State: Sendable {
    var database: KnownDatabase
    /// Where it is; `nil` for one in memory.
    let file: URL?
    /// Identifies the server and the naming of its items.
    let server: String
    /// Another one where what was known before is lost.
    var signature = ""
    /// The number of the next change.
    var next = 1
    /// The anchor from which the system has asked for changes last: what is before it, it has.
    var asked = 0
    /// Counts the beginnings and ends of listings and of our own changes.
    var clock: UInt64 = 0
    /// When the listing of a folder began that was taken last.
    var begun: [Int64: UInt64] = [:]
    /// What was not there any more when it could not be known whether it is elsewhere.
    var undecided: [KnownItem] = []
    /// Number of refreshes that the user requested.
    var looks = 0
    /// What was changed by us last.
    var touched: [RemotePath: Touch] = [:]
    /// The folders that are in no other one that is known, as long as no folder has come or gone.
    var tops: [RemotePath]?
    /// How many folders are known, as long as that is known.
    var folderCount: Int?
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

  private let state: Mutex<State>
  private let lossHandler = Handler<Void, Void> {}

  /// - Parameters:
  ///   - folder: Where the database is, or will be; `nil` for one in memory.
  ///   - server: Identifies the server and the naming of its items: the known state of another one is discarded.
  init(in folder: URL? = nil, of server: String = "") {
    state = Mutex(State.make(folder?.appendingPathComponent("known.sqlite"), of: server))
  }

  /// Sets a function that is called when the known state is lost, and the anchors with it.
  func whenLost(_ body: @escaping @Sendable () -> Void) { lossHandler.set(body) }

  /// Reads what is in the database, and reads and changes what is in memory alone.
  func read<Value: Sendable>(_ body: (inout State) throws(SQLiteError) -> Value) -> Value {
    let (value, isLost) = state.withLock { state in
      do throws(SQLiteError) { return (try body(&state), false) } catch {
        return (state.anew(after: error, body), true)
      }
    }
    if isLost { lossHandler() }
    return value
  }

  /// Changes what is in the database, all of it or nothing.
  func change<Value: Sendable>(_ body: (inout State) throws(SQLiteError) -> Value) -> Value {
    let (value, isLost) = state.withLock { state in
      do throws(SQLiteError) { return (try state.changing(body), false) } catch {
        return (state.anew(after: error) { (state) throws(SQLiteError) in try state.changing(body) }, true)
      }
    }
    if isLost { lossHandler() }
    return value
  }

  // MARK: Names

  func identifier(of path: RemotePath) -> String? {
    if let fixed = path.fixedIdentifier { return fixed }
    return read { (state) throws(SQLiteError) in try state.number(of: path) }
  }

  func place(of identifier: String) -> RemotePath? {
    if identifier == RemotePath.rootIdentifier { return .root }
    if identifier == RemotePath.trashIdentifier { return .trash }
    return read { (state) throws(SQLiteError) in try state.place(of: identifier) }
  }

  /// Remembers where an item is that has a number.
  func note(_ entry: RemoteEntry) {
    guard entry.cloud != nil else { return }
    change { (state) throws(SQLiteError) in try state.note(entry) }
  }

  // MARK: Listings

  /// The start of a listing: local changes from here on are newer than its result.
  func beginListing() -> UInt64 { read { $0.tick() } }

  /// The items in a folder, as far as it was listed.
  func children(of folder: RemotePath) -> [KnownItem]? {
    read { (state) throws(SQLiteError) in try state.children(of: folder) }
  }

  var folderCount: Int {
    read { (state) throws(SQLiteError) in
      if let count = state.folderCount { return count }
      let count = try state.count("SELECT count(*) FROM folders")
      state.folderCount = count
      return count
    }
  }
  func folder(_ path: RemotePath) -> KnownFolder? {
    read { (state) throws(SQLiteError) in try state.folder(path)?.folder }
  }
  func entry(_ path: RemotePath) -> RemoteEntry? { read { (state) throws(SQLiteError) in try state.entry(path) } }

  /// Changes what is known of a folder, if it is.
  func update(_ path: RemotePath, _ body: (inout KnownFolder) -> Void) {
    change { (state) throws(SQLiteError) in
      guard var known = try state.folder(path) else { return }
      body(&known.folder)
      try state.keep(known)
    }
  }

  // MARK: Changes

  /// The place after the last change, with the signature that distinguishes it from places in a lost state.
  func anchor() -> (signature: String, place: Int) { read { ($0.signature, $0.next) } }

  var looks: Int { read { $0.looks } }
  func noteLook() { read { $0.looks += 1 } }

  func keepUndecided(_ items: [KnownItem]) { read { $0.undecided += items } }

  /// What was left undecided, and was in folders that this process has listed, or that are not known any more: in others it may be again.
  func takeUndecided() -> [KnownItem] {
    read { (state) throws(SQLiteError) in
      var (taken, left): ([KnownItem], [KnownItem]) = ([], [])
      for item in state.undecided {
        let folder = try state.folder(item.entry.path.parent)
        if let folder, state.begun[folder.id] == nil { left.append(item) } else { taken.append(item) }
      }
      state.undecided = left
      return taken
    }
  }

  /// The changes since an anchor; `nil` when they are not kept any more.
  func changes(
    since signature: String, _ anchor: Int, limit: Int
  ) -> (changes: [Change], signature: String, anchor: Int, isMore: Bool)? {
    read { (state) throws(SQLiteError) in
      guard signature == state.signature, try state.isAnchor(anchor) else { return nil }
      state.asked = anchor
      let (changes, end) = try state.changes(since: anchor, limit: limit)
      return (changes, signature, end ?? state.next, end != nil)
    }
  }
}
