import FileProviderStore
import Synchronization

/// The listings that programs' calls have asked the source for.
///
/// What a first listing brings is new in the store and existed all the time. The program that asked for it sees it, and
/// no watcher is told that it was created.
final class Listings: Sendable {
  /// By folder: where the store's log was when the listing ended; `nil` while it goes on.
  private let ends = Mutex<[ItemID: Generation?]>([:])

  func begin(_ folder: ItemID) { ends.withLock { $0[folder] = .some(nil) } }

  func end(_ folder: ItemID, at generation: Generation) { ends.withLock { $0[folder] = .some(generation) } }

  /// Whether something came into a folder with a listing.
  func brought(_ folder: ItemID, at generation: Generation) -> Bool {
    ends.withLock { ends in
      guard let entry = ends[folder] else { return false }
      return entry.map { generation <= $0 } ?? true
    }
  }

  /// Drops the listings that ended before a place in the log that has been read.
  func forget(before generation: Generation) {
    ends.withLock { ends in
      if ends.isEmpty { return }
      ends = ends.filter { $0.value.map { $0 > generation } ?? true }
    }
  }
}
