import FileProviderStore
import VCard

extension ContactDomain {
  /// Each contact as an addition.
  ///
  /// - Parameter groups: Whether groups are among them.
  func allContacts(groups: Bool) throws(StoreError) -> ContactChanges {
    let store = store
    var found: [ContactCandidate] = []
    let end = try store.readCommitted { (reader) throws(StoreError) in
      try reader.snapshot { () throws(StoreError) in
        for folder in try Self.containerFolders(reader) {
          try reader.forEachChild(of: folder, after: .none) { item, name in
            if item.kind == .file, ContactFile.isCard(FileName(stored: name)) {
              found.append(ContactCandidate(item: item.id, container: folder, isNew: true))
            }
            return true
          }
        }
        return try reader.generation()
      }
    }
    return ContactChanges(
      changes: try changes(of: found, groups: groups).filter(\.isAddition), end: store.anchor(ChangeCursor(at: end)))
  }

  /// Where the log is now.
  func anchor() throws(StoreError) -> ContinuationToken {
    let end = try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    return store.anchor(ChangeCursor(at: end))
  }

  /// The changes since an anchor, each contact once.
  ///
  /// - Parameters:
  ///   - authors: Those whose changes are left out.
  ///   - groups: Whether changes of groups are among them.
  /// - Returns: Nil if they are not known: the log does not reach back to it, or a container came or went as a whole.
  func changes(since anchor: ContinuationToken, excluding authors: [String], groups: Bool) throws(StoreError)
    -> ContactChanges?
  {
    let cursor = try store.cursor(of: anchor)
    let log = try ContactLog(try store.makeCommittedReader(), since: cursor, excluding: authors)
    do throws(StoreError) {
      if try log.changesContainers() { return nil }
      return ContactChanges(
        changes: try changes(of: try log.candidates(), groups: groups), end: store.anchor(ChangeCursor(at: log.end)))
    } catch {
      if error.code == .tokenExpired { return nil }
      throw error
    }
  }

  /// Looks at the files: whether they are contacts or groups.
  private func changes(of candidates: [ContactCandidate], groups: Bool) throws(StoreError) -> [ContactChange] {
    var result: [ContactChange] = []
    for candidate in candidates {
      let item = candidate.item
      let card: Card?
      do throws(StoreError) { card = candidate.container == nil ? nil : try anyCard(item) } catch {
        // What cannot be read counts as unchanged, so that the client keeps what it has of it.
        guard ContactFile.isUnreadable(error) else { throw error }
        continue
      }
      if let container = candidate.container, let card {
        switch (card.isGroup, candidate.isNew) {
        case (false, true): result.append(.add(item, container: container))
        case (false, false): result.append(.update(item))
        case (true, true): if groups { result.append(.addGroup(item, container: container)) }
        case (true, false): if groups { result.append(.updateGroup(item)) }
        }
      } else {
        // It is not known which of the two it was, or whether it was one.
        result.append(.delete(item))
        if groups { result.append(.deleteGroup(item)) }
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
