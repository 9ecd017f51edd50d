package import Foundation
import GRDB
import Glibc
import LinuxSystem

/// The index over names and tags of a store, and the answers from it.
///
/// It is one more reader of the store's log, with an anchor of its own. One process feeds it at a time; whoever comes to it while nobody
/// does may take over, so it works with a mount that follows the log, with commands alone, and with both. Used by one thread; each
/// opens its own.
package final class SearchIndex {
  /// Reads of the store, for what is to be said of a result.
  package let reader: StoreReader
  private let feeder: SearchFeeder
  private let lock: FeederLock

  /// Opens the index of the store in a directory, without the store's own opening: no lock is taken and nothing of it is written.
  ///
  /// - Throws: `noSuchItem` when there is no store of this version: opening it as a store makes one, or says what is wrong.
  package init(storeIn directory: URL) throws(StoreError) {
    try StoreFiles.refuseForeignToSearch(in: directory)
    guard access(StoreDatabase.url(in: directory).path, R_OK) == 0 else {
      throw StoreError(errno: errno, "cannot open \(StoreDatabase.url(in: directory).path)")
    }
    guard let connection = try DatabaseIntegrity.open(in: directory),
      try StoreDatabase.migrations(connection) == Schema.migrator().migrations
    else { throw StoreError(.noSuchItem, "there is no store of this version in \(directory.path)") }
    reader = try StoreReader(connection)
    feeder = try SearchFeeder(directory: directory, items: reader)
    lock = try FeederLock(directory: directory)
  }

  // MARK: Feeding

  /// How far the index is behind the log.
  package enum Standing: Hashable, Sendable {
    case upToDate
    /// Everything is being listed: so many of so many items are in it.
    case listing(done: Int64, of: Int64)
    /// So many changes are missing.
    case behind(Int64)
  }

  package func standing() throws(StoreError) -> Standing {
    guard let progress = try feeder.progress() else { return .listing(done: 0, of: try reader.count(of: .everything)) }
    if progress.listed != nil {
      return .listing(done: progress.count, of: try reader.count(of: .everything))
    }
    if try feeder.isUpToDate() { return .upToDate }
    return .behind(max(0, try reader.generation().rawValue - progress.anchor.end.rawValue))
  }

  /// Brings the index up to the log as it is now, or waits until another process has; not longer than it is told to.
  ///
  /// - Parameters:
  ///   - seconds: How long at most.
  ///   - isStopped: Asked between two batches.
  ///   - report: Called between two batches.
  /// - Returns: Whether nothing is missing.
  package func catchUp(
    within seconds: Double, isStopped: () -> Bool = { false }, report: (Standing) -> Void = { _ in }
  ) throws(StoreError) -> Bool {
    let deadline = Self.now + seconds
    while try !feeder.isUpToDate() {
      let hasFed: Void? = try lock.ifFree { () throws(StoreError) in
        // Others wait for us only as long as a batch takes: they look at the deadline, too.
        while try feeder.feed(), Self.now < deadline, !isStopped() { report(try standing()) }
      }
      guard Self.now < deadline, !isStopped() else { return try feeder.isUpToDate() }
      if hasFed == nil {
        report(try standing())
        usleep(5000)
      }
    }
    return true
  }

  /// Feeds one batch, unless another process feeds.
  ///
  /// - Returns: Whether more is known to be there.
  func feedOnce() throws(StoreError) -> Bool {
    try lock.ifFree { () throws(StoreError) in try feeder.feed() } ?? false
  }

  /// In seconds.
  private static var now: Double { Double(MonotonicClock.now) / 1e9 }

  // MARK: Answering

  /// Answers from what is indexed. The items are as they are in the store now: what is gone is left out.
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
