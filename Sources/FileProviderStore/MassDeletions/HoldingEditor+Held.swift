import FileProviderSQLite

extension MassDeletionEditor {
  /// Applies a remote deletion, unless it makes a mass deletion: then it is noted. One that is in a folder
  /// that is gone, too, shares what becomes of that.
  ///
  /// - Returns: Whether it is gone, or is to stay for now.
  package func removeGone(_ id: ItemID, limit: Int) throws(StoreError) -> Bool {
    if try ProvidedReader(reader).heldState(of: id) != .accepted {
      if let state = try ProvidedReader(reader).nearestHeldState(of: id) {
        let isFolder = try reader.item(id)?.isFolder == true
        let own = try ProvidedReader(reader).heldState(of: id)
        // The user decides on it already.
        if own == .held { return true }
        // What is in a folder of which that was not known is held with it from the next round on.
        if isFolder && state <= .held || own == .absent {
          try ReplicationEditor(transaction).noteGone(id)
          try decide(.reported, on: id)
        } else if own == nil {
          try ReplicationEditor(transaction).noteGone(id)
          try decide(max(state, .reported), on: id)
        }
        return true
      }
      let isMass = try MassDeletionReader(reader).massDeletion(with: id).isHeld
      try ReplicationEditor(transaction).noteGone(id)
      if isMass { return true }
      try accept(id)
    }
    switch try RescueEditor(transaction).removeProvided(id, limit: limit) {
    case .isDone: try transaction.deleteRows(of: id, .release)
    case .isBegun: return false
    case .waits: break
    }
    return true
  }

  /// Lets an item go with a folder that is to be removed: the provider was asked for it, and does not report it elsewhere.
  ///
  /// - Parameter parent: The folder in which the provider has it; `nil` where it does not say.
  /// - Returns: False for one that stays, also if it was only moved here into that folder: it is moved back.
  package func removeWithFolder(_ id: ItemID, in parent: String?) throws(StoreError) -> Bool {
    guard try ReplicationEditor(transaction).isAnythingHeld(), let item = try reader.item(id),
      try ProvidedReader(reader).nearestHeldState(of: item.parent) == .accepted
    else { return false }
    let synced = try ProvidedReader(reader).synced(id)?.parent
    if let parent {
      // The folder may be deleted here. The provider refuses that deletion, since there is something in it.
      let known = try ProvidedReader(reader).provided(identifier: parent)?.item
      let folder = try ProvidedReader(reader).folder(identifiedBy: parent)?.id ?? known
      guard let folder, folder == synced else { return false }
    }
    if let pending = try ProvidedReader(reader).pending(id),
      let home = try RescueReader(reader).home(of: id, in: item.parent, pending), try !isToBeRemoved(home)
    {
      return false
    }
    if let synced { try expectItems(inDeleted: synced) }
    try ReplicationEditor(transaction).noteGone(id)
    try decide(.accepted, on: id)
    return true
  }

  /// Notes that the provider still has items in a folder that was deleted from the trash here, or in one above it: if it refuses the deletion, the folder is
  /// restored, and not deleted with what is in it.
  private func expectItems(inDeleted folder: ItemID) throws(StoreError) {
    var (next, path): (ItemID?, Set<ItemID>) = (folder, [])
    while let id = next, !id.isFixed, try reader.item(id) == nil, path.insert(id).inserted {
      if var pending = try ProvidedReader(reader).pending(id), pending.options.contains(.isEmptied) {
        pending.options.remove(.isEmptied)
        try ReplicationEditor(transaction).write(pending)
      }
      next = try ProvidedReader(reader).synced(id)?.parent
    }
  }

  /// Whether a folder is to be removed, or one above it. One that was only moved here into such a folder is moved back.
  private func isToBeRemoved(_ folder: ItemID) throws(StoreError) -> Bool {
    var (next, path): (ItemID, Set<ItemID>) = (folder, [])
    while try ProvidedReader(reader).heldState(of: next) != .accepted {
      // Folders that were moved into each other here lead nowhere.
      if !path.insert(next).inserted { return try ProvidedReader(reader).nearestHeldState(of: folder) == .accepted }
      guard !next.isFixed, let item = try reader.item(next) else { return false }
      let pending = try ProvidedReader(reader).pending(next)
      let home = try pending.flatMap { (pending) throws(StoreError) in
        try RescueReader(reader).home(of: next, in: item.parent, pending)
      }
      next = home ?? item.parent
    }
    return true
  }

  /// Decides without the user that an item is removed.
  func accept(_ id: ItemID) throws(StoreError) {
    try countRemoval(of: id)
    try decide(.accepted, on: id)
  }

  /// Takes back that an item is gone, since the provider reports it, and that the folders are gone in which the provider has it. What is in them
  /// is listed again.
  ///
  /// - Parameter parent: The folder in which the provider has it.
  package func withdrawHeldDeletion(of id: ItemID, in parent: ItemID) throws(StoreError) {
    guard try ReplicationEditor(transaction).isAnythingHeld() else { return }
    try withdrawHeldDeletion(of: id)
    var next = parent
    while !next.isFixed, let folder = try reader.item(next) {
      try withdrawHeldDeletion(of: next)
      next = folder.parent
    }
  }

  private func withdrawHeldDeletion(of id: ItemID) throws(StoreError) {
    guard let state = try ProvidedReader(reader).heldState(of: id) else { return }
    try transaction.deleteRows(of: id, .release)
    try ReplicationEditor(transaction).expireListing(of: id)
    if state != .absent { try expireListings(below: id) }
    // What was to go with it need not be gone: it is asked for.
    let children = try reader.statement(Self.acceptedChildrenSQL)
    children.bind(1, id)
    for child in try reader.numbers(children) {
      try decide(.absent, on: child)
      try expireListings(below: child)
    }
  }

  /// Has the folders below one listed again: a provider that has reported it gone may report nothing more of what is in them. Those that are noted as gone
  /// themselves are listed when that is withdrawn.
  private func expireListings(below id: ItemID) throws(StoreError) {
    let below = try reader.statement(Self.foldersBelowSQL)
    below.bind(1, id)
    below.bind(2, Self.mostFolders)
    let folders = try reader.numbers(below)
    if folders.count >= Self.mostFolders { return try ReplicationEditor(transaction).expireAllListings() }
    for folder in folders { try ReplicationEditor(transaction).expireListing(of: folder) }
  }

  private static let mostFolders: Int64 = 4096

  private static let foldersBelowSQL = SQLText(
    """
    WITH RECURSIVE below(id) AS (
      SELECT id FROM items WHERE parent = ?1 AND kind = 2 AND NOT EXISTS (SELECT 1 FROM held WHERE item = items.id)
      UNION ALL SELECT i.id FROM below b CROSS JOIN items i ON i.parent = b.id
      WHERE i.kind = 2 AND NOT EXISTS (SELECT 1 FROM held WHERE item = i.id) LIMIT ?2)
    SELECT id FROM below
    """)

  private static let acceptedChildrenSQL = SQLText(
    "SELECT i.id FROM items i CROSS JOIN held h ON h.item = i.id WHERE i.parent = ? AND h.state = 2")

  /// Forgets that a listing lacks an item which is not here any more: the user has deleted it meanwhile.
  package func forgetAbsence(of id: ItemID) throws(StoreError) {
    guard try reader.item(id) == nil, try ProvidedReader(reader).heldState(of: id) == .absent else { return }
    try transaction.deleteRows(of: id, .release)
  }

  /// Notes that the provider has confirmed that an item is gone which a listing lacks.
  ///
  /// - Parameter row: What was known of it when the provider was asked.
  /// - Returns: False where something newer is known of it.
  package func confirmAbsence(of id: ItemID, as row: ProvidedRow) throws(StoreError) -> Bool {
    guard try ProvidedReader(reader).heldState(of: id) == .absent, try ProvidedReader(reader).provided(id) == row else {
      return false
    }
    try decide(.reported, on: id)
    return true
  }

  /// Decides on one deletion.
  package func decide(_ state: HeldState, on id: ItemID) throws(StoreError) {
    let row = try reader.statement(.setHeld)
    row.bind(1, state.rawValue)
    row.bind(2, id)
    try row.run()
  }

  /// Removes some of what is to be removed, but for what may be elsewhere at the provider: that is asked for.
  ///
  /// - Parameter key: Only what has a greater number is looked at.
  /// - Returns: The key for the next; `nil` where nothing is left.
  func removeAccepted(after key: ItemID, limit: Int) throws(StoreError) -> ItemID? {
    let ids = try ProvidedReader(reader).heldItems(.accepted, after: key, limit: limit)
    var key = key
    var touched: Set<ItemID> = []
    for id in ids {
      let item = try reader.item(id)
      if let item, try isToBeConfirmed(item.parent) ? true : askIfUnconfirmed(id) {
        key = id
        continue
      }
      if let item { touched.insert(item.parent) }
      let removal = try RescueEditor(transaction).removeProvided(id, limit: limit)
      if removal == .isBegun { break }
      if removal == .isDone { try transaction.deleteRows(of: id, .release) }
      key = id
      // A folder may have taken as long as all others together.
      if item?.isFolder == true { break }
    }
    for parent in touched { try RescueEditor(transaction).giveBackNames(in: parent) }
    return ids.isEmpty ? nil : key
  }

  /// Whether it is undecided again what becomes of a folder, or of one above it: what was to go with it stays until then.
  private func isToBeConfirmed(_ folder: ItemID) throws(StoreError) -> Bool {
    var next = folder
    while !next.isFixed, let item = try reader.item(next) {
      if try ProvidedReader(reader).heldState(of: next) ?? .accepted != .accepted { return true }
      next = item.parent
    }
    return false
  }

  /// Asks for an item that may be elsewhere than it is known to be. The answer says whether it went with the
  /// folder that it was moved into.
  private func askIfUnconfirmed(_ id: ItemID) throws(StoreError) -> Bool {
    guard try ReplicationReader(reader).isPlaceUnconfirmed(id) else { return false }
    try ReplicationEditor(transaction).askOnce(for: id)
    return true
  }

  /// Creates some items again at the provider, but for documents whose contents are not here, and for those that it may have elsewhere.
  ///
  /// - Parameter found: Where it may have them, as far as was looked for before.
  func restore(_ ids: some Sequence<ItemID>, unless found: MovedAway, _ pace: PushPace) throws(StoreError) {
    var some: [ItemID] = []
    for id in ids where try ProvidedReader(reader).heldState(of: id) == .restoring { some.append(id) }
    let successors = try MassDeletionReader(reader).successors(of: some, cameAfter: found.seen)
    var hasNewFolders = found.hasNewFolders
    if !hasNewFolders { hasNewFolders = try MassDeletionReader(reader).hasNewFolders(cameAfter: found.seen) }
    for id in some {
      guard let item = try reader.item(id) else {
        try transaction.deleteRows(of: id, .release)
        continue
      }
      if try askIfUnconfirmed(id) { continue }
      // What is in it is noted by the next round.
      if item.isFolder, try ProvidedReader(reader).hasUnnotedItems(id) { continue }
      let mayBeElsewhere = hasNewFolders || found.successors[id] != nil || successors[id] != nil
      if item.kind == .file, mayBeElsewhere || item.flags.contains(.dataless) { continue }
      try PendingEditor(transaction).createAgain(id, pace)
    }
  }
}
