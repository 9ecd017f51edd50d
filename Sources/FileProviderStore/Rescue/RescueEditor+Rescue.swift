import FileProviderSQLite

// Removing what a provider does not have any more. What is clean goes, as on Apple's systems; what exists nowhere else goes to the folder `Rescued`,
// along its former path, and is never pushed from there.
extension RescueEditor {
  static let rescuedFolder = "push.rescued"

  /// How far the removal of an item has come.
  package enum Removal {
    /// Everything is gone, or is where it belongs.
    case isDone
    /// There is more to remove.
    case isBegun
    /// The provider is asked for something in it first.
    case waits
  }

  /// Removes an item that the provider does not have any more, with everything below it, until `limit` items are gone.
  ///
  /// Of what is in a folder that is gone it follows that it is gone only if it was not moved out before, and the provider may not have reported that. So what
  /// was changed here is asked for before anything is removed.
  package func removeProvided(_ id: ItemID, limit: Int) throws(StoreError) -> Removal {
    guard let top = try reader.record(id) else {
      try ReplicationEditor(transaction).forgetProvided(id)
      return .isDone
    }
    guard !id.isFixed else { throw StoreError(fixed: id) }
    try takeOutRescued(from: id)
    if top.attributes.isFolder, try askFirst(for: changedItems(below: id), below: id) { return .waits }
    let mayBeLost = try mayBeLostInTrash(id)
    var left = limit
    var stack = [top]
    while let current = stack.last {
      guard left > 0 else { return .isBegun }
      // Going down does not count: however deep a folder is, each transaction removes something.
      if let child = try TreeEditor(transaction).anyChild(of: current.id) {
        if try returnHome(child, from: id) {
          left -= 1
        } else if child.attributes.isFolder {
          stack.append(child)
        } else if try removeOrRescue(child, mayBeLost, isImplied: true) {
          left -= 1
        } else {
          _ = try askFirst(for: [child.id], below: id)
          return .waits
        }
      } else if try removeOrRescue(current, mayBeLost, isImplied: current.id != id) {
        stack.removeLast()
        left -= 1
      } else {
        _ = try askFirst(for: [current.id], below: id)
        return .waits
      }
    }
    return .isDone
  }

  /// Whether the provider is asked for an item before it goes with a folder: it has a change that is not uploaded, and was not reported gone itself. For a
  /// document that a program is writing it cannot be asked: that is rescued.
  private func isAskedForFirst(_ id: ItemID, _ pending: PendingRow) throws(StoreError) -> Bool {
    guard !pending.dirty.isEmpty || pending.isStale || pending.state == .calling, pending.state != .local else {
      return false
    }
    guard try ProvidedReader(reader).heldState(of: id) ?? .absent == .absent else { return false }
    return try !ContentReader(reader).isWritten(id)
  }

  /// Moves items back that were only moved here into a folder that is gone, and asks for the others before they go with it; before that for the folders that
  /// they are in, which may have been moved out themselves.
  ///
  /// - Returns: Whether anything is asked for.
  private func askFirst(for ids: [ItemID], below top: ItemID) throws(StoreError) -> Bool {
    try returnHome(ids, from: top)
    var asks = false
    for id in ids where try ProvidedReader(reader).heldState(of: id) ?? .absent == .absent {
      var unknown: [ItemID] = []
      var folder = try reader.item(id)?.parent
      while let next = folder, next != top {
        let isImplied = try ProvidedReader(reader).heldState(of: next) ?? .absent == .absent
        if isImplied, try ProvidedReader(reader).provided(next) != nil { unknown.append(next) }
        folder = try reader.item(next)?.parent
      }
      // It has left the folder.
      if folder == nil { continue }
      if unknown.isEmpty, let pending = try ProvidedReader(reader).pending(id),
        try ProvidedReader(reader).provided(id) != nil, try isAskedForFirst(id, pending)
      {
        unknown = [id]
      }
      for next in unknown { try ReplicationEditor(transaction).askOnce(for: next) }
      if !unknown.isEmpty { asks = true }
    }
    return asks
  }

  /// The items below a folder that were changed here, or that programs write. In a large tree they are looked for among all that were changed, of which the
  /// first are enough: each that is met later is asked for by itself.
  private func changedItems(below top: ItemID) throws(StoreError) -> [ItemID] {
    let tree = try reader.statement(Self.belowSQL)
    tree.bind(1, top)
    tree.bind(2, Self.mostItems)
    var (count, changed): (Int64, [ItemID]) = (0, [])
    defer { tree.reset() }
    while try tree.step() {
      count += 1
      if tree.integer(1) != 0 { changed.append(ItemID(rawValue: tree.integer(0))) }
    }
    if count < Self.mostItems { return changed }
    let all = try reader.statement(Self.changedSQL)
    all.bind(1, Self.mostItems)
    changed = []
    for id in try reader.numbers(all) where id != top {
      if try reader.isItem(id, atOrBelow: top) { changed.append(id) }
    }
    return changed
  }

  private static let mostItems: Int64 = 1024

  private static let belowSQL = SQLText(
    """
    WITH RECURSIVE below(id) AS (
      SELECT id FROM items WHERE parent = ? UNION ALL SELECT i.id FROM below b CROSS JOIN items i ON i.parent = b.id LIMIT ?)
    SELECT b.id, EXISTS (SELECT 1 FROM pending WHERE item = b.id AND state <> 4) OR EXISTS (SELECT 1 FROM writers WHERE item = b.id)
    FROM below b
    """)
  private static let changedSQL = SQLText(
    "SELECT item FROM pending WHERE state <> 4 UNION ALL SELECT item FROM writers LIMIT ?")

  /// Moves the items back that the provider has elsewhere: they were moved here into a folder that it does not take.
  package func returnMoved(below top: ItemRecord) throws(StoreError) {
    let known = try reader.statement(Self.knownBelowSQL)
    known.bind(1, top.id)
    try returnHome(reader.numbers(known), from: top.id)
  }

  private func returnHome(_ ids: [ItemID], from gone: ItemID) throws(StoreError) {
    // One may be at home in another one that is moved back itself.
    var hasProgress = true
    while hasProgress {
      hasProgress = false
      for id in ids {
        if let item = try reader.record(id), try returnHome(item, from: gone) { hasProgress = true }
      }
    }
  }

  /// The items below a folder that the provider knows.
  private static let knownBelowSQL = SQLText(
    """
    WITH RECURSIVE below(id) AS (
      SELECT id FROM items WHERE parent = ? UNION ALL SELECT i.id FROM below b CROSS JOIN items i ON i.parent = b.id)
    SELECT s.item FROM below b CROSS JOIN synced s ON s.item = b.id
    """)

  /// Moves an item back that the provider still has elsewhere: it was moved here into a folder that is gone there.
  private func returnHome(_ record: ItemRecord, from gone: ItemID) throws(StoreError) -> Bool {
    guard let pending = try ProvidedReader(reader).pending(record.id),
      let home = try RescueReader(reader).home(of: record.id, in: record.parent, pending),
      try !reader.isItem(home, atOrBelow: gone)
    else { return false }
    try takeBack(record, to: home, pending)
    return true
  }

  /// Whether an item may be nowhere else because of what was uploaded from here: it was to go to the provider's trash, and whether it went there is not known.
  private func mayBeLostInTrash(_ id: ItemID) throws(StoreError) -> Bool {
    guard try reader.isItem(id, atOrBelow: .trash) else { return false }
    var current = id
    while let parent = try reader.item(current)?.parent, parent != .trash { current = parent }
    guard let row = try ProvidedReader(reader).pending(current), row.dirty.contains(.parent),
      try ProvidedReader(reader).synced(current)?.parent != .trash
    else { return false }
    return row.state == .parked || row.options.contains(.mayAlreadyExist)
  }

  /// - Parameters:
  ///   - mayBeLost: Whether it may be nowhere else, although nothing was changed in it.
  ///   - isImplied: Whether only a folder above is known to be gone.
  /// - Returns: False where the provider is to be asked for it first.
  private func removeOrRescue(_ record: ItemRecord, _ mayBeLost: Bool, isImplied: Bool) throws(StoreError) -> Bool {
    let known = try ProvidedReader(reader).provided(record.id)
    let isKnown = known != nil
    let pending = try ProvidedReader(reader).pending(record.id)
    // What a program is writing is not in the log yet.
    let isWritten = try ContentReader(reader).isWritten(record.id)
    if isImplied, isKnown, let pending, try isAskedForFirst(record.id, pending) { return false }
    let isOurs = mayBeLost || isWritten || pending?.dirty.contains(.contents) ?? !isKnown
    // It may have been reported elsewhere while it was in a call. And the answer to a creation may yet show that it is what was created.
    if let known, try pending?.isStale == true ? true : ReplicationReader(reader).mayBeBeingCreated(record) {
      try ReplicationEditor(transaction).markStale(for: known.identifier)
    }
    let isDisposable = try isKnown ? false : isDisposable(record)
    switch record.kind {
    case .folder:
      if !isKnown { _ = try rescuePlace(of: record.id) }
      try deleteRemotely(record)
    case .file where isKnown && (record.attributes.flags.contains(.dataless) || !isOurs): try deleteRemotely(record)
    case .symlink where isKnown && !isOurs: try deleteRemotely(record)
    case _ where isDisposable:
      try transaction.making(as: ChangeAuthor.replica) { () throws(StoreError) in
        try TreeEditor(transaction).delete(record.id)
      }
    default: try rescue(record)
    }
    return true
  }

  /// Whether it is a file that a program keeps for itself. Where such names are uploaded, it is the user's.
  private func isDisposable(_ record: ItemRecord) throws(StoreError) -> Bool {
    guard LocalNames.disposable.contains(record.name), try RescueReader(reader).isLocalByName(record) else {
      return false
    }
    return try !ProvidedReader(reader).isBeingCreated(record.id)
  }

  private func deleteRemotely(_ record: ItemRecord) throws(StoreError) {
    let hasLeftContents = try keepRemovedDocument(record)
    try transaction.making(as: ChangeAuthor.remote) { () throws(StoreError) in
      try hasLeftContents
        ? TreeEditor(transaction).deleteLeavingContents(record) : TreeEditor(transaction).delete(record.id)
    }
  }

  /// Moves an item to the folder `Rescued`. Nothing of it is known at the provider, and nothing is uploaded.
  package func rescue(_ record: ItemRecord) throws(StoreError) {
    transaction.rescued = record.name
    try transaction.making(as: ChangeAuthor.replica) { () throws(StoreError) in
      let folder = try rescuePlace(of: record.parent)
      try moveAway(record, to: folder)
    }
    try ReplicationEditor(transaction).forgetProvided(record.id)
    try ReplicationEditor(transaction).keepLocal(record.id)
  }

  /// Moves a document's contents alone to the folder `Rescued`: the document is to have the provider's.
  func rescueContents(of record: ItemRecord) throws(StoreError) {
    transaction.rescued = record.name
    try transaction.making(as: ChangeAuthor.replica) { () throws(StoreError) in
      let folder = try rescuePlace(of: record.parent)
      let id = try moveContents(
        of: record, to: folder, name: TreeEditor(transaction).freeName(in: folder, like: record.name))
      try ReplicationEditor(transaction).keepLocal(id)
    }
  }

  private func moveAway(_ record: ItemRecord, to folder: ItemID) throws(StoreError) {
    let name = try TreeEditor(transaction).freeName(in: folder, like: record.name)
    if record.parent == .trash {
      try TreeEditor(transaction).restore(record.id, to: folder, name: name)
    } else {
      try TreeEditor(transaction).move(record.id, to: folder, name: name, mode: .failing)
    }
    try noteName(of: record.id, in: record.parent, isOwn: true)
  }

  /// The folder in `Rescued` that stands for a folder: made along its path.
  func rescuePlace(of folder: ItemID) throws(StoreError) -> ItemID {
    var names: [FileName] = []
    var current = folder
    while !current.isFixed, names.count < 64, let record = try reader.record(current) {
      names.append(record.name)
      current = record.parent
    }
    var place = try rescuedFolder()
    for name in names.reversed() {
      if let there = try reader.child(of: place, named: name), there.isFolder {
        place = there.id
      } else {
        place = try makeLocalFolder(TreeEditor(transaction).freeName(in: place, like: name), in: place)
      }
    }
    return place
  }

  private func rescuedFolder() throws(StoreError) -> ItemID {
    if let id = try RescueReader(reader).rescuedFolder(), try reader.item(id)?.isFolder == true,
      try !reader.isItem(id, atOrBelow: .trash)
    {
      return id
    }
    let id = try makeLocalFolder(
      TreeEditor(transaction).freeName(in: .root, like: FileName(unchecked: "Rescued")), in: .root)
    try transaction.changeSetting(Self.rescuedFolder, to: String(id.rawValue))
    return id
  }

  /// Moves the folder of what was rescued to the root where somebody has moved it into a folder that goes: what is in that would be rescued into itself.
  private func takeOutRescued(from gone: ItemID) throws(StoreError) {
    guard let id = try RescueReader(reader).rescuedFolder(), id != gone, let record = try reader.record(id),
      try reader.isItem(id, atOrBelow: gone), try !reader.isItem(id, atOrBelow: .trash)
    else { return }
    try transaction.making(as: ChangeAuthor.replica) { () throws(StoreError) in
      let name = try TreeEditor(transaction).freeName(in: .root, like: record.name)
      try TreeEditor(transaction).move(id, to: .root, name: name, mode: .failing)
    }
  }

  private func makeLocalFolder(_ name: FileName, in parent: ItemID) throws(StoreError) -> ItemID {
    let root = try transaction.folder(.root)
    let id = try transaction.making(as: ChangeAuthor.replica) { () throws(StoreError) in
      try TreeEditor(transaction).create(
        NewItem(parent: parent, name: name, kind: .folder, mode: 0o755, owner: root.owner, group: root.group))
    }.id
    try ReplicationEditor(transaction).keepLocal(id)
    return id
  }
}

extension RescueReader {
  /// The folder, if it is here, in which the provider still has an item that was moved here into another one.
  func home(of id: ItemID, in parent: ItemID, _ pending: PendingRow) throws(StoreError) -> ItemID? {
    guard pending.dirty.contains(.parent), let home = try ProvidedReader(reader).synced(id)?.parent, home != parent,
      try reader.item(home)?.isFolder == true
    else { return nil }
    return home
  }

  /// The folder of what was rescued, wherever it is now.
  package func rescuedFolder() throws(StoreError) -> ItemID? {
    try reader.setting(RescueEditor.rescuedFolder).flatMap { Int64($0) }.map { ItemID(rawValue: $0) }
  }

  /// Whether an item is the folder of what was rescued, or in it.
  package func isRescued(_ id: ItemID) throws(StoreError) -> Bool {
    guard let folder = try rescuedFolder() else { return false }
    return try reader.isItem(id, atOrBelow: folder)
  }
}
