package import FileProviderStore
import Synchronization

/// Contents that are being brought.
package struct Download: Hashable, Sendable {
  package var item: ItemID
  /// How many bytes are here, as far as the provider tells.
  package var completed: Int64
  package var total: Int64
}

/// The contents that a provider is bringing, and how far they are.
final class Downloads: Sendable {
  private struct Entry {
    var progress: ProgressBox
    var size: Int64
  }

  private let entries = Mutex<[ItemID: Entry]>([:])

  func begin(_ item: ItemID, size: Int64, _ progress: ProgressBox) {
    entries.withLock { $0[item] = Entry(progress: progress, size: size) }
  }

  func end(_ item: ItemID) { entries.withLock { $0[item] = nil } }

  var all: [Download] {
    entries.withLock { $0 }.sorted { $0.key < $1.key }.map { item, entry in
      // Providers count bytes, or parts of any other kind.
      let done = Double(entry.size) * entry.progress.fraction
      return Download(item: item, completed: Int64(done), total: entry.size)
    }
  }
}
