package import Foundation
import FileProviderSQLite

/// Verifies a store, and repairs what can be repaired.
///
/// It checks, in this order: the database by its witnesses and by SQLite's own check, the shape of the tree, derived values (numbers of subfolders,
/// flags of members), the order of the change log, that contents exist, have the right size and have an owner, and that what differs from what the provider
/// has waits to be uploaded. Without repairs the store is
/// opened for reading only, and what its next opening will do is reported as due. Nothing is lost silently: items without a place are moved to
/// `lost+found`, and a damaged database is kept beside the one that is made of its readable parts.
package struct StoreCheck {
  package struct Options: Sendable {
    /// Whether to repair what can be repaired.
    package var repairs = false
    /// Whether to read all contents and compare them with their checksums. With repairs, contents without a checksum are given one.
    package var verifiesContents = false
    /// The author of the repairs.
    package var author = "org.openfileprovider.check"

    package init() {}
  }

  let store: ItemStore
  let options: Options
  let report: (StoreFinding) -> Void

  var repairs: Bool { options.repairs }

  /// Checks the store in a directory.
  ///
  /// - Parameter report: Called with each finding.
  /// - Throws: `busy` when a damaged store cannot be repaired because another process has it open; the error of opening the store, or of the disk.
  package static func run(
    storeIn directory: URL, _ options: Options, report: (StoreFinding) -> Void
  ) throws(StoreError) {
    try withoutActuallyEscaping(report) { (report) throws(StoreError) in
      guard try checkDatabase(in: directory, options, report) else { return }
      let store = options.repairs ? try ItemStore(directory: directory) : try ItemStore(reading: directory)
      try StoreCheck(store: store, options: options, report: report).run()
      try store.finish()
    }
  }

  /// - Returns: Whether the rest can be checked.
  private static func checkDatabase(
    in directory: URL, _ options: Options, _ report: (StoreFinding) -> Void
  ) throws(StoreError) -> Bool {
    do throws(StoreError) {
      let store = try ItemStore(reading: directory)
      let messages = try store.readCommitted { (reader) throws(StoreError) in
        try reader.texts("PRAGMA integrity_check(20)")
      }
      if messages == ["ok"] { return true }
      throw StoreError(.damaged, "the database is damaged: \(messages.joined(separator: "; "))")
    } catch {
      switch error.code {
      case .noSuchItem where isWithoutContents(directory):
        // An opening for repairs makes it anew. The missing contents are reported document by document.
        if !options.repairs { report(StoreFinding("the folder “contents” is missing, with all contents", .left)) }
        return options.repairs
      case .noSuchItem:
        report(StoreFinding("no store yet, or its creation was interrupted: the next opening creates it", .due))
        return false
      case .olderSchema:
        // Checked once it is of this version.
        if !options.repairs { report(StoreFinding(error.message, .due)) }
        return options.repairs
      case .damaged where options.repairs:
        let recovered = try StoreSalvage.run(in: directory)
        report(StoreFinding("\(error.message.before("; nothing was")); \(recovered.description)", .repaired))
        return true
      case .damaged:
        report(StoreFinding(error.message, .left))
        return false
      default: throw error
      }
    }
  }

  /// Whether there is a database but no folder of contents, which is made before the database.
  private static func isWithoutContents(_ directory: URL) -> Bool {
    let manager = FileManager.default
    return manager.fileExists(atPath: StoreDatabase.url(in: directory).path)
      && !manager.fileExists(atPath: directory.appendingPathComponent("contents").path)
  }

  private func run() throws(StoreError) {
    try checkDue()
    try checkTree()
    try checkDerived()
    try checkLog()
    try checkContents()
    try checkPending()
  }

  // MARK: What the next opening does

  private func checkDue() throws(StoreError) {
    if repairs {
      try store.reconcileWriters(author: options.author)
      return
    }
    let discarded = try store.readCommitted { (reader) throws(StoreError) in
      try reader.integers("SELECT content FROM discarded_contents")
    }
    let left = discarded.count { store.contents.size(of: ContentKey(rawValue: $0)) != nil }
    if left > 0 { report(StoreFinding("\(left) discarded content files not removed yet", .due)) }
    if try hasAcknowledgedChanges() {
      report(StoreFinding("acknowledged changes not committed yet", .due))
    }
    for (item, session) in try store.readCommitted({ (reader) throws(StoreError) in
      try HousekeepingReader(reader).writerMarks()
    })
    where !WriterSession.isAlive(session, in: store.directory) {
      try reportItem("its size is not updated yet: the process that wrote its contents died", item, .due)
    }
  }

  /// Whether changes are acknowledged that the database does not have yet.
  func hasAcknowledgedChanges() throws(StoreError) -> Bool {
    guard !repairs else { return false }
    // Read before the database, so that the database is the newer of the two.
    guard let acknowledged = try acknowledgedGroup() else { return false }
    let committed = try store.readCommitted { (reader) throws(StoreError) in
      try StoreSettings(connection: reader.connection).committedGroup()
    }
    return acknowledged == committed + 1
  }

  /// The number of the last acknowledged group of changes, which may not be committed.
  private func acknowledgedGroup() throws(StoreError) -> Int64? {
    let boot = store.contents.boot
    switch try RedoLog(reading: store.directory)?.contents(boot: boot) {
    case .group(let base): return base.group
    case .ofOldVersion(let group): return group
    case .nothing, .unreadable, nil: return nil
    }
  }

  // MARK: The change log

  private func checkLog() throws(StoreError) {
    let wrong = try store.readCommitted { (reader) throws(StoreError) in
      try reader.integers(
        """
        SELECT generation FROM log WHERE previous >= generation
        UNION ALL
        SELECT max(changed) FROM items HAVING max(changed) > (SELECT coalesce(max(generation), 0) FROM log)
        """)
    }
    for generation in wrong { report(StoreFinding("the log is out of order at generation \(generation)", .left)) }
  }

  func reportItem(_ problem: String, _ id: ItemID, _ state: StoreFinding.State) throws(StoreError) {
    let path = try store.readCommitted { (reader) throws(StoreError) in try reader.path(of: id) }
    report(StoreFinding(problem, item: id, path: path, state))
  }
}

extension String {
  /// The text before the first occurrence of a part; all of it if there is none.
  fileprivate func before(_ part: String) -> String { range(of: part).map { String(self[..<$0.lowerBound]) } ?? self }
}
