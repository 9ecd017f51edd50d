package import FileProviderDomains
package import FileProviderProgram
package import FileProviderStore

/// One run of `export` into directories.
package struct ExportRun {
  package let store: ItemStore
  package let provided: ProvidedItems
  let options: ExportOptions
  package let report: BulkReport
  private let tally = TransferTally()

  package init(store: ItemStore, _ provided: ProvidedItems, options: ExportOptions, report: BulkReport) {
    self.store = store
    self.provided = provided
    self.options = options
    self.report = report
    DescriptorLimit.raise()
  }

  package func run(_ paths: [ItemPath], into directory: SystemPath) throws {
    if report.isRehearsal, !directory.exists { return try run(paths, descriptor: -1, name: nil) }
    let target = try OpenDirectory(directory, makes: true)
    try run(paths, descriptor: target.descriptor, name: nil)
  }

  /// - Parameter file: The path for the only item.
  package func run(_ paths: [ItemPath], to file: SystemPath) throws {
    let target = try OpenDirectory(file.directory, makes: false)
    try run(paths, descriptor: target.descriptor, name: file.name)
  }

  /// - Parameter descriptor: Of the directory; negative in a rehearsal, where it does not exist.
  private func run(_ paths: [ItemPath], descriptor: Int32, name: FileName?) throws {
    try report.flushing { try runAll(paths, descriptor: descriptor, name: name) }
  }

  private func runAll(_ paths: [ItemPath], descriptor: Int32, name: FileName?) throws {
    let progress = TransferProgress(tally: tally) { [store] in ItemCount.count(paths, in: store, for: $0) }
    // Lines that scroll show enough progress.
    if !report.isVerbose { progress.start() }
    let start = WritePace.now
    let export = ItemExport(store: store, provided, options: options, tally: tally, report: report)
    var failure: (any Error)?
    do {
      try PathByPath.run(paths) { try item(at: $0, export, into: descriptor, named: name) }
    } catch { failure = error }
    progress.stop()
    tally.summarize(
      report.isRehearsal ? "export (dry run)" : "export", seconds: Double(WritePace.now - start) / 1e9)
    if Interruption.hasCome {
      Console.say("export: interrupted; run it again to export the rest")
      throw CommandEnd(status: .interrupted)
    }
    if let failure { throw failure }
    if tally.current.skipped > 0 { throw CommandEnd(status: .failed) }
  }

  private func item(at path: ItemPath, _ export: ItemExport, into directory: Int32, named name: FileName?) throws {
    let reader = try store.makeCommittedReader()
    let item = try PathReader(reader).item(at: path)
    if options.leavesTopOut || path.isRoot {
      guard item.isFolder else {
        throw CommandFailure(path.given, "not a folder, which --contents requires", status: .usage)
      }
      return try export.children(
        of: item.id, reader, into: directory, BulkPlace(path: path.isRoot ? "" : path.path, inner: ""))
    }
    guard var record = try reader.record(item.id) else { return }
    let inner = "/" + record.name.spelling
    if let name { record.name = name }
    try export.item(record, reader, into: directory, BulkPlace(path: path.path, inner: inner))
  }
}

/// How to export.
package struct ExportOptions: Sendable {
  /// Whether only the contents of folders are exported, and not the folders themselves.
  var leavesTopOut: Bool
  /// Whether to replace what differs.
  var replaces: Bool
  /// What is left out, by its path from the exported item.
  var excluded: [PathPattern]

  package init(leavesTopOut: Bool, replaces: Bool, excluded: [PathPattern] = []) {
    self.leavesTopOut = leavesTopOut
    self.replaces = replaces
    self.excluded = excluded
  }
}

/// Counts the items of an export.
enum ItemCount {
  static func count(_ paths: [ItemPath], in store: ItemStore, for progress: TransferProgress) {
    guard let reader = try? store.makeCommittedReader() else { return }
    var folders: [ItemID] = []
    for path in paths {
      guard let item = try? reader.resolve(path.path) else { continue }
      progress.found(bytes: item.size)
      if item.isFolder { folders.append(item.id) }
    }
    while let folder = folders.popLast(), progress.isCounting {
      try? reader.forEachChild(of: folder, after: .none) { child, _ in
        progress.found(bytes: child.size)
        if child.isFolder { folders.append(child.id) }
        return progress.isCounting
      }
    }
  }
}
