package import Foundation
import SQLite

/// Verifies a store, and mends what can be mended.
///
/// In this order: the database by its witnesses and by SQLite's own check, the shape of the tree, what is derived (numbers of subfolders, marks of
/// membership), the order of the log, and the contents: there, of the right size, and none without an owner. Without repairs the store is opened for
/// reading only, and what its next opening would do is told as due. Nothing is lost silently: what has no place is moved to `lost+found`,
/// and a database that is damaged is kept beside the one that is made of what can be read.
package struct StoreCheck {
  package struct Options: Sendable {
    /// Whether to mend what can be mended.
    package var repairs = false
    /// Whether to read all contents and compare them with their checksums; with repairs, those that have none get one.
    package var verifiesContents = false
    /// In whose name things are mended.
    package var author = "org.openfileprovider.check"

    package init() {}
  }

  let store: ItemStore
  let options: Options
  let report: (StoreFinding) -> Void

  var repairs: Bool { options.repairs }

  /// Checks the store in a directory.
  ///
  /// - Parameter report: Is told what is found.
  /// - Throws: `busy` when another process keeps a damaged one from being mended; what opening it, or
  ///   the disk, met with.
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

  /// - Returns: Whether the rest can be looked at.
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
        // Made anew by an opening for repairs, which then finds what is missing, document by document.
        if !options.repairs { report(StoreFinding("the folder “contents” is gone, with all that was in it", .left)) }
        return options.repairs
      case .noSuchItem:
        report(StoreFinding("there is no store yet, or its making was interrupted: its next opening makes it", .due))
        return false
      case .olderSchema:
        // Looked at when it is of this version.
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

  /// Whether there is a database and no folder of contents, which is made before it.
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
  }

  // MARK: What the next opening does

  private func checkDue() throws(StoreError) {
    if repairs { return try store.reconcileWriters(author: options.author) }
    let discarded = try store.readCommitted { (reader) throws(StoreError) in
      try reader.integers("SELECT content FROM discarded_contents")
    }
    let left = discarded.count { store.contents.size(of: ContentKey(rawValue: $0)) != nil }
    if left > 0 { report(StoreFinding("\(left) discarded content files are still to be removed", .due)) }
    if try hasAcknowledgedChanges() {
      report(StoreFinding("changes that were acknowledged are still to be committed", .due))
    }
    for (item, session) in try store.readCommitted({ (reader) throws(StoreError) in try reader.writerMarks() })
    where !WriterSession.isAlive(session, in: store.directory) {
      try reportItem("its size is still to be taken from its contents: who was writing them has died", item, .due)
    }
  }

  /// Whether changes are acknowledged that the database does not have yet.
  func hasAcknowledgedChanges() throws(StoreError) -> Bool {
    guard !repairs else { return false }
    // Before the database is looked at: it is the newer of the two then.
    guard let acknowledged = try acknowledgedGroup() else { return false }
    let committed = try store.readCommitted { (reader) throws(StoreError) in
      try StoreSettings(connection: reader.connection).committedGroup()
    }
    return acknowledged == committed + 1
  }

  /// The number of the group of changes that somebody has acknowledged last, and may not have committed.
  private func acknowledgedGroup() throws(StoreError) -> Int64? {
    let boot = store.contents.boot
    switch try RedoLog(reading: store.directory)?.contents(boot: boot) {
    case .group(let base): return base.group
    case .ofOldVersion(let group): return group
    case .nothing, .unreadable, nil: return nil
    }
  }

  // MARK: The log

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

extension StoreReader {
  /// The first column of all rows, for what nobody asks twice.
  func integers(_ sql: String) throws(StoreError) -> [Int64] {
    let select = try StoreStatement(sql, on: connection)
    var values: [Int64] = []
    while try select.step() { values.append(select.integer(0)) }
    return values
  }

  func texts(_ sql: String) throws(StoreError) -> [String] {
    let select = try StoreStatement(sql, on: connection)
    var values: [String] = []
    while try select.step() { values.append(select.text(0)) }
    return values
  }
}

extension String {
  /// What comes before a part of it; all of it when it does not have that.
  fileprivate func before(_ part: String) -> String { range(of: part).map { String(self[..<$0.lowerBound]) } ?? self }
}
