import FileProviderFUSE
import FileProviderProgram
import FileProviderStore
import Glibc
import LinuxSystem
import Logging

/// The threads of a mount that no request waits for: the one that feeds the search index, the one that makes checksums, the one that moves small contents of
/// an earlier version, the one that keeps the contents of a provider's documents within their bound, and the one that follows the desktop's list of recently
/// used documents.
final class MountHelpers {
  private let indexing: ChangeWaiter
  private let checksums: ChecksumMaker?
  private let small: SmallContentsMover?
  private let cache: CacheLimiter?
  private let desktop: FolderWatch?
  private var threads: [pthread_t] = []

  /// - Parameters:
  ///   - cache: Keeps the contents of a provider's documents within their bound; `nil` for a local domain.
  ///   - requests: How many requests of programs there have been.
  init(
    _ store: ItemStore, cache: CacheLimiter?, mountpoint: String, options: MountOptions, logger: Logger,
    requests: @escaping @Sendable () -> UInt64
  ) throws {
    self.cache = cache
    indexing = try store.makeChangeWaiter()
    let recents =
      options.isReadOnly
      ? nil : DesktopRecents(store, mountpoint: mountpoint, author: options.author, logger: logger)
    desktop = recents?.watch()
    checksums = store.access == .changing ? try ChecksumMaker(store) : nil
    do throws(StoreError) {
      small = options.isReadOnly ? nil : try SmallContentsMover(store, requests: requests)
    } catch {
      // The disk may have no room for its lock file.
      logger.warning("small contents: \(error)")
      small = nil
    }
    if let checksums {
      start("checksums") { checksums.run { logger.warning("checksums: \($0)") } }
      start("search index") { [indexing, directory = store.directory] in
        SearchIndex.follow(storeIn: directory, waiter: indexing) { logger.warning("search index: \($0)") }
      }
    }
    if let small { start("small contents") { small.run { logger.warning("small contents: \($0)") } } }
    if let cache { start("cache") { cache.run { logger.warning("content cache: \($0)") } } }
    guard let recents, let desktop else { return }
    let box = Box(recents: recents)
    start("desktop recents") { box.recents.follow(desktop) }
  }

  /// Carries it to the thread that uses it.
  private struct Box: @unchecked Sendable {
    // Sendable: only the thread that it is given to uses it.
    let recents: DesktopRecents
  }

  private func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    if let thread = NativeThread.startJoinable(name: name, body) { threads.append(thread) }
  }

  /// Ends the threads, and returns when they have ended: then they no longer use the store.
  func stop() {
    indexing.cancel()
    checksums?.stop()
    small?.stop()
    cache?.stop()
    desktop?.cancel()
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }
}
