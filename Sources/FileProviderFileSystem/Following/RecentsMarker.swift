import FileProviderStore
import Glibc
import LinuxSystem
package import Logging
import Synchronization

/// Marks what people write through a mount as recently used, on a thread of its own, one transaction for each batch. No
/// request waits for it.
package final class RecentsMarker: Sendable {
  private let fileSystem: FileSystem
  private let logger: Logger
  private let isStopped = Monitor(false)

  /// How long it waits after a file was written before it looks: files that are written together are marked together. A mount does not write more files in
  /// that time than `WrittenFiles` keeps. Woken by each of 15 000 files that one program made, it took 6 to 8 % of the mount's processor time: 10 to 16 µs a file,
  /// and 0.3 with this.
  private static let pause = Duration.milliseconds(250)

  package init(_ fileSystem: FileSystem, logger: Logger) {
    self.fileSystem = fileSystem
    self.logger = logger
    if !fileSystem.options.isReadOnly { fileSystem.written.open() }
  }

  /// Marks until `stop` is called, and then what is left. Runs on a thread of its own.
  package func run() {
    guard !fileSystem.options.isReadOnly else { return }
    trim()
    var filter = BurstFilter()
    while !isStopped.read({ $0 }) {
      if filter.nextDue == nil { fileSystem.written.wait() }
      rest()
      for file in fileSystem.written.take() { filter.add(file) }
      mark(filter.takeDue(at: MonotonicClock.now))
    }
    fileSystem.written.end()
    for file in fileSystem.written.take() { filter.add(file) }
    mark(filter.takeDue(at: nil))
  }

  /// Ends `run`, which then marks everything that is not a burst so far, because nothing more can come. From any
  /// thread.
  package func stop() {
    isStopped.withLock { $0 = true }
    fileSystem.written.wake()
  }

  /// Only the end wakes it early, so that a machine that writes without a pause costs four checks a second.
  private func rest() {
    _ = isStopped.wait(until: .after(Self.pause)) { $0 ? true : nil }
  }

  private func mark(_ files: [WrittenFile]) {
    guard !files.isEmpty else { return }
    change { (transaction) throws(StoreError) in
      let policy = try TreeReader(transaction.reader).recentsPolicy()
      guard policy.limit > 0 else { return }
      for file in files { try TreeEditor(transaction).markUsed(file.item, at: file.time) }
      try TreeEditor(transaction).trimRecents(to: policy)
    }
    refresh(files.map(\.item))
  }

  /// Removes marks that have expired while nothing was mounted, or that exceed the domain's limit.
  private func trim() {
    var count: Int? = 1
    while count ?? 0 > 0 && !isStopped.read({ $0 }) {
      count = change { (transaction) throws(StoreError) in
        try TreeEditor(transaction).trimRecents(to: TreeReader(transaction.reader).recentsPolicy())
      }
    }
  }

  @discardableResult
  private func change<Result>(_ body: (Transaction) throws(StoreError) -> Result) -> Result? {
    do throws(StoreError) { return try fileSystem.store.change(author: fileSystem.options.author, body) } catch {
      logger.warning("cannot record recents: \(error)")
      return nil
    }
  }

  /// The rows of documents that are open have changed.
  private func refresh(_ items: [ItemID]) {
    for id in items {
      guard let file = fileSystem.openFiles.find(id) else { continue }
      do throws(StoreError) {
        if let row = try fileSystem.store.readPresent({ (now) throws(StoreError) in try now.item(id) }) {
          file.apply(row)
        }
      } catch { logger.warning("cannot examine an open document: \(error)") }
    }
  }
}
