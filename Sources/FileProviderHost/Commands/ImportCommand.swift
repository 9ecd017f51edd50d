import ArgumentParser
import FileProviderStore

/// `import PATH…`
struct ImportCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Bring files and folders of this machine into a domain.")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Option(
    name: .customLong("into"),
    help: ArgumentHelp("The folder to put them into; made if it is missing.", valueName: "folder")) var into: String?
  @Flag(name: .customLong("contents"), help: "What is in the folders, without the folders themselves.")
  var leavesTopOut = false
  @Flag(name: .customLong("delete"), help: "Delete what was imported and is no longer in the source.") var deletes =
    false
  @Flag(name: .customLong("force"), help: "Overwrite what was changed in the domain.") var forces = false
  @Argument(help: ArgumentHelp("Files and folders.", valueName: "source"), completion: .file()) var sources: [String]

  var watchesSignals: Bool { true }

  func run() throws {
    let selection = try DomainSelection(domain, paths: [into ?? "/"], changesItems: true)
    let sources = try self.sources.map { try ImportSource($0, leavesTopOut: leavesTopOut) }
    guard selection.path.names.first?.hasPrefix(".Trash-") != true else {
      throw CommandFailure(selection.path.given, "nothing can be imported into the trash", status: .usage)
    }
    let parent: ItemID
    do {
      parent = try selection.store.write(author: author.author) { (transaction) throws(StoreError) in
        try transaction.makeFolders(selection.path.names)
      }
    } catch { throw CommandFailure(selection.path.given, error) }
    let options = ImportOptions(author: author.author, deletes: deletes, forces: forces)
    let run = try ImportRun(store: selection.store, domain: selection.name, parent: parent, options: options)
    try run.run(sources)
  }
}
