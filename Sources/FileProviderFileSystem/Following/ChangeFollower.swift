import FileProviderStore
import Synchronization

/// Reads the store's log and determines what the kernel must drop.
///
/// With infinite timeouts the kernel caches each answer, so it must be notified of every change that did not come
/// through this mount. It knows of a change that did, except in the views that are derived from it.
///
/// The order matters: for each change of a name first the name, also for a name that is new, and then the folder. The
/// other way round a listing that is under way is kept with the old contents.
package final class ChangeFollower {
  private let fileSystem: FileSystem
  private var position: Generation
  /// Whether an author, by its number, is this mount.
  private var authors: [Int64: Bool] = [:]

  /// How many rows of the log are read between two rounds of notices.
  private static let batch = 2048

  /// Starts with the changes that come from now on.
  package init(_ fileSystem: FileSystem, _ context: FollowerContext) throws(ErrorNumber) {
    self.fileSystem = fileSystem
    do throws(StoreError) { position = try context.committed.generation() } catch { throw context.number(for: error) }
    fileSystem.followed.store(position.rawValue, ordering: .relaxed)
  }

  /// Reads the changes since the last call.
  ///
  /// - Parameters:
  ///   - replay: Is given the changes that watchers of the mount should see, with the notices to send after them; `nil`
  ///     when nothing can be replayed.
  ///   - notify: Is given the other notices, in the order in which to send them. No statement is open meanwhile.
  /// - Returns: Whether another author made any of the changes.
  @discardableResult
  package func advance(
    _ context: FollowerContext, replay: ((ReplayBatch) -> Void)? = nil, notify: ([KernelNotice]) -> Void
  ) throws(ErrorNumber) -> Bool {
    var foreign = false
    do throws(StoreError) {
      guard try context.committed.coversChanges(since: position) else {
        position = try context.committed.generation()
        fileSystem.stamp.raise(to: position)
        fileSystem.openFiles.beginEpoch()
        fileSystem.recentFolders.clear()
        try fileSystem.followOpen(fileSystem.openFiles.all.map(\.id))
        fileSystem.followed.store(position.rawValue, ordering: .relaxed)
        notify([.everything])
        return true
      }
      while true {
        let rows = try nextRows(context)
        guard let last = rows.last else { break }
        // Before the kernel is notified: its next request must not be answered from before a commit whose writer was killed.
        fileSystem.stamp.raise(to: last.generation)
        let trashUsers = fileSystem.trash.visited
        var plan = NoticePlan(trashUsers: trashUsers)
        var batches = ReplayBatches(trashUsers: trashUsers)
        let replays = replay == nil ? [:] : try replays(of: rows, context)
        for (index, row) in rows.enumerated() {
          let isOwn = try isOwn(row, context)
          let name = isOwn ? nil : try currentName(of: row, context)
          plan.note(row, isOwn: isOwn)
          if let replay = replays[index] {
            batches.add(replay, row, name: name)
          } else if !isOwn {
            plan.drop(row, name: name)
          }
        }
        if plan.hasForeign {
          // Rows read before this no longer enter the table of open documents; those in it are refreshed.
          fileSystem.openFiles.beginEpoch()
          fileSystem.recentFolders.clear()
          try fileSystem.followOpen(plan.changedItems)
        }
        foreign = foreign || plan.hasForeign
        position = last.generation
        fileSystem.listings.forget(before: position)
        fileSystem.followed.store(position.rawValue, ordering: .relaxed)
        let notices = plan.notices + (plan.hasMoves ? fileSystem.cachedLinks.take().map { .node($0) } : [])
        if !notices.isEmpty { notify(notices) }
        if let replay { for batch in batches.all { replay(batch) } }
      }
    } catch { throw context.number(for: error) }
    return foreign
  }

  private func replays(of rows: [LogRow], _ context: FollowerContext) throws(StoreError) -> [Int: Replay] {
    var isForeign: [Bool] = []
    for row in rows { isForeign.append(try !isOwn(row, context)) }
    var planner = ReplayPlanner(fileSystem, context.committed, rows: rows)
    return try planner.plan(isForeign: isForeign)
  }

  private func nextRows(_ context: FollowerContext) throws(StoreError) -> [LogRow] {
    var rows: [LogRow] = []
    try LogReader(context.committed).forEachLogRow(after: position) { (row) throws(StoreError) in
      rows.append(copy row)
      return rows.count < Self.batch
    }
    return rows
  }

  /// Whether a change came through this mount. A replica in the same process writes with another author.
  private func isOwn(_ row: LogRow, _ context: FollowerContext) throws(StoreError) -> Bool {
    guard row.origin == fileSystem.store.origin else { return false }
    if let known = authors[row.author] { return known }
    let isOwn = try context.committed.author(row.author) == fileSystem.options.author
    authors[row.author] = isOwn
    return isOwn
  }

  /// The name an item has now, where the row is about a change that gave it one.
  private func currentName(of row: LogRow, _ context: FollowerContext) throws(StoreError) -> FileName? {
    guard row.event != .delete else { return nil }
    guard row.event == .create || row.beforeParent != nil || row.beforeName != nil else { return nil }
    return try context.committed.record(row.item)?.name
  }
}
