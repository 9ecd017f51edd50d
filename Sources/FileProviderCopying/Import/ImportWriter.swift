import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// Writes what the walker prepared, in transactions that hold the write lock for no more than about 10 ms each.
final class ImportWriter {
  private let store: ItemStore
  private let options: ImportOptions
  private let tally: TransferTally
  private let queue: StepQueue
  private let report: BulkReport
  private var levels: [Level]
  /// The depth below a folder that could not be made, whose contents are skipped.
  private var skippedDepth = 0
  private var pace = WritePace()
  /// Contents of the running transaction, which have no owner if it fails.
  private var uncommitted: [ContentKey] = []
  /// Contents whose item was not written after all.
  private var unwanted: [ContentKey] = []
  private var isAnnounced = false

  /// A folder of the domain that is being written.
  private struct Level {
    var id: ItemID
    /// The folder's own time, set when it is complete; `nil` when the folder is not part of the import.
    var entry: ImportEntry?
    /// Whether it existed before, so that its time follows its children.
    var isOld: Bool
    var isTouched = false
  }

  init(
    store: ItemStore, parent: ItemID, options: ImportOptions, tally: TransferTally, queue: StepQueue,
    report: BulkReport
  ) {
    self.store = store
    self.options = options
    self.tally = tally
    self.queue = queue
    self.report = report
    levels = [Level(id: parent, entry: nil, isOld: true)]
  }

  /// Writes until the walker is done.
  func run() throws {
    var steps: [ImportStep] = []
    var next = 0
    do {
      while true {
        if next == steps.count {
          guard let chunk = queue.pop() else { return }
          (steps, next) = (chunk, 0)
        }
        try write(steps, &next)
      }
    } catch {
      for key in uncommitted { store.contents.remove(key) }
      Self.discard(Array(steps[next...]) + queue.abandon(), from: store)
      throw error
    }
  }

  /// Removes contents that were prepared in vain.
  static func discard(_ steps: [ImportStep], from store: ItemStore) {
    for case .item(let entry) in steps { if let key = entry.contents?.file { store.contents.remove(key) } }
  }

  // MARK: Transactions

  /// Writes one transaction of steps, or removes one tree.
  private func write(_ steps: [ImportStep], _ next: inout Int) throws {
    if case .remove(let id, let folder, let place) = steps[next] {
      next += 1
      if skippedDepth == 0 { try remove(id, in: folder, place) }
      return
    }
    let first = next
    var end = next
    var start: Int64 = 0
    let limit = pace.count
    try store.change(author: options.author) { (transaction) throws(StoreError) in
      start = WritePace.now
      try announce(transaction)
      while end < steps.count, end - first < limit {
        if case .remove = steps[end] { break }
        if (end - first) & 15 == 15, WritePace.now - start > WritePace.goal { break }
        try perform(steps[end], transaction)
        end += 1
      }
    }
    next = end
    pace.note(count: end - first, nanoseconds: WritePace.now - start)
    isAnnounced = true
    uncommitted.removeAll(keepingCapacity: true)
    for key in unwanted { store.contents.remove(key) }
    unwanted.removeAll(keepingCapacity: true)
    try report.confirm()
  }

  /// Stores the origin by which a later import recognizes what this one wrote.
  private func announce(_ transaction: Transaction) throws(StoreError) {
    guard !isAnnounced else { return }
    try transaction.changeSetting(
      DomainChanges.key(store.origin), to: String(try transaction.reader.generation().rawValue))
  }

  private func perform(_ step: ImportStep, _ transaction: Transaction) throws(StoreError) {
    switch step {
    case .enter(let entry):
      if skippedDepth > 0 { skippedDepth += 1 } else { try enter(entry, transaction) }
    case .leave:
      if skippedDepth > 0 { skippedDepth -= 1 } else { try leave(transaction) }
    case .item(let entry):
      if let key = entry.contents?.file { uncommitted.append(key) }
      if skippedDepth > 0 { giveUp(on: entry, reason: nil) } else { try item(entry, transaction) }
    case .remove: break
    }
  }

  /// Lists an entry that could not be written. With no reason it is not listed, because its folder was.
  private func giveUp(on entry: ImportEntry, reason: String?) {
    if let key = entry.contents?.file { unwanted.append(key) }
    if let reason { tally.skip(entry.path, reason) }
  }

  // MARK: Folders

  private func enter(_ entry: ImportEntry, _ transaction: Transaction) throws(StoreError) {
    guard let old = try current(entry, transaction) else {
      skippedDepth = 1
      return
    }
    if let folder = old.item, folder.isFolder {
      if entry.contentsDiffer { try setAttributes(of: folder, entry, transaction, setsTimes: false) }
      levels.append(Level(id: folder.id, entry: entry, isOld: true))
      return
    }
    if let file = old.item { try TreeEditor(transaction).delete(file.id) }
    guard let folder = try create(entry, transaction) else {
      skippedDepth = 1
      return
    }
    levels.append(Level(id: folder.id, entry: entry, isOld: false))
  }

  /// Ends a complete folder: sets its time, which its children have changed.
  private func leave(_ transaction: Transaction) throws(StoreError) {
    guard levels.count > 1, let level = levels.popLast(), let entry = level.entry else { return }
    guard level.isTouched || level.isOld, let folder = try transaction.reader.item(level.id) else { return }
    // A folder that was changed here later than in the source keeps that time.
    guard level.isTouched || options.forces || entry.modified > folder.modified else { return }
    var changes = AttributeChanges()
    changes.modified = entry.modified
    try transaction.setAttributes(changes, of: level.id)
  }

  // MARK: Items

  private func item(_ entry: ImportEntry, _ transaction: Transaction) throws(StoreError) {
    guard let old = try current(entry, transaction) else { return }
    guard let existing = old.item else {
      _ = try create(entry, transaction)
      return
    }
    // A link's target, a device's number and an item's kind cannot be changed: the item is replaced.
    let isConstant = entry.kind == .symlink || entry.kind.isDevice
    let isReplaced = existing.kind != entry.kind || (isConstant && entry.contentsDiffer)
    if isReplaced {
      if existing.isFolder {
        guard try TreeEditor(transaction).deleteTree(existing.id, in: existing.parent, limit: 1000) else {
          return giveUp(on: entry, reason: "the domain has a large folder with this name; delete it with rm -r")
        }
      } else {
        try TreeEditor(transaction).delete(existing.id)
      }
      _ = try create(entry, transaction)
    } else {
      try update(existing, entry, transaction)
    }
  }

  /// The item that the domain has under the entry's name, as the walker saw it.
  ///
  /// - Returns: `nil`, and the entry is listed, when it has changed since.
  private func current(
    _ entry: ImportEntry, _ transaction: Transaction
  ) throws(StoreError) -> (item: ItemAttributes?, Void)? {
    guard let seen = entry.existing else { return (nil, ()) }
    let now = try transaction.reader.item(seen.id)
    if let now, now.parent == seen.parent, now.lastChange == seen.lastChange || now.isFolder { return (now, ()) }
    // One that is deleted comes again, unless its contents were not read because they were the same.
    if now == nil, entry.kind != .file || entry.size == 0 || entry.contents != nil { return (nil, ()) }
    giveUp(on: entry, reason: "being changed in the domain; run the import again")
    return nil
  }

  private func create(_ entry: ImportEntry, _ transaction: Transaction) throws(StoreError) -> ItemAttributes? {
    let place = levels.count - 1
    var new = NewItem(
      parent: levels[place].id, name: entry.name, kind: entry.kind, mode: entry.mode, owner: entry.owner,
      group: entry.group)
    new.size = entry.size
    new.content = try entry.contents.map { (contents) throws(StoreError) in try transaction.key(of: contents) }
    new.target = entry.target
    new.device = entry.device
    new.modified = entry.modified
    new.accessed = entry.accessed
    // The time of an existing folder shows that something is new in it; touching it once is enough.
    new.touchesParent = levels[place].isOld && !levels[place].isTouched
    do {
      let item = try TreeEditor(transaction).create(new)
      if new.touchesParent { levels[place].isTouched = true }
      tally.add { $0.made += 1 }
      report.note(.added, entry.path)
      for (name, value) in entry.attributes { try transaction.changeExtendedAttribute(name, to: value, of: item.id) }
      if let tags = entry.tags { try TreeEditor(transaction).changeMembership(of: item.id) { $0.tags = tags } }
      return item
    } catch  where error.code == .exists {
      if case .small = entry.contents, let content = new.content { try transaction.discard(content) }
      giveUp(on: entry, reason: "created in the domain meanwhile; run the import again")
      return nil
    }
  }

  private func update(
    _ item: ItemAttributes, _ entry: ImportEntry, _ transaction: Transaction
  ) throws(StoreError) {
    if entry.contentsDiffer && entry.kind == .file {
      let content = try entry.contents.map { (contents) throws(StoreError) in try transaction.key(of: contents) }
      try transaction.setContents(content, size: entry.size, modified: entry.modified, of: item.id)
    }
    try setAttributes(of: item, entry, transaction, setsTimes: true)
    tally.add { $0.updated += 1 }
    report.note(.updated, entry.path)
  }

  private func setAttributes(
    of item: ItemAttributes, _ entry: ImportEntry, _ transaction: Transaction, setsTimes: Bool
  ) throws(StoreError) {
    var changes = AttributeChanges()
    changes.mode = entry.mode
    changes.owner = entry.owner
    changes.group = entry.group
    if setsTimes { changes.modified = entry.modified }
    try transaction.setAttributes(changes, of: item.id)
    guard entry.hasAttributes else { return }
    let wanted = Set(entry.attributes.map(\.name))
    if item.flags.contains(.attributed) {
      for name in try transaction.reader.extendedAttributeNames(of: item.id) where !wanted.contains(name) {
        try transaction.removeExtendedAttribute(name, of: item.id)
      }
    }
    for (name, value) in entry.attributes { try transaction.changeExtendedAttribute(name, to: value, of: item.id) }
    if let tags = entry.tags, try mayTag(item, transaction) {
      try TreeEditor(transaction).changeMembership(of: item.id) { $0.tags = tags }
    }
  }

  /// Tags that were set in the domain stay.
  private func mayTag(_ item: ItemAttributes, _ transaction: Transaction) throws(StoreError) -> Bool {
    if options.forces { return true }
    return try !DomainChanges(reader: transaction.reader, ownOrigin: store.origin).foreign(item).contains(.tags)
  }

  // MARK: Deleting

  private func remove(_ id: ItemID, in folder: ItemID, _ place: BulkPlace) throws {
    let removal = ImportRemoval(store: store, options: options, tally: tally, report: report)
    if try removal.remove(id, in: folder, place) { levels[levels.count - 1].isTouched = true }
  }
}
