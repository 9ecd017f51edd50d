import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc
import LinuxSystem

/// Walks the source and prepares everything that the writer then only has to write: attributes, and contents in files
/// of the store.
///
/// The files of a folder come first, in the order of their inodes, and its folders after them. So only the names of
/// folders that were not entered yet have to be remembered. Descriptors are held for the deepest levels only.
final class ImportWalker {
  let reader: StoreReader
  let options: ImportOptions
  let tally: TransferTally
  let changes: DomainChanges
  let contents: ContentFiles
  let copier: ContentCopier
  private let queue: StepQueue
  private let exclusions: ImportExclusions
  var attributes: SourceAttributes
  /// Files with several names that were seen.
  private var linked: Set<LinkedFile> = []
  private var levels: [ImportLevel] = []
  private var chunk: [ImportStep] = []

  /// How many levels keep their descriptor.
  private static let openLevels = 64

  init(store: ItemStore, options: ImportOptions, tally: TransferTally, queue: StepQueue, exclusions: ImportExclusions)
    throws
  {
    reader = try store.makeCommittedReader()
    self.options = options
    self.tally = tally
    self.queue = queue
    self.exclusions = exclusions
    changes = DomainChanges(reader: reader, ownOrigin: store.origin)
    attributes = SourceAttributes { tally.lose($0) }
    contents = store.contents
    copier = .ofCommand(counting: tally)
    chunk.reserveCapacity(StepQueue.chunkSize)
  }

  /// Walks one source into a folder of the domain.
  func walk(_ source: ImportSource, into parent: ItemID) throws {
    let existing = try reader.item(parent)
    if let name = source.name {
      let base = ImportLevel(workingDirectoryFor: existing)
      try take(source.bytes, named: name, shown: source.path, in: base, type: UInt8(DT_UNKNOWN))
    } else {
      try enterTop(source.bytes, shown: source.path, existing: existing)
    }
    try walkLevels()
    try push()
  }

  /// Walks the contents of a folder that the domain has already.
  private func enterTop(_ path: UnsafePointer<CChar>, shown: String, existing: ItemAttributes?) throws {
    guard let directory = Descriptor(opening: path, O_RDONLY | O_DIRECTORY) else {
      return tally.skip(shown, System.reason())
    }
    try push(level: ImportLevel(directory, path: shown, existing: existing, isTop: true))
  }

  private func walkLevels() throws {
    while let level = levels.last {
      guard let name = level.folders.popLast() else {
        try leave(level)
        continue
      }
      guard level.reopen(from: nil) else {
        tally.skip(level.path, "moved while it was read")
        continue
      }
      try name.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        try take(base, named: base, shown: level.path + "/" + String(spelling: base), in: level, type: UInt8(DT_DIR))
      }
    }
  }

  private func leave(_ level: ImportLevel) throws {
    if options.deletes, let existing = level.existing, level.isComplete { try findDeleted(level, existing.id) }
    levels.removeLast()
    if let above = levels.last, !above.reopen(from: level) {
      tally.skip(above.path, "moved while it was read")
      above.folders = NameList()
      above.isComplete = false
    }
    level.close()
    if !level.isTop { try emit(.leave) }
  }

  // MARK: One entry

  /// Handles one entry of a directory: files are prepared, folders entered.
  ///
  /// - Parameters:
  ///   - path: Relative to the level's descriptor.
  ///   - name: Its name in the domain.
  private func take(
    _ path: UnsafePointer<CChar>, named name: UnsafePointer<CChar>, shown: @autoclosure () -> String,
    in level: ImportLevel, type: UInt8
  ) throws {
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
    var status = stat()
    guard fstatat(level.descriptor, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno != ENOENT || levels.isEmpty { tally.skip(shown(), System.reason()) }
      return
    }
    if isExcluded(name, in: level, isFolder: status.st_mode & S_IFMT == S_IFDIR) { return }
    tally.add { $0.seen += 1 }
    noteLink(status)
    guard var entry = try entry(status, named: name, in: level, shown: shown()) else { return }
    if let existing = level.existing { entry.existing = try reader.child(of: existing.id, named: entry.name) }
    if entry.kind == .folder {
      try enter(entry, path, status, level)
    } else {
      if try prepare(&entry, path, status, level) { try emit(.item(entry)) }
      if entry.contents == nil { tally.add { $0.passed += entry.size } }
    }
  }

  private func isExcluded(_ name: UnsafePointer<CChar>, in level: ImportLevel, isFolder: Bool) -> Bool {
    guard !options.excluded.isEmpty else { return false }
    return options.excluded.matches(level.inner + "/" + String(spelling: name), isFolder: isFolder)
  }

  /// Notes a file's second name: it becomes a second file, and the hard link is lost.
  private func noteLink(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 else { return }
    if !linked.insert(LinkedFile(device: status.st_dev, inode: status.st_ino)).inserted { tally.lose(.hardLinks) }
  }

  private struct LinkedFile: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  /// Makes a step from the attributes; `nil`, and listed, for something that cannot be imported.
  private func entry(
    _ status: stat, named name: UnsafePointer<CChar>, in level: ImportLevel, shown: String
  ) throws -> ImportEntry? {
    let kind: ItemKind
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .symlink
    case S_IFIFO: kind = .fifo
    case S_IFSOCK: kind = .socket
    case S_IFBLK: kind = .blockDevice
    case S_IFCHR: kind = .characterDevice
    default:
      tally.skip(shown, "unknown file type")
      return nil
    }
    do {
      let name = try FileName(bytes: UnsafeRawBufferPointer(start: name, count: strlen(name)))
      if let folder = level.existing { try name.check(in: folder.id) }
      let owner = SourceOwner(status)
      return ImportEntry(
        name: name, kind: kind, mode: owner.mode, owner: owner.user, group: owner.group,
        size: kind == .file ? Int64(status.st_size) : 0, modified: Timestamp(status.st_mtim),
        accessed: Timestamp(status.st_atim), device: kind.isDevice ? UInt64(status.st_rdev) : 0, path: shown)
    } catch {
      tally.skip(shown, error.description)
      return nil
    }
  }

  private func enter(
    _ entry: ImportEntry, _ path: UnsafePointer<CChar>, _ status: stat, _ level: ImportLevel
  ) throws {
    var entry = entry
    if let reason = exclusions.reason(status) { return Console.fail(CommandFailure(entry.path, "skipped: \(reason)")) }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    guard let directory = Descriptor(opening: path, flags, in: level.descriptor) else {
      return tally.skip(entry.path, System.reason())
    }
    attributes.read(descriptor: directory.number, into: &entry)
    guard try mayReplace(&entry) else { return }
    try emit(.enter(entry))
    let existing = entry.existing?.isFolder == true ? entry.existing : nil
    try push(
      level: ImportLevel(
        directory, path: entry.path, inner: level.inner + "/" + entry.name.spelling, existing: existing))
  }

  /// Reads a directory: its files are handled now, its folders noted for later.
  private func push(level: ImportLevel) throws {
    levels.append(level)
    if levels.count > Self.openLevels { levels[levels.count - 1 - Self.openLevels].close() }
    guard var directory = level.makeReader() else {
      return tally.skip(level.path, System.reason())
    }
    do {
      var hasMore = true
      while hasMore {
        hasMore = try directory.next { name, type in
          if type == DT_DIR || (type == DT_UNKNOWN && level.isDirectory(name)) { return level.folders.append(name) }
          try take(name, named: name, shown: level.path + "/" + String(spelling: name), in: level, type: type)
        }
      }
    } catch let failure as CommandFailure {
      level.isComplete = false
      tally.skip(level.path, failure.reason)
    }
  }

  // MARK: Removed entries

  private func findDeleted(_ level: ImportLevel, _ folder: ItemID) throws {
    guard level.reopen(from: nil) else { return }
    var key = ItemID.none
    while true {
      var page: [(id: ItemID, name: FileName)] = []
      try reader.forEachChild(of: folder, after: key) { item, name in
        page.append((item.id, FileName(stored: name)))
        return page.count < 512
      }
      guard let last = page.last else { return }
      key = last.id
      for (id, name) in page {
        var status = stat()
        if fstatat(level.descriptor, name.cString, &status, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT {
          try emit(.remove(id, in: folder, BulkPlace(path: level.path, inner: level.inner).child(name)))
        }
      }
    }
  }

  // MARK: Handing over

  private func emit(_ step: ImportStep) throws {
    chunk.append(step)
    if chunk.count >= StepQueue.chunkSize { try push() }
  }

  private func push() throws {
    guard !chunk.isEmpty else { return }
    let isTaken = queue.push(chunk)
    if isTaken { chunk.removeAll(keepingCapacity: true) } else { throw CommandEnd(status: .failed) }
  }

  /// Steps that were prepared and not handed over.
  func takeRest() -> [ImportStep] {
    for level in levels { level.close() }
    defer { chunk = [] }
    return chunk
  }
}
