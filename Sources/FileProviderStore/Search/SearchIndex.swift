package import Foundation
import Glibc
import LinuxSystem
import FileProviderSQLite

/// The index over names and tags of a store, and the answers from it.
///
/// It is one more reader of the store's log, with an anchor of its own. One process feeds it at a time; any process may
/// take over while none does. So it works with a mount that follows the log, with commands alone, and with both. Used
/// by one thread; each opens its own.
package final class SearchIndex {
  /// Reads the store for the properties of a result.
  package let reader: CommittedReader
  private let feeder: SearchFeeder
  private let lock: FeederLock

  /// Opens the index of the store in a directory without opening the store: no lock is taken and nothing of it is
  /// written.
  ///
  /// - Parameter place: The directory in which to keep the index instead, for a store on a disk where nothing can be
  ///   written.
  /// - Throws: `noSuchItem` when there is no store of this version: opening the store makes one, or reports what is
  ///   wrong; `readOnly` where the index cannot be kept.
  package init(storeIn directory: URL, indexIn place: URL? = nil) throws(StoreError) {
    try StoreFiles.refuseForeignToSearch(in: directory)
    guard access(StoreDatabase.url(in: directory).path, R_OK) == 0 else {
      throw StoreError(errno: errno, "cannot open \(StoreDatabase.url(in: directory).path)")
    }
    let access: Connection.Access = try FrozenStore.isFrozen(directory) ? .frozen : .reading
    guard let connection = try DatabaseIntegrity.open(in: directory, access),
      try StoreDatabase.isCurrent(connection)
    else { throw StoreError(.noSuchItem, "no store of this version in \(directory.path)") }
    reader = try CommittedReader(connection)
    feeder = try SearchFeeder(directory: place ?? directory, items: reader)
    lock = try FeederLock(directory: place ?? directory)
  }

  // MARK: Feeding

  /// How far the index is behind the log.
  package enum ReplicaStatus: Hashable, Sendable {
    case upToDate
    /// Everything is being listed: this many of all items are in it.
    case listing(done: Int64, of: Int64)
    /// This many changes are missing.
    case behind(Int64)
  }

  package func status() throws(StoreError) -> ReplicaStatus {
    guard let progress = try feeder.progress() else {
      return .listing(done: 0, of: try LogReader(reader).count(of: .everything))
    }
    if progress.listed != nil {
      return .listing(done: progress.count, of: try LogReader(reader).count(of: .everything))
    }
    if try feeder.isUpToDate() { return .upToDate }
    return .behind(max(0, try reader.generation().rawValue - progress.anchor.end.rawValue))
  }

  /// Brings the index up to the present end of the log, or waits until another process has, within a time.
  ///
  /// - Parameters:
  ///   - seconds: The longest time.
  ///   - isStopped: Asked between two batches.
  ///   - report: Called between two batches.
  /// - Returns: Whether nothing is missing.
  package func catchUp(
    within seconds: Double, isStopped: () -> Bool = { false }, report: (ReplicaStatus) -> Void = { _ in }
  ) throws(StoreError) -> Bool {
    let deadline = Self.now + seconds
    while try !feeder.isUpToDate() {
      let hasFed: Void? = try lock.ifFree { () throws(StoreError) in
        // Other processes wait for this one for a batch at most, and then check their deadlines, too.
        while try feeder.feed(), Self.now < deadline, !isStopped() { report(try status()) }
      }
      guard Self.now < deadline, !isStopped() else { return try feeder.isUpToDate() }
      if hasFed == nil {
        report(try status())
        // The release of the feeding process's lock gives no notification, and waiting for it has no deadline (flock(2)).
        usleep(5000)
      }
    }
    return true
  }

  /// Feeds one batch, unless another process feeds.
  ///
  /// - Returns: Whether there is more.
  func feedOnce() throws(StoreError) -> Bool {
    try lock.ifFree { () throws(StoreError) in try feeder.feed() } ?? false
  }

  /// In seconds.
  private static var now: Double { Double(MonotonicClock.now) / 1e9 }

  // MARK: Answering

  /// Answers from the index. The items are as they are in the store now; those that are gone are left out.
  package func search(_ query: SearchQuery) throws(StoreError) -> SearchResults {
    guard let database = try feeder.existing() else { return SearchResults(records: [], hasMore: false) }
    try database.mapFile()
    let ranked = try database.snapshot { () throws(StoreError) in
      try SearchRun(query: query, database: database, items: reader).ranked()
    }
    return try reader.snapshot { () throws(StoreError) in
      var records: [ItemRecord] = []
      for candidate in ranked {
        guard let record = try reader.record(candidate.document.id) else { continue }
        guard query.includesAll || record.attributes.flags.contains(.member) else { continue }
        if let limit = query.limit, records.count == limit { return SearchResults(records: records, hasMore: true) }
        records.append(record)
      }
      return SearchResults(records: records, hasMore: false)
    }
  }
}
