import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc

/// `trash list|put|restore|delete|empty`
struct TrashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "List, trash, restore and delete items in the trash.",
    subcommands: [
      TrashListCommand.self, TrashPutCommand.self, TrashRestoreCommand.self, TrashDeleteCommand.self,
      TrashEmptyCommand.self,
    ])
}

/// `trash list`
struct TrashListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the trash, newest first.")
  @OptionGroup var domain: DomainOptions
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false

  func run() throws {
    let selection = try DomainSelection(domain)
    let reader = try selection.store.makeCommittedReader()
    let items = try TrashFailure.naming(selection) { () throws(StoreError) in
      try TrashedItemReader(reader).trashedItems()
    }
    let writer = ByteWriter()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    for item in items {
      if isJSON {
        try item.write(reader, to: writer)
      } else {
        let line = "\(HumanText.time(item.entry.date))  \(item.record.name)  from /\(item.entry.originalPath)"
        try writer.append(isTerminal ? HumanText.printable(line, isTerminal: true) : Console.oneLine(line))
        try writer.append(UInt8(ascii: "\n"))
      }
    }
    try writer.flush()
  }
}

/// `trash put PATH…`
struct TrashPutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "put", abstract: "Move items to the trash.")
  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Argument(help: ArgumentHelp("The items to trash.", valueName: "path"), completion: Candidates.paths) var paths:
    [String]

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths, for: .changing)
    try AskingFirst(kind: .trash, selection: selection)
      .ask { (reader, count) throws(StoreError) in try OfferedItemReader(reader).offered(selection.paths.prefix(count))
      }
    let writer = ByteWriter(reportsWork: true)
    let reader = isJSON ? try selection.store.makeCommittedReader() : nil
    try PathByPath.run(selection.paths, to: writer) { path in
      let id = try selection.store.change(author: author.author) { (transaction) throws(StoreError) in
        let item = try PathReader(transaction.reader).existing(at: path)
        _ = try TreeEditor(transaction).trash(item.id, user: getuid())
        return item.id
      }
      if let reader, let record = try reader.record(id), let entry = try reader.trashEntry(of: id) {
        try TrashedItem(record: record, entry: entry).write(reader, to: writer)
      }
    }
  }
}

/// `trash restore NAME|PATH…|--all [--to PATH]`
struct TrashRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore items to their original folder, or to another.")
  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("A destination folder, or a new path for a single item.", valueName: "path"))
  var destination: String?
  @Flag(name: .customLong("all"), help: "Restore everything in the trash.") var isAll = false
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Argument(
    help: ArgumentHelp("Names in the trash, or original paths.", valueName: "name"),
    completion: Candidates.trashed) var names: [String] = []

  func validate() throws {
    guard isAll == names.isEmpty else {
      throw ValidationError("missing operand: trash restore requires names or --all")
    }
  }

  func run() throws {
    let destinations = destination.map { [$0] } ?? []
    let selection = try DomainSelection(
      domain, paths: names + destinations, for: .changing, optionalCount: destinations.count)
    let target = destination == nil ? nil : selection.paths.last
    let writer = ByteWriter(reportsWork: true)
    let reader = try selection.store.makeCommittedReader()
    let given = isAll ? try everything(selection, reader) : Array(selection.paths.prefix(names.count))
    let paths = Self.parentsFirst(given, reader)
    try PathByPath.run(paths, to: writer) { path in
      let restored = try selection.store.change(author: author.author) { (transaction) throws(StoreError) in
        try restore(path, to: target, transaction)
      }
      let (id, wanted) = (restored.id, restored.name)
      guard let record = try reader.record(id) else { return }
      if restored.isFolderNew {
        let folder = try reader.path(of: record.parent) ?? "/"
        Console.say("\(path.given): the missing folder “\(folder)” was created again")
      }
      if record.name != wanted {
        Console.say("\(path.given): “\(wanted)” already exists there; restored as “\(record.name)”")
      } else if restored.isMoved && Console.isTerminal {
        Console.say("\(path.given): restored to \(try reader.path(of: id) ?? record.name.spelling)")
      }
      guard isJSON else { return }
      try ItemJSON.write(record, reader, to: writer)
      try writer.append(UInt8(ascii: "\n"))
    }
  }

  private func everything(_ selection: DomainSelection, _ reader: StoreReader) throws -> [ItemPath] {
    let items = try TrashFailure.naming(selection) { () throws(StoreError) in
      try TrashedItemReader(reader).trashedItems()
    }
    return items.map { ItemPath(given: $0.record.name.spelling, fromRoot: $0.record.name.spelling) }
  }

  /// The order in which a folder is restored before what was in it. A word that names nothing in the trash is reported
  /// in its place.
  private static func parentsFirst(_ paths: [ItemPath], _ reader: StoreReader) -> [ItemPath] {
    let depths = paths.map { path in
      (try? TrashedItemReader(reader).trashedItem(path)).map { $0.entry.originalPath.pathNames.count } ?? 0
    }
    return paths.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { paths[$0] }
  }

  private struct Restored {
    var id: ItemID
    /// The name that it was to get.
    var name: FileName
    /// Whether it was restored to another place than its own.
    var isMoved = false
    /// Whether its folder had to be made again.
    var isFolderNew = false
  }

  private func restore(
    _ path: ItemPath, to target: ItemPath?, _ transaction: Transaction
  ) throws(StoreError) -> Restored {
    let item = try TrashedItemReader(transaction.reader).trashedItem(path)
    guard let target else {
      let (folder, isNew) = try TreeEditor(transaction).originalFolder(
        of: item.record.id, owner: getuid(), group: getgid())
      try TreeEditor(transaction).restore(item.record.id, to: folder)
      return Restored(id: item.record.id, name: item.entry.originalName, isFolderNew: isNew)
    }
    if let there = try transaction.reader.resolve(target.path), there.isFolder {
      try TreeEditor(transaction).restore(item.record.id, to: there.id)
      return Restored(id: item.record.id, name: item.entry.originalName, isMoved: true)
    }
    // One item may get a new name; several require a folder.
    let wanted = names.count == 1 && !target.endsWithSlash ? target.parent : target.path
    guard let parent = try transaction.reader.resolve(wanted) else {
      throw StoreError(.noSuchItem, "no such folder: “\(wanted)”; create it with mkdir -p, or name another")
    }
    guard wanted == target.parent, parent.isFolder else { throw StoreError(.notFolder, "“\(wanted)” is not a folder") }
    let name = try FileName(target.name)
    try name.check(in: parent.id)
    try TreeEditor(transaction).restore(item.record.id, to: parent.id, name: name)
    return Restored(id: item.record.id, name: name, isMoved: true)
  }
}

/// `trash delete NAME…`
struct TrashDeleteCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Permanently delete items in the trash.")
  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Argument(
    help: ArgumentHelp("Names in the trash, or original paths.", valueName: "name"),
    completion: Candidates.trashed) var names: [String]

  var watchesSignals: Bool { true }

  func run() throws {
    let selection = try DomainSelection(domain, paths: names, for: .changing)
    try AskingFirst(kind: .delete, selection: selection).ask { (reader, count) throws(StoreError) in
      var doomed: [UserAction.Part] = []
      for path in selection.paths.prefix(count) {
        guard let item = try? TrashedItemReader(reader).trashedItem(path) else { continue }
        doomed.append(UserAction.Part(source: try OfferedItemReader(reader).offered(item.record.id)))
      }
      return doomed
    }
    let removal = try TrashRemoval(store: selection.store, author: author.author, isJSON: isJSON)
    defer { removal.finish() }
    try PathByPath.run(selection.paths, to: removal.writer) { path in
      try removal.remove(
        try selection.store.readCommitted { (reader) throws(StoreError) in
          try TrashedItemReader(reader).trashedItem(path)
        })
    }
  }
}

/// `trash empty [--older-than AGE] [--force]`
struct TrashEmptyCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "empty", abstract: "Permanently delete everything in the trash.")
  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Option(
    name: .customLong("older-than"),
    help: ArgumentHelp("Only items trashed longer ago than this: 12h, 30d, 2w, 6mo, 1y.", valueName: "age"))
  var age: String?
  @Flag(
    name: [.customShort("f"), .customLong("force")],
    help: "Do not ask for confirmation; suppress the provider's alerts.")
  var isForced = false
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false

  var watchesSignals: Bool { true }

  func run() throws {
    let limit = try age.map { text in
      guard let age = Age(text) else {
        throw CommandFailure(
          "--older-than", "“\(text)” is not an age", remedy: "give one such as 12h or 30d", status: .usage)
      }
      return age.before(.now)
    }
    let selection = try DomainSelection(domain, for: .changing)
    let items = try TrashFailure.naming(selection) { () throws(StoreError) in
      try selection.store.readCommitted { (reader) throws(StoreError) in try TrashedItemReader(reader).trashedItems() }
    }
    let doomed = items.filter { item in limit.map { item.entry.date < $0 } ?? true }
    if !doomed.isEmpty && Confirmation.isPossible {
      try Confirmation.ask(
        "permanently delete \(HumanText.items(Int64(doomed.count))) in the trash of “\(selection.name)”?",
        what: "trash",
        isForced: isForced)
    }
    try AskingFirst(kind: .delete, selection: selection, isForced: isForced).ask { (reader, count) throws(StoreError) in
      var parts: [UserAction.Part] = []
      for item in doomed.prefix(count) {
        parts.append(UserAction.Part(source: try OfferedItemReader(reader).offered(item.record.id)))
      }
      return parts
    }
    let removal = try TrashRemoval(store: selection.store, author: author.author, isJSON: isJSON)
    defer { removal.finish() }
    try removal.writer.flushing {
      for item in doomed { try removal.remove(item) }
    }
  }
}

/// Permanently deletes trashed items, and prints them.
private struct TrashRemoval {
  let store: ItemStore
  let author: String
  let writer = ByteWriter(reportsWork: true)
  /// What is printed about the item at hand once it is removed.
  private let line = ByteWriter()
  /// Reads what is printed about each item; `nil` where nothing is.
  private let reader: StoreReader?

  init(store: ItemStore, author: String, isJSON: Bool) throws(StoreError) {
    (self.store, self.author) = (store, author)
    reader = isJSON ? try store.makeCommittedReader() : nil
  }

  /// Removes the contents. What cannot be removed now is removed by the next opening of the domain.
  func finish() { try? store.removeDiscarded() }

  func remove(_ item: TrashedItem) throws {
    // Its path is known only while it exists.
    line.count = 0
    if let reader { try item.write(reader, to: line) }
    try TreeRemoval.remove(item.record.attributes, from: store, author: author)
    try writer.append(line.bytes(since: 0))
  }
}

/// Puts the domain's name before an error of its trash as a whole.
private enum TrashFailure {
  static func naming<Result>(
    _ selection: DomainSelection, _ body: () throws(StoreError) -> Result
  ) throws -> Result {
    do throws(StoreError) { return try body() } catch { throw CommandFailure("domain “\(selection.name)”", error) }
  }
}
