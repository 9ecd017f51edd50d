import Foundation
import FileProviderSQLite

/// What is known, in a database. Called with it locked.
extension KnownTree.State {
  private static let mostChanges = 100_000

  private static func remove(_ file: URL) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
  }

  /// Opens what is known. A damaged database is recreated; where none can be made, what is known is in memory.
  ///
  /// - Parameters:
  ///   - file: `nil` for one in memory.
  ///   - server: Identifies the server and the naming of its items.
  static func make(_ file: URL?, of server: String) -> Self {
    guard let file else { return inMemory(of: server) }
    do throws(SQLiteError) { return try Self(file, of: server) } catch {
      guard error.isOfDatabase else { return inMemory(of: server) }
      remove(file)
    }
    do throws(SQLiteError) { return try Self(file, of: server) } catch { return inMemory(of: server) }
  }

  private static func inMemory(of server: String) -> Self {
    do throws(SQLiteError) { return try Self(nil, of: server) } catch {
      fatalError("out of memory: \(error.message)")
    }
  }

  private init(_ file: URL?, of server: String) throws(SQLiteError) {
    (self.file, self.server) = (file, server)
    database = try KnownDatabase(file)
    try open()
  }

  private mutating func open() throws(SQLiteError) {
    let boot = (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)) ?? UUID().uuidString
    if try database.isCurrent(), try database.setting("server") == server,
      let known = try database.setting("signature"),
      let next = try database.setting("next").flatMap({ Int($0) })
    {
      (signature, self.next) = (known, next)
      undecided = try gone()
      try putInOrder()
      if try database.setting("boot") != boot { try goOn(in: boot) }
    } else {
      try begin(in: boot)
    }
  }

  private mutating func begin(in boot: String) throws(SQLiteError) {
    signature = UUID().uuidString
    let database = database
    let settings = [("server", server), ("signature", signature), ("next", "\(next)"), ("boot", boot)]
    try database.transaction { () throws(SQLiteError) in
      try database.make()
      for (key, value) in settings { try database.set(key, to: value) }
    }
  }

  /// Continues after a reboot. A loss of power may have taken the system's state, also of changes made through here, which are not reported again:
  /// so it lists everything once more, with other anchors.
  private mutating func goOn(in boot: String) throws(SQLiteError) {
    signature = UUID().uuidString
    try changing { (state) throws(SQLiteError) in
      try state.database.set("signature", to: state.signature)
      try state.database.set("boot", to: boot)
    }
  }

  /// Has the folders looked at when it is time by the clock of today, and at first those in which something was missed: it may be there again.
  private mutating func putInOrder() throws(SQLiteError) {
    let missed = Set(undecided.map(\.entry.path.parent))
    try changing { (state) throws(SQLiteError) in
      let database = state.database
      try database.statement("UPDATE folders SET next = min(next, ?1 + interval)").with(Date()).run()
      // Otherwise all would be asked for at once after a long time: so there are some ten requests a second.
      let overdue = try state.count("SELECT count(*) FROM folders WHERE next <= ?", Date())
      if overdue > 32 {
        try database.statement(
          "UPDATE folders SET next = ?1 + abs(random() % ?2) WHERE next <= ?1 AND key NOT IN (x'63', x'74')"
        ).with(Date(), Int64(overdue) * 100_000).run()
      }
      for var path in missed {
        while true {
          try database.statement("UPDATE folders SET next = 0, tag = NULL WHERE key = ?").with(path.key).run()
          if path.isTop { break }
          path = path.parent
        }
      }
    }
  }

  /// Goes on in memory, with nothing known.
  ///
  /// - Parameter error: The error of the database.
  mutating func anew<Value>(
    after error: SQLiteError, _ body: (inout Self) throws(SQLiteError) -> Value
  ) -> Value {
    // The next process begins with another one.
    if let file, error.isOfDatabase { Self.remove(file) }
    var new = Self.inMemory(of: server)
    (new.clock, new.looks, new.touched) = (clock, looks, touched)
    self = new
    do throws(SQLiteError) { return try body(&self) } catch { fatalError("out of memory: \(error.message)") }
  }

  mutating func changing<Value>(_ body: (inout Self) throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
    let (former, database) = (next, database)
    do throws(SQLiteError) {
      return try database.transaction { () throws(SQLiteError) in
        let value = try body(&self)
        if next != former {
          try database.set("next", to: "\(next)")
          try database.statement("DELETE FROM changes WHERE number < ?").with(next - Self.mostChanges).run()
        }
        return value
      }
    } catch {
      next = former
      throw error
    }
  }

  mutating func tick() -> UInt64 {
    clock += 1
    return clock
  }

  func count(_ sql: String, _ values: any KnownValue...) throws(SQLiteError) -> Int {
    let row = try database.statement(sql)
    row.bind(values)
    defer { row.reset() }
    return try row.step() ? Int(row.integer(0)) : 0
  }

  // MARK: Folders

  /// A folder with its number.
  struct Numbered {
    var id: Int64
    var path: RemotePath
    var folder: KnownFolder
  }

  func folder(_ path: RemotePath) throws(SQLiteError) -> Numbered? {
    let row = try database.statement(
      "SELECT id, interval, next, tag, token, refusals, entry FROM folders WHERE key = ?"
    ).with(path.key)
    defer { row.reset() }
    guard try row.step() else { return nil }
    var folder = KnownFolder(interval: Double(row.integer(1)) / 1_000_000)
    folder.nextLook = Date(known: row.integer(2))
    folder.tag = try row.tag(3)
    folder.token = row.textOrNil(4)
    folder.refusals = Int(row.integer(5))
    folder.entry = try row.entry(6, at: path)
    return Numbered(id: row.integer(0), path: path, folder: folder)
  }

  func isKnown(_ path: RemotePath) throws(SQLiteError) -> Bool {
    let row = try database.statement("SELECT 1 FROM folders WHERE key = ?").with(path.key)
    defer { row.reset() }
    return try row.step()
  }

  mutating func add(_ path: RemotePath, interval: Double) throws(SQLiteError) -> Numbered {
    let folder = KnownFolder(interval: interval)
    try database.statement("INSERT INTO folders(key, interval, next, refusals) VALUES (?, 0, 0, 0)")
      .with(path.key).run()
    folderCount = folderCount.map { $0 + 1 }
    if let known = tops {
      var tops = known.filter { $0.isTop || $0.parent != path }
      let isInOther = try path.isTop ? false : isKnown(path.parent)
      if !isInOther { tops.append(path) }
      self.tops = tops
    }
    guard var known = try self.folder(path) else { throw .damaged }
    known.folder = folder
    begun[known.id] = nil
    try keep(known)
    return known
  }

  func keep(_ known: Numbered) throws(SQLiteError) {
    let folder = known.folder
    let tag = folder.tag.map { ($0.isWeak ? "W/" : "") + $0.text }
    try database.statement(
      "UPDATE folders SET interval = ?, next = ?, tag = ?, token = ?, refusals = ?, entry = ? WHERE id = ?"
    ).with(
      Int64(folder.interval * 1_000_000), folder.nextLook, tag, folder.token, folder.refusals,
      folder.entry.map { EntryBytes.bytes($0) }, known.id
    ).run()
  }

  /// All folders' paths.
  func folders(_ condition: String = "", _ values: any KnownValue...) throws(SQLiteError) -> [RemotePath] {
    let row = try database.statement("SELECT key FROM folders " + condition)
    defer { row.reset() }
    row.bind(values)
    var paths: [RemotePath] = []
    while try row.step() { paths.append(RemotePath(key: row.bytes(0), isFolder: true)) }
    return paths
  }

  // MARK: Entries

  func entry(_ path: RemotePath) throws(SQLiteError) -> RemoteEntry? {
    guard !path.isTop, let parent = try number(ofFolder: path.parent) else { return nil }
    return try entry(path, in: parent)
  }

  private func number(ofFolder path: RemotePath) throws(SQLiteError) -> Int64? {
    let row = try database.statement("SELECT id FROM folders WHERE key = ?").with(path.key)
    defer { row.reset() }
    return try row.step() ? row.integer(0) : nil
  }

  func entry(_ path: RemotePath, in folder: Int64) throws(SQLiteError) -> RemoteEntry? {
    let row = try database.statement("SELECT entry FROM entries WHERE folder = ? AND name = ? AND kind = ?")
      .with(folder, path.name, path.isFolder)
    defer { row.reset() }
    return try row.step() ? row.entry(0, at: path) : nil
  }

  func entries(in folder: Int64, _ path: RemotePath) throws(SQLiteError) -> [RemoteEntry] {
    let row = try database.statement("SELECT name, kind, entry FROM entries WHERE folder = ? ORDER BY name, kind")
      .with(folder)
    defer { row.reset() }
    var entries: [RemoteEntry] = []
    while try row.step() {
      let place = path.appending(Array(row.bytes(0)), isFolder: row.integer(1) != 0)
      if let entry = try row.entry(2, at: place) { entries.append(entry) }
    }
    return entries
  }

  /// - Returns: What was known before.
  @discardableResult
  func put(_ entry: RemoteEntry, in folder: Int64) throws(SQLiteError) -> RemoteEntry? {
    let former = try self.entry(entry.path, in: folder)
    guard former != entry else { return former }
    try database.statement("INSERT OR REPLACE INTO entries(folder, name, kind, entry) VALUES (?, ?, ?, ?)")
      .with(folder, entry.path.name, entry.path.isFolder, EntryBytes.bytes(entry)).run()
    return former
  }

  /// The same where the folder of the item is known.
  func put(_ entry: RemoteEntry) throws(SQLiteError) {
    if !entry.path.isTop, let parent = try number(ofFolder: entry.path.parent) { try put(entry, in: parent) }
  }

  func children(of path: RemotePath) throws(SQLiteError) -> [KnownItem]? {
    guard let folder = try number(ofFolder: path) else { return nil }
    let parent = try identifier(of: path)
    var items: [KnownItem] = []
    for entry in try entries(in: folder, path) { items.append(try item(entry, in: parent)) }
    return items
  }

  func remove(_ path: RemotePath, from folder: Int64) throws(SQLiteError) {
    try database.statement("DELETE FROM entries WHERE folder = ? AND name = ? AND kind = ?")
      .with(folder, path.name, path.isFolder).run()
  }

  func remove(_ path: RemotePath) throws(SQLiteError) {
    if !path.isTop, let parent = try number(ofFolder: path.parent) { try remove(path, from: parent) }
  }

  // MARK: Numbers

  func number(of path: RemotePath) throws(SQLiteError) -> String? {
    let row = try database.statement("SELECT number FROM places WHERE key = ? AND kind = ? AND isLeft = 0")
      .with(path.key, path.isFolder)
    defer { row.reset() }
    return try row.step() ? row.text(0) : nil
  }

  func place(of number: String) throws(SQLiteError) -> RemotePath? {
    let row = try database.statement("SELECT key, kind FROM places WHERE number = ?").with(number)
    defer { row.reset() }
    return try row.step() ? RemotePath(key: row.bytes(0), isFolder: row.integer(1) != 0) : nil
  }

  func note(_ entry: RemoteEntry) throws(SQLiteError) {
    guard let number = entry.cloud?.number, try place(of: number) != entry.path else { return }
    // What had the place is elsewhere, or gone. It is known by its number until that is clear, or it is not the last that left the place.
    try database.statement("DELETE FROM places WHERE key = ? AND kind = ? AND isLeft = 1")
      .with(entry.path.key, entry.path.isFolder).run()
    try database.statement("UPDATE places SET isLeft = 1 WHERE key = ? AND kind = ?")
      .with(entry.path.key, entry.path.isFolder).run()
    try database.statement("INSERT OR REPLACE INTO places(number, key, kind) VALUES (?, ?, ?)")
      .with(number, entry.path.key, entry.path.isFolder).run()
  }

  func identifier(of path: RemotePath) throws(SQLiteError) -> String {
    if let fixed = path.fixedIdentifier { return fixed }
    return try number(of: path) ?? path.identifier
  }

  func item(_ entry: RemoteEntry) throws(SQLiteError) -> KnownItem {
    try item(entry, in: identifier(of: entry.path.parent))
  }

  func item(_ entry: RemoteEntry, in parent: String) throws(SQLiteError) -> KnownItem {
    var identifier = entry.path.isTop ? nil : entry.cloud?.number
    if identifier == nil { identifier = try self.identifier(of: entry.path) }
    return KnownItem(entry: entry, identifier: identifier ?? entry.path.identifier, parent: parent)
  }

  // MARK: Changes

  mutating func append(_ change: KnownTree.Change) throws(SQLiteError) {
    let entry = change.item?.entry
    try database.statement(
      "INSERT INTO changes(number, identifier, key, kind, parent, entry) VALUES (?, ?, ?, ?, ?, ?)"
    ).with(
      next, change.identifier, entry?.path.key, entry?.path.isFolder, change.item?.parent,
      entry.map { EntryBytes.bytes($0) }
    ).run()
    next += 1
  }

  /// Reports what was changed here where the log has something older of it that the system has not asked for yet.
  mutating func supersede(_ change: KnownTree.Change) throws(SQLiteError) {
    let row = try database.statement("SELECT 1 FROM changes WHERE number >= ? AND identifier = ? LIMIT 1")
      .with(asked, change.identifier)
    let isAny = try row.step()
    row.reset()
    if isAny { try append(change) }
  }

  /// Whether a number was given to the system, and no later change was forgotten.
  func isAnchor(_ number: Int) throws(SQLiteError) -> Bool {
    if number == next { return true }
    let row = try database.statement("SELECT 1 FROM changes WHERE number = ?").with(number)
    defer { row.reset() }
    return try row.step()
  }

  /// A folder's return is not reported in the batch with its end: so the system lists again what is below it.
  ///
  /// - Returns: With them the number of the first that is left out, if there is one.
  func changes(since anchor: Int, limit: Int) throws(SQLiteError) -> (changes: [KnownTree.Change], end: Int?) {
    let row = try database.statement(
      "SELECT number, identifier, key, kind, parent, entry FROM changes WHERE number >= ? ORDER BY number LIMIT ?"
    ).with(anchor, limit + 1)
    defer { row.reset() }
    var changes: [KnownTree.Change] = []
    var gone: Set<String> = []
    while try row.step() {
      let identifier = row.text(1)
      let item = try Self.item(row, identifier, from: 2)
      let isBack = item.map { $0.entry.path.isFolder && gone.contains(identifier) } ?? false
      if changes.count == limit || isBack { return (changes, Int(row.integer(0))) }
      if item == nil { gone.insert(identifier) }
      changes.append(KnownTree.Change(identifier: identifier, item: item))
    }
    return (changes, nil)
  }

  /// The item in a place, a kind, a folder's identifier and an entry's bytes.
  private static func item(
    _ row: KnownStatement, _ identifier: String, from column: Int32
  ) throws(SQLiteError) -> KnownItem? {
    guard !row.isNull(column + 3) else { return nil }
    let path = RemotePath(key: row.bytes(column), isFolder: row.integer(column + 1) != 0)
    let parent = row.text(column + 2)
    return try row.entry(column + 3, at: path).map { KnownItem(entry: $0, identifier: identifier, parent: parent) }
  }

  // MARK: Removed entries

  func keepGone(_ item: KnownItem) throws(SQLiteError) {
    try database.statement("INSERT OR REPLACE INTO gone(key, kind, identifier, parent, entry) VALUES (?, ?, ?, ?, ?)")
      .with(
        item.entry.path.key, item.entry.path.isFolder, item.identifier, item.parent, EntryBytes.bytes(item.entry)
      ).run()
  }

  func endGone(_ path: RemotePath) throws(SQLiteError) {
    try database.statement("DELETE FROM gone WHERE key = ? AND kind = ?").with(path.key, path.isFolder).run()
  }

  /// Changes that a previous process did not report.
  private func gone() throws(SQLiteError) -> [KnownItem] {
    let row = try database.statement("SELECT identifier, key, kind, parent, entry FROM gone")
    defer { row.reset() }
    var items: [KnownItem] = []
    while try row.step() { if let item = try Self.item(row, row.text(0), from: 1) { items.append(item) } }
    return items
  }
}

extension KnownStatement {
  /// - Throws: `damaged` for bytes that no entry has.
  fileprivate func entry(_ column: Int32, at path: RemotePath) throws(SQLiteError) -> RemoteEntry? {
    if isNull(column) { return nil }
    guard let entry = EntryBytes.entry(bytes(column), at: path) else { throw .damaged }
    return entry
  }

  fileprivate func tag(_ column: Int32) throws(SQLiteError) -> EntityTag? {
    guard let text = textOrNil(column) else { return nil }
    let isWeak = text.hasPrefix("W/")
    return EntityTag(text: String(isWeak ? text.dropFirst(2) : text[...]), isWeak: isWeak)
  }
}

extension SQLiteError {
  /// Whether the database is to be recreated: it is not the disk that fails, nor somebody else who has it.
  fileprivate var isOfDatabase: Bool {
    switch kind {
    case .damaged, .constraint, .other: true
    case .cannotOpen, .full, .busy, .readOnly, .interrupted: false
    }
  }
}
