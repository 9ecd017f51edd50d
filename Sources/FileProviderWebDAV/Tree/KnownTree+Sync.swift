import FileProviderSQLite

extension KnownTree {
  /// Takes a server's list of changes in a folder.
  ///
  /// - Returns: What is different from what is known, and what is not there any more.
  func take(_ answer: SyncAnswer, of path: RemotePath, begun: UInt64) -> Outcome {
    change { (state) throws(SQLiteError) in
      guard var known = try state.folder(path), begun >= state.begun[known.id] ?? 0 else { return Outcome() }
      state.begun[known.id] = begun
      var outcome = Outcome()
      var skipsAny = false
      for entry in answer.updated {
        if state.isTouched(entry.path, since: begun) {
          skipsAny = true
          continue
        }
        try state.followMove(of: entry)
        try state.note(entry)
        if try state.put(entry, in: known.id)?.isSame(as: entry) == true { continue }
        outcome.hasChanged = true
        outcome.changed.append(entry.path)
        let item = try state.item(entry)
        try state.append(Change(identifier: item.identifier, item: item))
      }
      for removed in answer.removed {
        if state.isTouched(removed, since: begun) {
          skipsAny = true
          continue
        }
        // The list does not contain whether it was a folder.
        for isFolder in [false, true] {
          let path = RemotePath(bytes: removed.bytes, isFolder: isFolder)
          guard !answer.updated.contains(where: { $0.path == path }), let entry = try state.entry(path, in: known.id)
          else { continue }
          outcome.gone.append(try state.takeOut(entry, of: known.id))
          outcome.hasChanged = true
        }
      }
      // What is skipped the list of changes since the former token has again.
      if !skipsAny { known.folder.token = answer.token }
      known.folder.refusals = 0
      try state.keep(known)
      return outcome
    }
  }
}
