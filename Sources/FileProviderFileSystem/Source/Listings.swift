import FileProviderStore
import Synchronization

/// The listings that programs' calls have asked the source for.
///
/// Items of a first listing are new in the store but existed before. The program that asked for it sees it, and
/// watchers get no notification of a creation.
final class Listings: Sendable {
  private struct Listing {
    /// How many questions for it have not been answered.
    var running = 0
    /// Where the store's log was when the last one was answered.
    var end = Generation.zero
  }

  /// By folder.
  private let all = Mutex<[ItemID: Listing]>([:])

  func begin(_ folder: ItemID) { all.withLock { $0[folder, default: Listing()].running += 1 } }

  func end(_ folder: ItemID, at generation: Generation) {
    all.withLock { all in
      all[folder, default: Listing(running: 1)].running -= 1
      all[folder]?.end = generation
    }
  }

  /// Whether an item entered a folder by a listing.
  func isFromListing(_ folder: ItemID, at generation: Generation) -> Bool {
    all.withLock { all in
      guard let listing = all[folder] else { return false }
      return listing.running > 0 || generation <= listing.end
    }
  }

  /// Drops the listings that ended before a place in the log that has been read.
  func forget(before generation: Generation) {
    all.withLock { all in
      if all.isEmpty { return }
      all = all.filter { $0.value.running > 0 || $0.value.end > generation }
    }
  }
}
