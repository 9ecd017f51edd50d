import FileProviderStore

extension ContactDomain {
  /// Each contact as an addition.
  func allContacts() throws(StoreError) -> ContactChanges {
    let store = store
    var found: [ContactCandidate] = []
    let end = try store.readCommitted { (reader) throws(StoreError) in
      try reader.snapshot { () throws(StoreError) in
        for folder in try Self.containerFolders(reader) {
          try reader.forEachChild(of: folder, after: .none) { item, name in
            if item.kind == .file, ContactFile.isCard(FileName(stored: name)) {
              found.append(ContactCandidate(item: item.id, container: folder, wasContact: false, isNew: true))
            }
            return true
          }
        }
        return try reader.generation()
      }
    }
    return ContactChanges(changes: try changes(of: found), end: store.anchor(ChangeCursor(at: end)))
  }

  /// Where the log is now.
  func anchor() throws(StoreError) -> ContinuationToken {
    let end = try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    return store.anchor(ChangeCursor(at: end))
  }

  /// The changes since an anchor, each contact once.
  ///
  /// - Parameter authors: Those whose changes are left out.
  /// - Returns: Nil if they are not known: the log does not reach back to it, or a container came or went as a whole.
  func changes(since anchor: ContinuationToken, excluding authors: [String]) throws(StoreError) -> ContactChanges? {
    let cursor = try store.cursor(of: anchor)
    let log = try ContactLog(try store.makeCommittedReader(), since: cursor, excluding: authors)
    do throws(StoreError) {
      if try log.changesContainers() { return nil }
      return ContactChanges(
        changes: try changes(of: try log.candidates()), end: store.anchor(ChangeCursor(at: log.end)))
    } catch {
      if error.code == .tokenExpired { return nil }
      throw error
    }
  }

  /// Looks at the files: whether they are contacts.
  private func changes(of candidates: [ContactCandidate]) throws(StoreError) -> [ContactChange] {
    var result: [ContactChange] = []
    for candidate in candidates {
      if let container = candidate.container, try isContact(candidate.item) {
        result.append(candidate.isNew ? .add(candidate.item, container: container) : .update(candidate.item))
      } else if candidate.wasContact {
        result.append(.delete(candidate.item))
      }
    }
    return result
  }

  private static func containerFolders(_ reader: StoreReader) throws(StoreError) -> [ItemID] {
    var folders: [ItemID] = []
    try reader.forEachChild(of: .root, after: .none) { item, name in
      if isContainer(item, FileName(stored: name)) { folders.append(item.id) }
      return true
    }
    return folders
  }
}
