import FileProviderStore
import Synchronization

/// The documents that are open, by item, however many handles each has.
final class OpenFiles: Sendable {
  private struct State {
    var files: [ItemID: OpenFile] = [:]
    /// Counts the passes of whoever follows the store's log; see `insert`.
    var epoch: UInt64 = 0
  }

  // Nothing is done under this lock but looking up and counting; an `OpenFile`'s own lock may be taken inside it.
  private let state = Mutex(State())
  private let openCount = Atomic<Int>(0)

  /// Whether any document is open: one load, for those who ask for every entry of a listing.
  @inline(__always) var isEmpty: Bool { openCount.load(ordering: .relaxed) == 0 }

  var epoch: UInt64 { state.withLock { $0.epoch } }

  func find(_ id: ItemID) -> OpenFile? {
    if isEmpty { return nil }
    return state.withLock { $0.files[id] }
  }

  /// The open document, with one handle more.
  func retain(_ id: ItemID) -> OpenFile? {
    if isEmpty { return nil }
    return state.withLock { state in
      guard let file = state.files[id] else { return nil }
      file.withState { $0.handles += 1 }
      return file
    }
  }

  /// Adds a document whose row was read when the log's follower was at `epoch`.
  ///
  /// - Returns: The document: another one, with one handle more, if somebody was faster; `nil` when the follower has
  ///   passed since, so that the row may be out of date and nobody would tell.
  func insert(_ file: OpenFile, readAt epoch: UInt64) -> OpenFile? {
    state.withLock { state in
      if let known = state.files[file.id] {
        known.withState { $0.handles += 1 }
        return known
      }
      guard state.epoch == epoch else { return nil }
      state.files[file.id] = file
      openCount.add(1, ordering: .relaxed)
      return file
    }
  }

  /// Adds a document that has no row any more, or finds it, with one handle more.
  func adopt(_ file: OpenFile) -> OpenFile {
    state.withLock { state in
      let known = state.files[file.id] ?? file
      known.withState { $0.handles += 1 }
      if state.files.updateValue(known, forKey: file.id) == nil { openCount.add(1, ordering: .relaxed) }
      return known
    }
  }

  /// Takes one handle off a document, which is forgotten with its last.
  func release(_ file: OpenFile) {
    state.withLock { state in
      let last = file.withState { inner in
        inner.handles -= 1
        return inner.handles == 0
      }
      guard last, state.files[file.id] === file else { return }
      state.files[file.id] = nil
      openCount.subtract(1, ordering: .relaxed)
    }
  }

  /// Begins a pass over the log: rows read before are not taken any more.
  func beginPass() { state.withLock { $0.epoch += 1 } }

  var all: [OpenFile] { state.withLock { Array($0.files.values) } }
}
