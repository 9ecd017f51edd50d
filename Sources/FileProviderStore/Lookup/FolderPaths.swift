/// The paths of folders, remembered: each folder is asked for its place once.
///
/// Climbing to the root for each item was nine tenths of listing 10 000 members, and a fifth of printing a change. Valid as long as no
/// folder moves, in one view of the store; used by one thread.
package final class FolderPaths {
  /// The most folders that are remembered, more than a stretch of changes is about; then all are forgotten, so that memory stays bounded.
  private static let limit = 1 << 16

  private let nowhere: String?
  /// Without a path: neither the tree nor the log knows the folder, or one of those above it.
  private var known: [ItemID: String?] = [:]
  /// Items come in runs below one folder.
  private var last: (folder: ItemID, prefix: String?)?

  /// - Parameter nowhere: What the path of a folder begins with that is nowhere; `nil` when that has no path.
  package init(nowhere: String? = nil) { self.nowhere = nowhere }

  /// Forgets all: a folder may have moved.
  package func forgetAll() {
    known.removeAll(keepingCapacity: true)
    last = nil
  }

  /// The path of a folder with a slash at its end, spelled: `/`, `/a/b/`, `/.Trash-UID/files/a/`.
  ///
  /// - Returns: `nil` when the folder, or one above it, is nowhere, and that has no path.
  package func prefix(of folder: ItemID, _ reader: StoreReader) throws(StoreError) -> String? {
    if let last, last.folder == folder { return last.prefix }
    return try prefix(of: folder) { (id) throws(StoreError) in try reader.pathStep(of: id) }
  }

  /// The same for folders whose places are returned by `step`.
  package func prefix(
    of folder: ItemID, step: (ItemID) throws(StoreError) -> PathStep?
  ) throws(StoreError) -> String? {
    if let last, last.folder == folder { return last.prefix }
    let prefix = try climb(from: folder, step)
    last = (folder, prefix)
    return prefix
  }

  private func climb(
    from folder: ItemID, _ step: (ItemID) throws(StoreError) -> PathStep?
  ) throws(StoreError) -> String? {
    var climbed: [(folder: ItemID, name: FileName)] = []
    var current = folder
    while known[current] == nil {
      switch try step(current) {
      case .below(let parent, let name)?:
        climbed.append((current, name))
        current = parent
      case .start(let start)?: known[current] = .some(start)
      case nil: known[current] = .some(nowhere)
      }
    }
    var prefix = known[current] ?? nil
    if known.count + climbed.count > Self.limit { known.removeAll(keepingCapacity: true) }
    for (folder, name) in climbed.reversed() {
      prefix = prefix.map { $0 + name.spelling + "/" }
      known[folder] = .some(prefix)
    }
    return prefix
  }

  /// The path of an item that is, or was, in a folder; see `StoreReader.path`.
  ///
  /// - Returns: `nil` when the folder has no path.
  package func path(
    of item: ItemID, named name: FileName, in folder: ItemID, _ reader: StoreReader
  ) throws(StoreError) -> String? {
    if item == .root { return "/" }
    // At the top of the trash it has the user whose trash it is.
    if folder == .trash, let path = try reader.path(of: item) { return path }
    return try prefix(of: folder, reader).map { $0 + name.spelling }
  }
}

/// The next step on the way from an item up to the root.
package enum PathStep {
  /// The path is this one, with a slash at its end.
  case start(String)
  /// The item has a name in a folder.
  case below(ItemID, FileName)
}
