import ArgumentParser
import FileProviderCopying
import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// `export PATH… DESTINATION`: the reverse of `import`.
struct ExportCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Copy items of a domain to a directory on this machine.",
    usage:
      "\(HostProgram.current.name) export [--domain DOMAIN] [--contents] [--force] [-nv] [--exclude GLOB] SOURCE… DEST",
    discussion: """
      A repeated export writes only what is missing. A file that exists with another size or time is skipped and listed, unless --force is given. \
      The destination of a single file may be a file, or - for standard output.
      """)

  @OptionGroup var domain: DomainOptions
  @OptionGroup var bulk: BulkOptions
  @Flag(name: .customLong("contents"), help: "Take the contents of the folders, not the folders themselves.")
  var leavesTopOut = false
  @Flag(
    name: [.customShort("f"), .customLong("force")],
    help: "Replace existing files; suppress the provider's alerts.")
  var forces = false
  @Argument(
    help: ArgumentHelp("The items to export, then the destination.", valueName: "path"), completion: Candidates.paths)
  var paths: [String]

  var watchesSignals: Bool { true }

  func validate() throws {
    guard paths.count >= 2 else { throw ValidationError("missing operand: export requires a source and a directory") }
    if paths.last == "-", bulk.isRehearsal || bulk.isVerbose {
      throw ValidationError("--dry-run and --verbose cannot be combined with output to standard output")
    }
  }

  func run() throws {
    let selection = try DomainSelection(domain, paths: Array(paths.dropLast()))
    if !bulk.isRehearsal {
      try AskingFirst(kind: .copyOut, selection: selection, isForced: forces)
        .ask { (reader, count) throws(StoreError) in
          try OfferedItemReader(reader).offered(selection.paths.prefix(count))
        }
    }
    let options = ExportOptions(leavesTopOut: leavesTopOut, replaces: forces, excluded: try bulk.patterns())
    let run = ExportRun(store: selection.store, selection.provided, options: options, report: bulk.report())
    switch try ExportDestination(paths[paths.count - 1], isOneFile: isOneFile(selection)) {
    case .directory(let path): try run.run(selection.paths, into: path)
    case .file(let path): try run.run(selection.paths, to: path)
    case .output: try StoredContents.print([selection.path], of: selection)
    }
  }

  private func isOneFile(_ selection: DomainSelection) throws -> Bool {
    guard selection.paths.count == 1, !leavesTopOut else { return false }
    let item = try selection.store.readCommitted { (reader) throws(StoreError) in
      try reader.resolve(selection.path.path)
    }
    // Standard output gets the error that there is no such item.
    return item.map { !$0.isFolder } ?? (paths.last == "-")
  }
}
