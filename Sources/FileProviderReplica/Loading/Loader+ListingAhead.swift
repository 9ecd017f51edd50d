import FileProviderStore
import LinuxSystem
import Synchronization

extension Loader {
  /// How many folders of one folder are thought of at once.
  private static let mostFolders = 4096

  /// A program opens a folder: what a walk comes to next is listed meanwhile.
  func noteUse(of folder: ItemAttributes) {
    let isUnknown = ahead.withLock { $0.noteOpening(of: folder.id, in: folder.parent, at: MonotonicClock.now) }
    if isUnknown { noteFolders(in: folder.parent) }
    listAhead()
  }

  /// A program's folder was listed, or could not be.
  func noteAnswered(_ folder: ItemID) {
    noteFolders(in: folder)
    ahead.withLock { $0.noteAnswer(at: MonotonicClock.now) }
    listAhead()
  }

  /// Lists ahead as much as may be listed now. One thread of the pool stays free for folders that programs wait for.
  private func listAhead() {
    while let folder = ahead.withLock({ $0.take(limit: limits.concurrency - 1, at: MonotonicClock.now) }) {
      guard isToBeListed(folder) else {
        ahead.withLock { $0.hasListed(folder, isDone: true) }
        continue
      }
      _ = load(.listing(folder), onlyIfMissing: true) { [self] result in
        let isDone = if case .success = result { true } else { false }
        if isDone { noteFolders(in: folder) }
        ahead.withLock { $0.hasListed(folder, isDone: isDone) }
        listAhead()
      }
    }
  }

  private func isToBeListed(_ folder: ItemID) -> Bool {
    guard !state.latches.withLock({ $0.latches(folder) }) else { return false }
    let item = try? store.readCommitted { (reader) throws(StoreError) in try reader.item(folder) }
    return item?.flags.contains(.unlisted) ?? false
  }

  private func noteFolders(in folder: ItemID) {
    let folders = try? store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).unlistedFolders(in: folder, limit: Self.mostFolders)
    }
    if let folders, !folders.isEmpty { ahead.withLock { $0.note(folders) } }
  }
}
