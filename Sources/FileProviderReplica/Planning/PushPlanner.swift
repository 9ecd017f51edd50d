import FileProviderStore

/// Decides what is to be done next for an item that is not uploaded yet.
///
/// Here an item is in its place; the provider gets there one call at a time, and each call must be possible there: the destination folder
/// exists, the name is free, a folder that is deleted is empty. So an item may have to wait for another one, and where several wait for each other's
/// names, one is moved aside.
struct PushPlanner<View: PushView> {
  enum Step: Hashable {
    /// There is nothing to send.
    case forget
    /// It stays on this machine.
    case keepLocal
    /// Another item has to be sent first.
    case wait(for: ItemID)
    /// Another item has to give up its name first.
    case waitForName(of: ItemID)
    /// It is not the moment: a program writes the document, or the folder above is being moved.
    case later
    /// What the provider knows as one item is another one now, which has its name: the first was renamed to be a backup.
    case transfer(from: ItemID, to: ItemID)
    case create
    /// Fields that are sent, and those that are not.
    case modify(ChangedFields, keeping: ChangedFields)
    case delete
    /// The other item gets a free name at the provider first.
    case moveAside(ItemID)
  }

  let view: View
  /// Whether documents that are open for writing wait to be closed.
  var waitsForWriters = true

  /// Longer chains of items that wait for each other are not followed.
  private static var longestChain: Int { 4096 }

  func step(for row: PendingRow) throws(StoreError) -> Step {
    let first = try ownStep(for: row)
    switch first {
    case .wait, .waitForName: return try untangled(row, first)
    default: return first
    }
  }

  /// Follows what an item waits for. If it waits for itself in the end, an item in the circle whose name another one wants gives it up.
  private func untangled(_ row: PendingRow, _ first: Step) throws(StoreError) -> Step {
    var inTheWay: ItemID?
    var step = first
    var chain: Set = [row.item]
    while chain.count < Self.longestChain, view.chains.mayFollow() {
      let next: ItemID
      switch step {
      case .wait(let other): next = other
      case .waitForName(let other):
        next = other
        if inTheWay == nil, try view.isKnown(other) { inTheWay = other }
      default: return end(of: chain, first)
      }
      if next == row.item {
        guard let inTheWay else { return first }
        if inTheWay != row.item {
          if try isUnconfirmed(inTheWay) { return first }
          // Of one that may be gone, the provider moves nothing aside; and it has refused to move one whose change is parked.
          if try view.mayBeGone(inTheWay) { return first }
          if let other = try view.pending(of: inTheWay) {
            if other.state == .parked { return first }
            // A name for the time being was taken as well: that is tried again after a pause.
            if other.state == .later, other.errorDomain != nil, other.due > PushPace.now { return first }
          }
        }
        return try view.isAnythingCreated(below: inTheWay) ? .later : .moveAside(inTheWay)
      }
      // A circle that this item only waits for is untangled when one of its own items is planned.
      guard chain.insert(next).inserted else { return first }
      guard !view.chains.leadsToEnd(next), let other = try view.pending(of: next), other.state != .calling else {
        return end(of: chain, first)
      }
      step = try ownStep(for: other)
    }
    return first
  }

  /// Notes that none of a chain waits for itself.
  private func end(of chain: Set<ItemID>, _ step: Step) -> Step {
    view.chains.noteEnd(of: chain)
    return step
  }

  /// Whether the provider is asked for an item before it is sent again: an unconfirmed call may have moved it.
  private func isUnconfirmed(_ id: ItemID) throws(StoreError) -> Bool {
    if view.itemsInCalls.contains(id) { return true }
    if try view.isStale(id) { return true }
    guard let row = try view.pending(of: id), row.state == .ready || row.state == .later else { return false }
    return row.isStale
  }

  private func ownStep(for row: PendingRow) throws(StoreError) -> Step {
    let isKnown = try view.isKnown(row.item)
    guard let record = try view.record(of: row.item) else { return isKnown ? try deletion(of: row) : .forget }
    guard record.kind.isPushable, try !view.isLocal(row.item) else { return .keepLocal }
    if let step = try stepForMovedFolder(of: record) { return step }
    guard isKnown, let synced = try view.synced(of: row.item) else {
      let isRestored = row.options.contains(.isRestored)
      if !isRestored, try view.isLocalByName(record), try !view.isBeingCreated(row.item) { return .keepLocal }
      return try creation(of: record, row)
    }
    return try modification(of: record, row, synced)
  }

  private func deletion(of row: PendingRow) throws(StoreError) -> Step {
    if let other = try view.pendingItem(in: row.item) { return .wait(for: other.item) }
    let folder = try view.synced(of: row.item)?.parent
    if let folder {
      for other in view.itemsInCalls + view.renumberedFolders where try view.isItem(folder, atOrBelow: other) {
        return .later
      }
    }
    if try isMovedAtProvider(row.item, isFolder: false) { return .later }
    return .delete
  }

  private func creation(of record: ItemRecord, _ row: PendingRow) throws(StoreError) -> Step {
    if let step = try stepForParent(of: record) { return step }
    if try isPlaceSent(record) { return .later }
    // The provider may have it at the place that was sent before, or another item soon.
    if row.options.contains(.mayAlreadyExist), let parent = row.oldParent, let name = row.oldName,
      try view.isAnythingSent(to: parent, name, except: record.id)
    {
      return .later
    }
    if let holder = try holder(of: record) {
      if record.kind == .file, let backup = try view.record(of: holder), backup.kind == .file,
        backup.parent == record.parent, backup.name != record.name, !backup.attributes.flags.contains(.dataless),
        try view.pending(of: holder)?.state != .calling, try view.isKnown(holder), try !view.mayBeGone(holder)
      {
        return .transfer(from: holder, to: record.id)
      }
      return .waitForName(of: holder)
    }
    return try isBusy(record) ? .later : .create
  }

  private func modification(
    of record: ItemRecord, _ row: PendingRow, _ synced: SyncedFields
  ) throws(StoreError) -> Step {
    var fields = try view.differences(record, synced, among: row.fields)
    var kept = row.fields.intersection(.owner)
    if fields.contains(.parent), let step = try stepForParent(of: record) {
      guard step == .keepLocal else { return step }
      // It was moved to where the provider has nothing: there it stays, for the provider.
      kept.formUnion(fields.intersection([.parent, .filename]))
      fields.subtract(kept)
    }
    // Of all other fields both sides have the same.
    if fields.isEmpty { return kept.isEmpty && row.kept.isEmpty ? .forget : .modify([], keeping: kept) }
    // One whose contents are only at the provider stays what it is.
    if fields.contains(.filename), !fields.contains(.parent), record.kind == .file,
      !record.attributes.flags.contains(.dataless),
      let successor = try view.child(of: record.parent, named: synced.name), successor.kind == .file,
      try !view.isKnown(successor.id), try view.pending(of: successor.id)?.state != .calling
    {
      return .transfer(from: record.id, to: successor.id)
    }
    if fields.contains(.parent), record.attributes.isFolder, let other = try folderInBetween(record) {
      return .wait(for: other)
    }
    if !fields.isDisjoint(with: [.parent, .filename]), try isPlaceSent(record) { return .later }
    if !fields.isDisjoint(with: [.parent, .filename]), let holder = try holder(of: record) {
      return .waitForName(of: holder)
    }
    if !fields.isDisjoint(with: [.parent, .filename]), record.attributes.isFolder,
      try view.isAnythingCreated(below: record.id)
    {
      return .later
    }
    if fields.contains(.contents), try isBusy(record) { return .later }
    return .modify(fields, keeping: kept)
  }

  private func isBusy(_ record: ItemRecord) throws(StoreError) -> Bool {
    guard record.kind == .file, waitsForWriters else { return false }
    return try view.isOpenForWriting(record.id)
  }

  /// Whether another item may just have got the wanted place at the provider: only the answer shows it.
  private func isPlaceSent(_ record: ItemRecord) throws(StoreError) -> Bool {
    // The provider decides on names in the trash.
    try record.parent == .trash ? false : view.isAnythingSent(to: record.parent, record.name, except: record.id)
  }

  /// The item that has the wanted place at the provider, and leaves it.
  private func holder(of record: ItemRecord) throws(StoreError) -> ItemID? {
    // The provider decides on names in the trash.
    guard record.parent != .trash else { return nil }
    guard let row = try view.pendingItem(at: record.parent, record.name, except: record.id), row.state != .local else {
      return nil
    }
    let isKnown = try view.isKnown(row.item)
    let isBeingCreated = try view.isBeingCreated(row.item)
    return isKnown || isBeingCreated ? row.item : nil
  }
}
