import Foundation
import Glibc
import LinuxSystem
import FileProviderSQLite
import Synchronization

extension ItemStore: HousekeepingTasks {
  static let housekeepingAuthor = ChangeAuthor.store
  /// The number of rows in one transaction, which holds the write lock for a millisecond or two.
  private static let rowsAtOnce = 512
  /// The most keys that are in memory at a time.
  private static let keysAtOnce = 65536

  /// Synchronizes the write-ahead log, then removes the files of contents that were discarded before the call, and the marks of processes that
  /// have ended.
  ///
  /// A file that the disk does not remove keeps its row.
  ///
  /// - Throws: Why the write-ahead log could not be synchronized, or the rows not be deleted. The rest is removed the next time.
  package func removeDiscarded() throws(StoreError) {
    housekeeping.passes.lock()
    defer { housekeeping.passes.unlock() }
    var ended = ContentSession.done(in: contents.directory)
    var last = ContentKey(rawValue: .min)
    while true {
      let keys = try readCommitted { (reader) throws(StoreError) in
        try HousekeepingReader(reader).discardedContents(after: last, limit: Self.keysAtOnce)
      }
      guard !keys.isEmpty || !ended.isEmpty else { return }
      // After a loss of power, every file that the database on the disk names must be there.
      if !ended.isEmpty || keys.contains(where: { !$0.isSmall }) { try synchronizer.synchronize() }
      for path in ended { unlink(path) }
      ended = []
      let gone = keys.filter { contents.isGone($0) }
      contents.removeEmptyShards(of: gone.filter { !$0.isSmall })
      try forget(gone)
      contents.noteRemoval(ofSmall: gone.count(where: \.isSmall))
      guard keys.count == Self.keysAtOnce, let end = keys.last else { return }
      last = end
    }
  }

  /// Removes the content files that processes have left which were killed in this run of the machine before any item got the files.
  ///
  /// No item can get such a file any more once what the process had acknowledged is committed. So those that have an owner are read without the
  /// write lock, and once for all of them.
  ///
  /// - Returns: False while another process is there that makes content files. It may have been killed already: the lock of its mark goes with its last
  ///   thread, and one of low priority took 0.3 s for that on a busy machine.
  @discardableResult
  func removeUnfinished() throws(StoreError) -> Bool {
    let found = contents.sessions()
    if !found.killed.isEmpty { try removeUnfinished(of: found.killed) }
    return !found.hasOthers
  }

  private func removeUnfinished(of killed: [ContentKey]) throws(StoreError) {
    guard let first = killed.first else { return }
    var left: Set<ContentKey> = []
    contents.forEach(from: first) { left.insert($0) }
    // Only now, since a live process that makes such a file made its mark before the file.
    let sessions = contents.sessions()
    left = left.filter { sessions.maker(of: $0) == .ended }
    // Commits what a dead process had acknowledged.
    try change(author: Self.housekeepingAuthor) { _ in }
    if !left.isEmpty {
      try readCommitted { (reader) throws(StoreError) in
        // In one view, because contents go from one table to another.
        try reader.snapshot { () throws(StoreError) in try reader.forEachOwnedContent(from: first) { left.remove($0) } }
      }
    }
    var rest = Array(left)[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.rowsAtOnce)
      try change(author: Self.housekeepingAuthor, mayUseReserve: true) { (transaction) throws(StoreError) in
        for key in some { try transaction.discard(key) }
      }
      rest = rest.dropFirst(some.count)
    }
    // Without its mark, what is not known to be discarded would be taken for lost.
    try synchronizer.synchronize()
    ContentSession.forget(killed, in: contents.directory)
  }

  private func forget(_ keys: [ContentKey]) throws(StoreError) {
    var rest = keys[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.rowsAtOnce)
      try change(author: Self.housekeepingAuthor, mayUseReserve: true) { (transaction) throws(StoreError) in
        try HousekeepingEditor(transaction).forgetDiscardedContents(some)
      }
      rest = rest.dropFirst(some.count)
    }
  }

  /// Removes discarded contents at once, because the disk is full, and shortens the logs of the databases.
  ///
  /// - Returns: Whether there may be room now.
  package func makeRoom() -> Bool {
    let areShorter = shortenLogs()
    try? commitAcknowledged()
    let (before, smallBefore) = (contents.removals, contents.smallRemovals)
    try? removeDiscarded()
    if contents.removals == before {
      // Replaced contents are discarded when the new ones are on the disk.
      try? synchronizeContents()
      try? removeDiscarded()
    }
    if contents.removals == before || room() < Self.leastRoom {
      // What the provider has removed is kept for the user as long as there is room.
      try? dropRemoved(leaving: 0)
      try? removeDiscarded()
    }
    return areShorter || contents.removals != before || contents.smallRemovals != smallBefore
  }

  /// In bytes: with less a program's next write fails soon.
  private static let leastRoom: Int64 = 64 << 20

  /// Truncates the logs of the store and of its indexes if they occupy enough unused space to be worth the synchronization.
  ///
  /// A log keeps the length that it once had, and begins again in that room: up to `Connection.longestKeptWAL`.
  ///
  /// A log that a reader needs keeps its room. It is left alone for a while then: each try takes the write lock.
  private func shortenLogs() -> Bool {
    guard MonotonicClock.now >= nextShortening.load(ordering: .relaxed) else { return false }
    var areShorter = shorten(StoreDatabase.wal(in: directory), ifOver: Self.longestWithoutRoom, by: shortenLog)
    for index in IndexLog.all(in: directory) {
      areShorter = shorten(index.url, ifOver: Self.longestWithoutRoom / 2, by: index.shorten) || areShorter
    }
    if !areShorter { nextShortening.store(MonotonicClock.now + Self.shorteningPause, ordering: .relaxed) }
    return areShorter
  }

  /// Shortens a log that occupies more than some bytes.
  ///
  /// - Returns: Whether it occupies less now.
  private func shorten(_ log: URL, ifOver room: Int64, by shorten: () throws(StoreError) -> Void) -> Bool {
    let before = StoreFiles.room(of: log.path)
    if before > room { try? shorten() }
    return StoreFiles.room(of: log.path) < before
  }

  /// In nanoseconds.
  private static let shorteningPause: UInt64 = 10_000_000_000

  /// The reserved room, and as much again, in bytes. The index has no such room.
  private static let longestWithoutRoom: Int64 = 8 << 20

  /// Puts the contents of all marked documents on the disk, except those that a mount is writing, and removes the marks.
  ///
  /// A document that changes meanwhile keeps its mark.
  ///
  /// - Throws: Why contents could not be synchronized; their marks stay.
  package func synchronizeContents() throws(StoreError) {
    housekeeping.passes.lock()
    defer { housekeeping.passes.unlock() }
    var last = ItemID.none
    while true {
      let marked = try readCommitted { (reader) throws(StoreError) in
        try HousekeepingReader(reader).markedContents(after: last, limit: Self.keysAtOnce)
      }
      guard let end = marked.last else { break }
      last = end.item
      let missing = try contents.synchronize(marked.compactMap(\.content))
      try unmark(marked.filter { $0.content.map { !missing.contains($0) } ?? true })
    }
    try dropUnmarked()
  }

  private func unmark(_ marked: [MarkedContents]) throws(StoreError) {
    var rest = marked[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.rowsAtOnce)
      try change(author: Self.housekeepingAuthor, mayUseReserve: true) { (transaction) throws(StoreError) in
        for document in some { try HousekeepingEditor(transaction).unmark(document) }
      }
      rest = rest.dropFirst(some.count)
    }
  }

  /// Discards replaced contents whose documents have no mark any more.
  private func dropUnmarked() throws(StoreError) {
    while true {
      let items = try readCommitted { (reader) throws(StoreError) in
        try HousekeepingReader(reader).unmarkedReplacements(limit: Self.rowsAtOnce)
      }
      guard !items.isEmpty else { return }
      try change(author: Self.housekeepingAuthor, mayUseReserve: true) { (transaction) throws(StoreError) in
        for id in items where try !ContentReader(transaction.reader).isMarked(id) {
          try transaction.dropReplaced(of: id)
        }
      }
    }
  }

  /// Does the background's work before the store is closed, so that only what fails is left for the next opening.
  package func finishHousekeeping() throws(StoreError) {
    try commitAcknowledged()
    // Whatever is left of it: another process may have ended just now.
    if threads.commitsSoon != nil { try removeUnfinished() }
    try synchronizeContents()
    try removeDiscarded()
  }

  /// Gives the background the work that earlier openings of the store have left.
  func beginHousekeeping() throws(StoreError) {
    var work = try readCommitted { (reader) throws(StoreError) in try HousekeepingReader(reader).leftWork() }
    if !ContentSession.done(in: contents.directory).isEmpty { work.insert(.discards) }
    // A mount has the time for it.
    if threads.commitsSoon != nil {
      let sessions = contents.sessions()
      if !sessions.killed.isEmpty || sessions.hasOthers { work.insert(.unfinished) }
      if try readCommitted({ (reader) throws(StoreError) in
        try !HousekeepingReader(reader).unmeasuredDocuments(limit: 1).isEmpty
      }) {
        work.insert(.room)
      }
    }
    if !work.isEmpty { housekeeping.note(work) }
    housekeeping.begin(for: self)
  }
}

/// A document whose contents may not be on the disk, as it was when its mark was read.
struct MarkedContents {
  var item: ItemID
  var content: ContentKey?
  /// Its last change; `nil` when it is gone.
  var lastChange: Generation?
}

extension HousekeepingReader {
  /// Contents that are discarded, and whose rows are still there, in the order of their numbers.
  fileprivate func discardedContents(after key: ContentKey, limit: Int) throws(StoreError) -> [ContentKey] {
    let select = try reader.statement(
      "SELECT content FROM discarded_contents WHERE content > ? ORDER BY content LIMIT ?")
    select.bind(1, key.rawValue)
    select.bind(2, Int64(limit))
    defer { select.reset() }
    var keys: [ContentKey] = []
    while try select.step() { keys.append(ContentKey(rawValue: select.integer(0))) }
    return keys
  }

  private static let markedContentsSQL = SQLText(
    """
    SELECT DISTINCT w.item, coalesce(i.content, d.content), i.changed FROM writers w LEFT JOIN items i ON i.id = w.item
      LEFT JOIN removed_documents d ON d.item = w.item
    WHERE w.item > ? AND (w.session IN (\(ContentMark.idle)) OR i.id IS NULL) ORDER BY w.item LIMIT ?
    """)

  func markedContents(after id: ItemID, limit: Int) throws(StoreError) -> [MarkedContents] {
    let select = try reader.statement(Self.markedContentsSQL)
    select.bind(1, id)
    select.bind(2, Int64(limit))
    defer { select.reset() }
    var marked: [MarkedContents] = []
    while try select.step() {
      marked.append(
        MarkedContents(
          item: ItemID(rawValue: select.integer(0)),
          content: select.integerOrNil(1).map { ContentKey(rawValue: $0) },
          lastChange: select.integerOrNil(2).map { Generation(rawValue: $0) }))
    }
    return marked
  }

  /// Whether a document is marked, and no mount is writing it: a mount removes its own mark when it is done.
  fileprivate func hasIdleMark(_ id: ItemID) throws(StoreError) -> Bool {
    let select = try reader.statement(Self.idleMarkSQL)
    select.bind(1, id)
    defer { select.reset() }
    return try select.step() && select.integer(0) != 0
  }

  private static let idleMarkSQL = SQLText(
    "SELECT min(session IN (\(ContentMark.idle))) FROM writers WHERE item = ?")

  fileprivate func unmarkedReplacements(limit: Int) throws(StoreError) -> [ItemID] {
    let select = try reader.statement(
      """
      SELECT item FROM replaced_contents r WHERE NOT EXISTS (SELECT 1 FROM writers w WHERE w.item = r.item) LIMIT ?
      """)
    select.bind(1, Int64(limit))
    return try reader.numbers(select)
  }

  fileprivate func leftWork() throws(StoreError) -> StoreHousekeeping.Work {
    let select = try reader.statement(
      """
      SELECT EXISTS (SELECT 1 FROM discarded_contents),
        EXISTS (SELECT 1 FROM writers) OR EXISTS (SELECT 1 FROM replaced_contents), EXISTS (SELECT 1 FROM removed_documents)
      """)
    defer { select.reset() }
    guard try select.step() else { return [] }
    return [
      select.integer(0) != 0 ? .discards : [], select.integer(1) != 0 ? .marks : [],
      select.integer(2) != 0 ? .removed : [],
    ]
  }
}

/// Notes what housekeeping has done.
struct HousekeepingEditor {
  let transaction: Transaction

  init(_ transaction: Transaction) { self.transaction = transaction }

  var reader: StoreReader { transaction.reader }

  fileprivate func forgetDiscardedContents(_ keys: ArraySlice<ContentKey>) throws(StoreError) {
    let delete = try reader.statement(.forgetDiscarded)
    let deleteSmall = try reader.statement(.deleteSmall)
    for key in keys {
      delete.bind(1, key.rawValue)
      try delete.run()
      guard key.isSmall else { continue }
      deleteSmall.bind(1, key.rawValue)
      try deleteSmall.run()
    }
  }

  /// Removes the marks of a document whose contents were put on the disk, unless it was changed meanwhile or a mount is writing it.
  fileprivate func unmark(_ document: MarkedContents) throws(StoreError) {
    guard let lastChange = document.lastChange else { return try unmarkDeleted(document.item) }
    let delete = try reader.statement(.unmarkSynchronized)
    delete.bind(1, document.item)
    delete.bind(2, lastChange)
    delete.bind(3, document.content?.rawValue)
    let isUnmarked = try delete.step()
    delete.reset()
    if isUnmarked {
      try transaction.dropReplaced(of: document.item)
    } else if try HousekeepingReader(reader).hasIdleMark(document.item) {
      // The row was changed meanwhile, but not by a writer, which would note the work itself.
      transaction.leavesMarks = true
    }
  }

  private func unmarkDeleted(_ id: ItemID) throws(StoreError) {
    let delete = try reader.statement(.deleteWritersOfNobody)
    delete.bind(1, id)
    try delete.run()
  }
}
