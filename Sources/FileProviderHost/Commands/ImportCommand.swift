import ArgumentParser
import FileProviderCopying
import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// `import PATH…`
struct ImportCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Copy files and folders of this machine into a domain.")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Option(
    name: .customLong("into"),
    help: ArgumentHelp("The destination folder; created if missing.", valueName: "folder")) var into: String?
  @OptionGroup var bulk: BulkOptions
  @Flag(name: .customLong("contents"), help: "Take the contents of the folders, not the folders themselves.")
  var leavesTopOut = false
  @Flag(name: .customLong("delete"), help: "Delete imported items that are no longer in the source.") var deletes =
    false
  @Flag(
    name: .customLong("force"),
    help: "Overwrite items changed in the domain; suppress the provider's alerts.")
  var forces = false
  @Argument(help: ArgumentHelp("Files and folders.", valueName: "source"), completion: .file()) var sources: [String]

  var watchesSignals: Bool { true }

  func run() throws {
    let temporary = TemporaryDirectory()
    defer { temporary.remove() }
    let selection = try DomainSelection(
      domain, paths: [into ?? "/"], for: bulk.isRehearsal ? .rehearsing(in: temporary) : .filling)
    let sources = try self.sources.map { try ImportSource($0, leavesTopOut: leavesTopOut) }
    guard selection.path.names.first?.hasPrefix(".Trash-") != true else {
      throw CommandFailure(selection.path.given, "cannot import into the trash", status: .usage)
    }
    if !bulk.isRehearsal {
      try AskingFirst(kind: .copyIn, selection: selection, isForced: forces).ask { (reader, count) throws(StoreError) in
        let folder = try OfferedItemReader(reader).offeredFolder(selection.path.path)
        return sources.prefix(count).map { _ in UserAction.Part(destination: folder) }
      }
    }
    let parent = try parent(selection)
    let options = ImportOptions(
      author: author.author, deletes: deletes, forces: forces, excluded: try bulk.patterns(),
      isRehearsal: bulk.isRehearsal)
    let run = try ImportRun(
      store: selection.store, domain: selection.name, parent: parent, options: options, report: bulk.report())
    try run.run(sources)
  }

  /// The folder to import into, made if it is missing; a rehearsal makes none.
  private func parent(_ selection: DomainSelection) throws -> ItemID {
    let path = selection.path
    do {
      guard !bulk.isRehearsal else {
        let item = try selection.store.readCommitted { (reader) throws(StoreError) in try reader.resolve(path.path) }
        guard item?.isFolder != false else { throw StoreError(.notFolder, "not a folder") }
        return item?.id ?? .none
      }
      return try selection.store.change(author: author.author) { (transaction) throws(StoreError) in
        try FolderMaker(transaction).makeFolders(path.names)
      }
    } catch { throw CommandFailure(path.given, error) }
  }
}
