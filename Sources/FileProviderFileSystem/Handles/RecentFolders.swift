import FileProviderStore
import Synchronization

/// The folders that the last change through this mount touched, as they were after it.
///
/// After each change in a folder the kernel asks for its attributes again, and a commit has just emptied the page
/// caches of all connections but the writer's: an answer took 22 µs that the transaction itself gets in 2. The folders
/// are set inside the transaction, so that later commits of other processes are followed after it, and cleared by the
/// log's follower.
final class RecentFolders: Sendable {
  private struct State {
    var first: ItemAttributes?
    var second: ItemAttributes?
  }

  private let state = Mutex(State())

  func find(_ id: ItemID) -> ItemAttributes? {
    state.withLock { state in
      if let item = state.first, item.id == id { return item }
      if let item = state.second, item.id == id { return item }
      return nil
    }
  }

  func replace(with first: ItemAttributes?, _ second: ItemAttributes?) {
    state.withLock { $0 = State(first: first, second: second) }
  }

  func clear() { replace(with: nil, nil) }
}
