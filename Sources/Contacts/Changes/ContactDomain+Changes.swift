import FileProviderStore
import VCard

extension ContactDomain {
  /// Each contact as an addition.
  ///
  /// - Parameters:
  ///   - groups: Whether groups are among them.
  ///   - links: Whether what is linked is asked for.
  func allContacts(groups: Bool, links: Bool) throws(StoreError) -> ContactChanges {
    let store = store
    index?.prepare()
    let now = try place(groups: groups, links: links)
    let selection = selection([]).indexed
    var found: [ContactCandidate] = []
    try store.readCommitted { (reader) throws(StoreError) in
      try reader.snapshot { () throws(StoreError) in
        for folder in try Self.containerFolders(reader) {
          var page: [ItemAttributes] = []
          try reader.forEachChild(of: folder, after: .none) { item, name in
            if item.kind == .file, ContactFile.isCard(FileName(stored: name)) { page.append(copy item) }
            if page.count == Self.page { found += candidates(&page, in: folder, selection) }
            return true
          }
          found += candidates(&page, in: folder, selection)
        }
      }
    }
    var changes = try changes(of: found, groups: groups).filter(\.isAddition)
    if let members = now.members { changes += try memberChanges(from: nil, to: members) }
    return ContactChanges(changes: changes, start: nil, end: now)
  }

  /// Where the history is now, with what is linked and the members of groups.
  ///
  /// They are read after the place in the log is: what others change meanwhile is in the log behind that place, and is reported with the next changes, too.
  ///
  /// - Parameters:
  ///   - last: An earlier place, which is returned if nothing has changed since.
  ///   - groups: Whether the members of groups are asked for.
  ///   - links: Whether what is linked is asked for.
  func place(after last: HistoryPlace? = nil, groups: Bool = true, links: Bool = true) throws(StoreError)
    -> HistoryPlace
  {
    let start = try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    defer { ContactHistory.membersWereRead?() }
    let isKnown = last.map { (!groups || $0.members != nil) && (!links || $0.links != nil) } ?? false
    if var last, isKnown, try store.cursor(of: last.anchor).position == start {
      if !groups { last.members = nil }
      if !links { last.links = nil }
      return last
    }
    return HistoryPlace(
      anchor: store.anchor(ChangeCursor(at: start)), members: groups ? try groupMembers() : nil,
      links: links ? try linkedContacts(after: last?.links) : nil)
  }

  /// The changes since a place, each contact once.
  ///
  /// - Parameters:
  ///   - authors: Those whose changes are left out.
  ///   - groups: Whether changes of groups are among them.
  ///   - links: Whether what is linked is asked for.
  /// - Returns: Nil if they are not known: the log does not reach back to it, a container came or went as a whole, or the members of groups are asked for, and were not then.
  func changes(
    since place: HistoryPlace, excluding authors: [String], groups: Bool, links: Bool
  ) throws(StoreError) -> ContactChanges? {
    if groups && place.members == nil { return nil }
    let cursor = try store.cursor(of: place.anchor)
    // The log is read last: it has whatever has changed the links and the members that were read.
    let now = try self.place(after: place, groups: groups, links: links)
    let log = try ContactLog(try store.makeCommittedReader(), since: cursor, excluding: authors)
    do throws(StoreError) {
      if try log.changesContainers() { return nil }
      let candidates = try log.candidates()
      // A few cards are parsed sooner than they are put into the index.
      if candidates.count > Self.page { index?.prepare() }
      var changes = try changes(of: candidates, groups: groups)
      if let members = now.members {
        let changed = authors.isEmpty ? nil : Set(candidates.map(\.item))
        changes += try memberChanges(from: place.members, to: members) { changed?.contains($0) ?? true }
      }
      return ContactChanges(changes: changes, start: place, end: now)
    } catch {
      if error.code == .tokenExpired { return nil }
      throw error
    }
  }

  /// New contacts, if the index says so; files that it does not know may be some. What is known to be neither a contact nor a group is left out.
  private func candidates(
    _ page: inout [ItemAttributes], in folder: ItemID, _ selection: IndexSelection?
  ) -> [ContactCandidate] {
    defer { page.removeAll(keepingCapacity: true) }
    let cards = index?.cards(page.map(\.id), selection) ?? Array(repeating: nil, count: page.count)
    return zip(page, cards).compactMap { item, card in
      let kind = card.flatMap { $0.isCurrent(item) ? $0.kind : nil }
      return kind == .other ? nil : ContactCandidate(item: item.id, container: folder, isNew: true, kind: kind)
    }
  }

  /// Looks at the files: whether they are contacts or groups.
  private func changes(of candidates: [ContactCandidate], groups: Bool) throws(StoreError) -> [ContactChange] {
    var result: [ContactChange] = []
    result.reserveCapacity(candidates.count)
    for start in stride(from: 0, to: candidates.count, by: Self.page) {
      let part = candidates[start..<min(start + Self.page, candidates.count)]
      let kinds = part.contains { $0.kind == nil } ? try kinds(of: part) : part.map(\.kind)
      for (candidate, kind) in zip(part, kinds) {
        // What cannot be read counts as unchanged, so that the client keeps what it has of it.
        if let kind { append(candidate, kind, groups: groups, to: &result) }
      }
    }
    return result
  }

  private func append(
    _ candidate: ContactCandidate, _ kind: IndexedCard.Kind, groups: Bool, to result: inout [ContactChange]
  ) {
    let item = candidate.item
    if let container = candidate.container, kind != .other {
      switch (kind == .group, candidate.isNew) {
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

  /// What the files are; nil for one that cannot be read.
  private func kinds(of candidates: ArraySlice<ContactCandidate>) throws(StoreError) -> [IndexedCard.Kind?] {
    let records = try store.readCommitted { (reader) throws(StoreError) in
      var records: [ItemRecord?] = []
      for candidate in candidates {
        records.append(candidate.container == nil ? nil : try reader.record(candidate.item))
      }
      return records
    }
    let known = cards(of: records, selection([]).indexed)
    var kinds: [IndexedCard.Kind?] = []
    for (record, card) in zip(records, known) {
      guard let record else {
        kinds.append(.other)
        continue
      }
      if let card, card.isCurrent(record.attributes) {
        kinds.append(card.kind)
        continue
      }
      do throws(StoreError) {
        let card = try ContactFile(store: store, item: record.attributes, name: record.name).anyCard()
        kinds.append(card.map { $0.isGroup ? .group : .contact } ?? .other)
      } catch {
        guard ContactFile.isUnreadable(error) else { throw error }
        kinds.append(nil)
      }
    }
    return kinds
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
