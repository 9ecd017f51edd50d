import Foundation
import Glibc
import LinuxSystem

/// Keeps the contents that are here, and at the provider, within the domain's bound: what was opened longest ago goes first.
///
/// When contents were opened is the time of access of their file, which a mount sets (`ContentFiles.noteUse`). Small ones have none: they go by when they were
/// written, and what they occupy in the database is of use to others. One process does this at a time.
/// Its memory does not grow with the domain: each round drops the oldest of at most some thousand documents. Used by one thread.
package final class CacheLimiter: @unchecked Sendable {
  // Sendable: all but `stop` is called by one thread, and that uses `isStopped` only.
  private let store: ItemStore
  private let lock: FeederLock
  private let limit: Int64?
  private let isStopped = Monitor(false)
  private let idle = IdleThread()

  private static let batchSize = 1000
  private static let mostCandidates = 4096

  /// - Parameter limit: The bound in bytes; `nil` for that of the domain.
  package init(_ store: ItemStore, limit: Int64? = nil) throws(StoreError) {
    self.store = store
    self.limit = limit
    lock = try FeederLock(directory: store.directory, name: "cache.lock")
  }

  /// A document that may be dropped.
  private struct Candidate {
    var id: ItemID
    var size: Int64
    var used: Timestamp
  }

  /// What is here.
  private struct Contents {
    var bytes: Int64 = 0
    /// Those that were opened longest ago, the oldest first.
    var oldest: [Candidate] = []

    mutating func add(_ candidate: Candidate) {
      oldest.append(candidate)
      if oldest.count >= 2 * CacheLimiter.mostCandidates { cut() }
    }

    mutating func cut() {
      oldest.sort { ($0.used, $0.id) < ($1.used, $1.id) }
      oldest.removeLast(max(0, oldest.count - CacheLimiter.mostCandidates))
    }
  }

  /// Drops contents until the rest is within the bound, or nothing more may be dropped; does nothing while another process does it.
  ///
  /// - Returns: How many bytes were dropped.
  @discardableResult
  package func enforce() throws(StoreError) -> Int64 {
    try lock.ifFree { () throws(StoreError) in
      let own = try store.readCommitted { (reader) throws(StoreError) in try EvictionReader(reader).cacheLimit() }
      guard let limit = limit ?? own else { return 0 }
      var dropped: Int64 = 0
      while !isStopped.read({ $0 }) {
        let contents = try idle.run { () throws(StoreError) in try look() }
        let now = try drop(contents, until: limit)
        dropped += now
        if now == 0 || contents.bytes - now <= limit { return dropped }
      }
      return dropped
    } ?? 0
  }

  private func look() throws(StoreError) -> Contents {
    var contents = Contents()
    var last = ItemID.none
    while !isStopped.read({ $0 }) {
      let documents = try store.readCommitted { (reader) throws(StoreError) in
        try EvictionReader(reader).hydratedDocuments(after: last, limit: Self.batchSize)
      }
      for item in documents {
        guard let (size, used) = use(of: item.content) else { continue }
        contents.bytes += size
        contents.add(Candidate(id: item.id, size: size, used: used))
      }
      guard documents.count == Self.batchSize, let end = documents.last else { break }
      last = end.id
    }
    contents.cut()
    return contents
  }

  /// How many bytes contents occupy, and when they were opened last; small ones, when they were written. A time to come is one of a clock that was set
  /// back since: it counts as now, and is noted so, or such contents would stay until that time whatever else is opened.
  private func use(of content: ContentKey) -> (size: Int64, used: Timestamp)? {
    let now = Timestamp.now
    if content.isSmall { return store.contents.blocks(of: content).map { ($0 * 512, min(content.written, now)) } }
    guard let status = store.contents.status(of: content) else { return nil }
    let (size, used) = (Int64(status.st_blocks) * 512, Timestamp(status.st_atim))
    guard used > now else { return (size, used) }
    store.contents.noteUse(of: content)
    return (size, now)
  }

  /// - Returns: How many bytes were dropped.
  private func drop(_ contents: Contents, until limit: Int64) throws(StoreError) -> Int64 {
    var dropped: Int64 = 0
    for candidate in contents.oldest {
      if contents.bytes - dropped <= limit || isStopped.read({ $0 }) { break }
      do throws(StoreError) { dropped += try store.evict(candidate.id) } catch {
        guard [.notEvictable, .notPermitted, .noSuchItem].contains(error.code) else { throw error }
      }
    }
    return dropped
  }

  // MARK: The thread

  /// Looks again and again until `stop` is called; for a thread of its own.
  ///
  /// - Parameter report: Called with an error; the work continues after a while.
  package func run(report: (StoreError) -> Void = { _ in }) {
    while !isStopped.read({ $0 }) {
      let start = ContinuousClock.now
      do throws(StoreError) { try enforce() } catch { report(error) }
      // A large domain is not looked through all the time: one part in a hundred at most.
      let pause = max(.seconds(60), (ContinuousClock.now - start) * 100)
      _ = isStopped.wait(until: .after(pause)) { $0 ? true : nil }
    }
  }

  /// Has `run` end soon. From any thread.
  package func stop() { isStopped.withLock { $0 = true } }
}

extension ContentFiles {
  /// Notes that contents were opened, if that was not noted in the last hour: what was opened longest ago is dropped first. A time to come, of a
  /// clock that was set back, says nothing.
  package func noteUse(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    let now = time(nil)
    guard now - status.st_atim.tv_sec > 3600 || status.st_atim.tv_sec > now else { return }
    futimens(descriptor, Self.opened)
  }

  /// The same whenever it was noted last.
  fileprivate func noteUse(of key: ContentKey) {
    utimensat(AT_FDCWD, url(of: key).path, Self.opened, AT_SYMLINK_NOFOLLOW)
  }

  /// As utimensat(2) has them: accessed now, and not modified at all.
  private static let opened = [timespec(tv_sec: 0, tv_nsec: 0x3fff_ffff), timespec(tv_sec: 0, tv_nsec: 0x3fff_fffe)]
}
