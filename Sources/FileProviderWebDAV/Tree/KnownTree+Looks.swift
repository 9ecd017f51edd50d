import Foundation
import FileProviderSQLite

/// Which folders are to be looked at, and when.
extension KnownTree {
  /// When a folder is to be looked at next; `nil` when there is none.
  func nextLook(topOnly: Bool) -> Date? {
    if topOnly { return topFolders().compactMap { folder($0)?.nextLook }.min() }
    return read { (state) throws(SQLiteError) in
      let row = try state.database.statement("SELECT min(next) FROM folders")
      defer { row.reset() }
      return try row.step() && !row.isNull(0) ? Date(known: row.integer(0)) : nil
    }
  }

  /// The folders that are to be looked at, the most urgent first.
  func dueFolders(limit: Int) -> [RemotePath] {
    read { (state) throws(SQLiteError) in
      try state.folders("WHERE next <= ? ORDER BY next LIMIT ?", Date(), limit)
    }
  }

  /// The folders that are in use, or were last, or in which something has changed: those that are looked at most often, the most urgent first.
  func foldersInUse(limit: Int) -> [RemotePath] {
    read { (state) throws(SQLiteError) in try state.folders("ORDER BY interval, next LIMIT ?", limit) }
  }

  /// The folders that are in no other one that is known, and first the trash bin, if that is due.
  ///
  /// - Parameter withTrash: Whether the bin is included in any case.
  func tops(withTrash: Bool) -> [RemotePath] {
    let (bin, rest) = topFolders().reduce(into: ([RemotePath](), [RemotePath]())) { found, path in
      if path.isTrashed { found.0.append(path) } else { found.1.append(path) }
    }
    return bin.filter { withTrash || folder($0).map { $0.nextLook <= Date() } ?? false } + rest
  }

  /// The folders that are in no other one that is known.
  func topFolders() -> [RemotePath] {
    read { (state) throws(SQLiteError) in
      if let tops = state.tops { return tops }
      var tops: [RemotePath] = []
      for path in try state.folders() {
        if !path.isTop, try state.isKnown(path.parent) { continue }
        tops.append(path)
      }
      state.tops = tops
      return tops
    }
  }
}
