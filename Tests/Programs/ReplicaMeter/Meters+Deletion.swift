import FileProviderReplica
import FileProviderStore
import Foundation
import Synchronization

extension Meters {
  /// The anonymous memory of this process, in MiB: with everything listed, the most while six items of ten are told to be gone and are held, and
  /// after that.
  static func deletion(_ items: Int, tellsFolders: Bool, in directory: URL) async throws -> Figures {
    let provider = InstantProvider(count: items, filesInFolder: 100)
    let stage = try Stage(provider, in: directory)
    _ = try await stage.pull()
    let listed = try status()["RssAnon"] ?? 0
    let gone = items / 101 * 6 / 10 * 101
    provider.delete(before: gone, tellsFolders: tellsFolders)
    let most = Mutex(listed)
    let sampling = Task.detached {
      while !Task.isCancelled {
        let now = try status()["RssAnon"] ?? 0
        most.withLock { $0 = max($0, now) }
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    let time = try await seconds { _ = try await stage.replica.synchronize(listsEverything: false) }
    sampling.cancel()
    let held = try stage.store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).heldDeletions()?.items ?? 0
    }
    guard held == gone else { throw Failure("\(held) deletions of \(gone) are held") }
    let after = try status()["RssAnon"] ?? 0
    await stage.replica.stop()
    return ["listed": listed, "most": most.withLock { $0 }, "held": after, "items": Double(held), "seconds": time]
  }
}
