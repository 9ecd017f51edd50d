import FileProviderStore
import Synchronization

/// The documents that are open, by item, however many handles each has.
final class OpenFiles: Sendable {
  private struct State {
    var files: [ItemID: OpenFile] = [:]
    /// Counts the changes made here, and the passes of the log's follower; see `insert`.
    var epoch: UInt64 = 0
  }

  // Under this lock there are only look-ups and counts; an `OpenFile`'s own lock may be taken inside it.
  private let state = Mutex(State())
  private let openCount = Atomic<Int>(0)

  /// Whether any document is open: one load, because listings ask for every entry.
  @inline(__always) var isEmpty: Bool { openCount.load(ordering: .relaxed) == 0 }

  var epoch: UInt64 { state.withLock { $0.epoch } }

  func find(_ id: ItemID) -> OpenFile? {
    if isEmpty { return nil }
    return state.withLock { $0.files[id] }
  }

  /// The open document, with its count of handles raised by one.
  func retain(_ id: ItemID) -> OpenFile? {
    if isEmpty { return nil }
    return state.withLock { state in
      guard let file = state.files[id] else { return nil }
      file.withState { $0.handles += 1 }
      return file
    }
  }

  /// Adds a document whose row was read at `epoch`.
  ///
  /// - Returns: The document, with its count of handles raised by one; another object if another thread was faster;
  ///   `nil` when something has changed since, so that the row may be out of date and would not be refreshed.
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

  /// Adds a document that has no row any more, or finds it, and raises its count of handles by one.
  func adopt(_ file: OpenFile) -> OpenFile {
    state.withLock { state in
      let known = state.files[file.id] ?? file
      known.withState { $0.handles += 1 }
      if state.files.updateValue(known, forKey: file.id) == nil { openCount.add(1, ordering: .relaxed) }
      return known
    }
  }

  /// Lowers a document's count of handles; with the last handle the document leaves the table.
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

  /// Notes a change, or the beginning of a pass over the log: rows read before are refused from now on.
  func beginEpoch() { state.withLock { $0.epoch += 1 } }

  var all: [OpenFile] { state.withLock { Array($0.files.values) } }
}
