/// What can be changed in a store, inside one transaction. Got from `ItemStore.change`.
///
/// Each change that changes something appends exactly one row to the log; writing what is the same already appends
/// none.
/// Attributes and contents are changed in extensions. Each other family of changes has an editor over a transaction, such as `TreeEditor`.
package final class Transaction {
  let settings: TransactionSettings
  /// Reads that see the changes made so far.
  package let reader: StoreReader
  /// The generation before this transaction.
  let base: Generation
  /// The generation of the last change made so far.
  package private(set) var generation: Generation
  /// The time of the transaction, for all its changes.
  package let time: Timestamp
  /// Whose changes these are, as a number in the log; see `making(as:_:)`.
  private(set) var author: Int64
  /// Whether the provider reported them, so that there is nothing to upload.
  private(set) var isRemote: Bool
  /// Whether what the provider allows with its items holds, and folders must be listed before they change. Not for what the provider says itself,
  /// nor for repairs.
  package var obeysProvider: Bool
  /// The user whose program changes something, where that is not the store's owner.
  package var writer: UInt32?
  /// Whether contents have no owner any more.
  private(set) var discardsContents = false
  /// Whether contents are to be put on the disk.
  var leavesMarks = false
  /// See `noteMoreGone`.
  var hasNotedGone = false
  /// Keep others from opening contents until the commit.
  var claims: ContentClaims?
  /// Whether documents were kept that were removed: those that are too many or too old go.
  var keepsRemoved = false
  /// The name of something that this moves to the folder `Rescued`.
  var rescued: FileName?
  /// The name of a folder that this moves back to where the provider has it.
  var movedBack: FileName?
  /// Documents that were changed here and at the provider, and the copies of what was changed here.
  var conflicts: [(document: ItemID, copy: ItemID)] = []
  /// The contents, as they are at this point.
  package let contents: ContentSizes
  let memory: TransactionMemory
  /// The generation of the last change that somebody else than the provider made.
  private(set) var lastOwnChange = Generation.zero

  init(
    _ settings: TransactionSettings, reader: StoreReader, memory: TransactionMemory, base: Generation, author: Int64,
    isRemote: Bool, obeysProvider: Bool
  ) {
    self.obeysProvider = obeysProvider
    self.settings = settings
    self.reader = reader
    contents = ContentSizes(of: settings.contents, reader: reader)
    self.memory = memory
    self.base = base
    self.author = author
    self.isRemote = isRemote
    generation = base
    time = .now
  }

  /// The item. Throws if it does not exist.
  package func item(_ id: ItemID) throws(StoreError) -> ItemAttributes {
    guard let item = try reader.item(id) else { throw StoreError(.noSuchItem, "no item \(id)") }
    return item
  }

  /// The item with its name. Throws if it does not exist.
  func record(_ id: ItemID) throws(StoreError) -> ItemRecord {
    guard let record = try reader.record(id) else { throw StoreError(.noSuchItem, "no item \(id)") }
    return record
  }

  /// The folder. Throws if there is none.
  package func folder(_ id: ItemID) throws(StoreError) -> ItemAttributes {
    if let known = memory.folder(id) { return known }
    let item = try item(id)
    guard item.isFolder else { throw StoreError(.notFolder, "item \(id) is not a folder") }
    memory.note(item)
    return item
  }

  /// Takes the next generation. Its row is written with `append`.
  func nextGeneration() -> Generation {
    generation = generation.next
    return generation
  }

  /// Appends a change to the log.
  ///
  /// - Parameters:
  ///   - at: The generation taken for it.
  ///   - item: The item as it is after the change; for a deletion as it was.
  ///   - membership: Bit 0: a member of the working set before; bit 1: after.
  func append(
    at generation: Generation, _ event: LogEvent, _ item: borrowing ItemAttributes, fields: ChangedFields = [],
    beforeParent: ItemID? = nil, beforeName: FileName? = nil, previous: Generation, membership: Int64
  ) throws(StoreError) {
    if !isRemote { lastOwnChange = generation }
    let row = try reader.statement(writer == nil ? .appendLogRow : .appendLogRowOfOther)
    row.bind(1, generation)
    row.bind(2, item.id)
    row.bind(3, event.rawValue)
    row.bind(4, Int64(item.kind.rawValue))
    row.bind(5, Int64(fields.rawValue))
    row.bind(6, item.parent)
    row.bind(7, beforeParent?.rawValue)
    row.bind(8, beforeName)
    row.bind(9, membership)
    row.bind(10, previous)
    row.bind(11, author)
    row.bind(12, settings.origin)
    row.bind(13, time.rawValue / 1000)
    if let writer { row.bind(14, Int64(writer)) }
    try row.run()
  }

  /// Sets a folder's times, and its number of subfolders. Both times always differ from before: the modification time
  /// is now, whatever it was set to, and the status-change time only goes up.
  func touch(folder id: ItemID, subfolders change: Int64 = 0) throws(StoreError) {
    guard var folder = try touchedFolder(id) else { return }
    folder.modified = folder.modified == time ? Timestamp(rawValue: time.rawValue + 1) : time
    folder.changed = max(time, Timestamp(rawValue: folder.changed.rawValue + 1))
    folder.subfolders += Int32(change)
    let update = try reader.statement(.touchFolder)
    update.bind(1, folder.modified.rawValue)
    update.bind(2, folder.changed.rawValue)
    update.bind(3, Int64(folder.subfolders))
    update.bind(4, folder.parent)
    update.bind(5, folder.id)
    try update.run()
    memory.note(folder)
  }

  /// A folder as it is now: from memory if one of the last changes was in it, since reading it again costs two
  /// searches.
  package func touchedFolder(_ id: ItemID) throws(StoreError) -> ItemAttributes? {
    if let known = memory.folder(id) { return known }
    return try reader.item(id)
  }

  /// Forgets an item whose row is written by other means.
  func forget(_ id: ItemID) { memory.forget(id) }

  /// Whether the domain has a provider, so that its tables may have rows.
  package func hasProvider() throws(StoreError) -> Bool {
    if let known = memory.hasProvider { return known }
    let hasProvider = try reader.setting("provider") != nil
    memory.hasProvider = hasProvider
    return hasProvider
  }

  /// Notes that contents have no owner any more; their file is removed when that is on the disk.
  package func discard(_ key: ContentKey) throws(StoreError) {
    let insert = try reader.statement(.discardContent)
    insert.bind(1, key.rawValue)
    try insert.run()
    discardsContents = true
  }

  /// Makes changes as another author within this transaction.
  func making<Result>(
    as name: String, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let before = (author, isRemote)
    author = try LogReader(reader).numberOfAuthor(name)
    isRemote = name == ChangeAuthor.remote
    defer { (author, isRemote) = before }
    return try body()
  }

  /// Sets a setting of the store.
  package func changeSetting(_ key: String, to value: String?) throws(StoreError) {
    let statement = try reader.statement(value == nil ? .deleteSetting : .setSetting)
    statement.bind(1, key)
    if let value { statement.bind(2, value) }
    try statement.run()
    memory.hasProvider = nil
  }

  /// Ends the transaction: keeps the log bounded. Called just before the commit.
  func finish() throws(StoreError) {
    guard generation != base, generation.rawValue / 1024 != base.rawValue / 1024 else { return }
    try settings.prune(self)
  }
}
