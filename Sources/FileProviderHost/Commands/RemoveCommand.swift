import ArgumentParser
import FileProviderCopying
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc

/// `rm [-r] [--trash] [--dry-run] [--exclude GLOB]… PATH…`
struct RemoveCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Delete items permanently, or move them to the trash.")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @OptionGroup var bulk: BulkOptions
  @Flag(
    name: [.customShort("r"), .customShort("R"), .customLong("recursive")], help: "Delete folders and their contents.")
  var isRecursive = false
  @Flag(
    name: [.customShort("f"), .customLong("force")],
    help: "Ignore missing items; suppress the provider's alerts.")
  var ignoresMissing = false
  @Flag(name: .customLong("trash"), help: "Move the items to the trash instead.") var usesTrash = false
  @Argument(help: ArgumentHelp("The items to delete.", valueName: "path"), completion: Candidates.paths) var paths:
    [String]

  var watchesSignals: Bool { true }

  func validate() throws {
    if usesTrash && !bulk.excluded.isEmpty {
      throw ValidationError("--exclude and --trash cannot be combined: a folder moves to the trash as a whole")
    }
  }

  func run() throws {
    let selection = try DomainSelection(
      domain, paths: paths, for: .changing, optionalCount: ignoresMissing ? paths.count : 0)
    // Contents that cannot be removed now are removed by the next opening of the domain.
    defer { if !bulk.isRehearsal { try? selection.store.removeDiscarded() } }
    let (excluded, report) = (try bulk.patterns(), bulk.report())
    if !bulk.isRehearsal {
      try AskingFirst(kind: usesTrash ? .trash : .delete, selection: selection, isForced: ignoresMissing)
        .ask { (reader, count) throws(StoreError) in
          try OfferedItemReader(reader).offered(selection.paths.prefix(count))
        }
    }
    try report.flushing { try remove(selection, excluded, report) }
  }

  private func remove(_ selection: DomainSelection, _ excluded: [PathPattern], _ report: BulkReport) throws {
    try PathByPath.run(selection.paths) { path in
      guard !path.isDots else {
        throw CommandFailure(path.given, "refusing to remove “.” or “..”", remedy: "name the folder", status: .usage)
      }
      let found = try selection.store.readCommitted { (reader) throws(StoreError) in try reader.resolve(path.path) }
      guard let item = found else {
        if ignoresMissing { return }
        throw CommandFailure(path.given, "no such item")
      }
      guard item.isFolder || !path.endsWithSlash else { throw CommandFailure(path.given, "not a folder") }
      guard !item.id.isFixed else { throw StoreError(fixed: item.id) }
      guard usesTrash || isRecursive || !item.isFolder else {
        throw CommandFailure(path.given, "is a folder", remedy: "use -r to delete it")
      }
      if usesTrash {
        try trash(item, path, selection.store, report)
      } else if report.isVerbose || !excluded.isEmpty {
        try ItemRemoval(store: selection.store, author: author.author, excluded: excluded, report: report)
          .remove(item.id, in: item.parent, BulkPlace(path: path.path, inner: path.path))
      } else {
        try delete(item, selection.store)
      }
    }
  }

  private func trash(_ item: ItemAttributes, _ path: ItemPath, _ store: ItemStore, _ report: BulkReport) throws {
    if !report.isRehearsal {
      try store.change(author: author.author) { (transaction) throws(StoreError) in
        _ = try TreeEditor(transaction).trash(item.id, user: getuid())
      }
    }
    try report.say(.trashed, path.path)
  }

  private func delete(_ item: ItemAttributes, _ store: ItemStore) throws {
    if item.isFolder { return try TreeRemoval.remove(item, from: store, author: author.author) }
    try store.change(author: author.author, mayUseReserve: true) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).delete(item.id, in: item.parent)
    }
  }
}

/// Deletes trees of any size, a short transaction at a time.
enum TreeRemoval {
  /// - Parameter item: The item where it was found: what is moved elsewhere meanwhile stays.
  static func remove(_ item: ItemAttributes, from store: ItemStore, author: String) throws {
    let (id, folder) = (item.id, item.parent)
    var pace = WritePace()
    var isDone = false
    while !isDone {
      if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
      let limit = pace.count
      let start = WritePace.now
      isDone = try store.change(author: author, mayUseReserve: true) { (transaction) throws(StoreError) in
        try TreeEditor(transaction).deleteTree(id, in: folder, limit: limit)
      }
      pace.note(count: limit, nanoseconds: WritePace.now - start)
    }
  }
}
