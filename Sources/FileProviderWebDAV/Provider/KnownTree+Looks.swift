import Foundation
import Synchronization

/// Which folders are to be looked at, and when.
extension KnownTree {
  /// When a folder is to be looked at next; `nil` when there is none.
  func nextLook(topOnly: Bool) -> Date? {
    if topOnly { return topFolders().compactMap { folder($0)?.nextLook }.min() }
    return state.withLock { $0.folders.values.map(\.nextLook).min() }
  }

  /// The folders that are to be looked at, the most urgent first.
  func dueFolders(limit: Int) -> [RemotePath] {
    let now = Date()
    let due = state.withLock { $0.folders.filter { $0.value.nextLook <= now }.map { ($0.key, $0.value.nextLook) } }
    return due.sorted { $0.1 < $1.1 }.prefix(limit).map(\.0)
  }

  /// The folders that are in use, or were last, or in which something has changed: those that are looked at most often, the most urgent first.
  func foldersInUse(limit: Int) -> [RemotePath] {
    let all = state.withLock { $0.folders.map { ($0.key, $0.value.interval, $0.value.nextLook) } }
    return all.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.prefix(limit).map(\.0)
  }

  /// The folders that are in no other one that is known, and first the trash bin, if that is due.
  ///
  /// - Parameter withTrash: Whether the bin comes with them in any case.
  func tops(withTrash: Bool) -> [RemotePath] {
    let (bin, rest) = topFolders().reduce(into: ([RemotePath](), [RemotePath]())) { found, path in
      if path.isTrashed { found.0.append(path) } else { found.1.append(path) }
    }
    return bin.filter { withTrash || folder($0).map { $0.nextLook <= Date() } ?? false } + rest
  }

  /// The folders that are in no other one that is known.
  func topFolders() -> [RemotePath] {
    state.withLock { state in state.folders.keys.filter { $0.isTop || state.folders[$0.parent] == nil } }
  }
}
