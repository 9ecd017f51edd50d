import Synchronization

extension KnownTree {
  /// Takes what a server tells of the changes in a folder.
  ///
  /// - Returns: Whether anything is different from what is known.
  func take(_ answer: SyncAnswer, of path: RemotePath, begun: UInt64, gone: inout [KnownItem]) -> Bool {
    state.withLock { state in
      guard var folder = state.folders.removeValue(forKey: path) else { return false }
      var isChanged = false
      guard begun >= folder.begun else {
        state.folders[path] = folder
        return false
      }
      folder.begun = begun
      for entry in answer.updated where !state.isTouched(entry.path, since: begun) {
        state.followMove(of: entry)
        state.note(entry)
        if folder.children.updateValue(entry, forKey: entry.path)?.tellsTheSame(as: entry) == true { continue }
        isChanged = true
        state.append(Change(identifier: state.item(entry).identifier, item: state.item(entry)))
      }
      for removed in answer.removed where !state.isTouched(removed, since: begun) {
        // Whether it was a folder is not told.
        for isFolder in [false, true] {
          let path = RemotePath(bytes: removed.bytes, isFolder: isFolder)
          guard !answer.updated.contains(where: { $0.path == path }),
            let entry = folder.children.removeValue(forKey: path)
          else { continue }
          gone.append(state.item(entry))
          isChanged = true
        }
      }
      (folder.token, folder.refusals) = (answer.token, 0)
      state.folders[path] = folder
      return isChanged
    }
  }
}
