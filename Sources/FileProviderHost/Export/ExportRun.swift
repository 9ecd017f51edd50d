import FileProviderStore

/// One run of `export` into directories.
struct ExportRun {
  let store: ItemStore
  let options: ExportOptions
  private let tally = TransferTally()

  init(store: ItemStore, options: ExportOptions) {
    self.store = store
    self.options = options
    DescriptorLimit.raise()
  }

  func run(_ paths: [ItemPath], into directory: SystemPath) throws {
    let target = try OpenDirectory(directory, makes: true)
    try run(paths, descriptor: target.descriptor, name: nil)
  }

  /// - Parameter file: Where the one item goes that there is.
  func run(_ paths: [ItemPath], to file: SystemPath) throws {
    let target = try OpenDirectory(file.directory, makes: false)
    try run(paths, descriptor: target.descriptor, name: file.name)
  }

  private func run(_ paths: [ItemPath], descriptor: Int32, name: FileName?) throws {
    let progress = TransferProgress(tally: tally) { [store] in ItemCount.count(paths, in: store, for: $0) }
    progress.start()
    let start = WritePace.now
    let export = ItemExport(store: store, replaces: options.replaces, tally: tally)
    var failure: (any Error)?
    do {
      try PathByPath.run(paths) { try item(at: $0, export, into: descriptor, named: name) }
    } catch { failure = error }
    progress.stop()
    tally.summarize("export", seconds: Double(WritePace.now - start) / 1e9)
    if Interruption.hasCome {
      Console.say("export: interrupted; run it again to write the rest")
      throw CommandEnd(status: .interrupted)
    }
    if let failure { throw failure }
    if tally.current.skipped > 0 { throw CommandEnd(status: .failed) }
  }

  private func item(at path: ItemPath, _ export: ItemExport, into directory: Int32, named name: FileName?) throws {
    let reader = try store.makeReader()
    let item = try reader.item(at: path)
    if options.leavesTopOut || path.isRoot {
      guard item.isFolder else { throw CommandFailure(path.given, "--contents wants a folder", status: .usage) }
      return try export.children(of: item.id, reader, into: directory, path.path)
    }
    guard var record = try reader.record(item.id) else { return }
    if let name { record.name = name }
    try export.item(record, reader, into: directory, path.path)
  }
}

/// How to export.
struct ExportOptions: Sendable {
  /// Whether only what is in the folders is wanted.
  var leavesTopOut: Bool
  /// Whether to replace what is there and another.
  var replaces: Bool
}

/// Counts the items of an export.
enum ItemCount {
  static func count(_ paths: [ItemPath], in store: ItemStore, for progress: TransferProgress) {
    guard let reader = try? store.makeReader() else { return }
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
