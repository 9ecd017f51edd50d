import CLinux
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc
import LinuxSystem

/// Writes items into directories: contents, modes, times, links and attributes; owners when root does it.
///
/// A file that has the same size and time already is left as it is, so that a second run completes the first.
final class ItemExport {
  private let store: ItemStore
  private let provided: ProvidedItems
  private let options: ExportOptions
  private let tally: TransferTally
  private let report: BulkReport
  private let copier: ContentCopier
  /// How many temporary names were used.
  var temporaries = 0

  /// Whether to replace what differs.
  var replaces: Bool { options.replaces }

  init(store: ItemStore, _ provided: ProvidedItems, options: ExportOptions, tally: TransferTally, report: BulkReport) {
    self.store = store
    self.provided = provided
    self.options = options
    self.tally = tally
    self.report = report
    copier = .ofCommand(counting: tally)
  }

  func children(of folder: ItemID, _ reader: StoreReader, into directory: Int32, _ place: BulkPlace) throws {
    if let item = try reader.item(folder) { try provided.list(item, place.path.isEmpty ? "/" : place.path) }
    var key = ItemID.none
    while true {
      var page: [ItemRecord] = []
      try reader.forEachChild(of: folder, after: key) { child, name in
        page.append(ItemRecord(attributes: copy child, name: FileName(stored: name)))
        return page.count < 256
      }
      guard let last = page.last else { return }
      key = last.id
      for record in page { try item(record, reader, into: directory, place.child(record.name)) }
    }
  }

  /// Writes one item. A failure is listed, and the export continues.
  ///
  /// - Parameter directory: Negative in a rehearsal, where it does not exist.
  func item(_ record: ItemRecord, _ reader: StoreReader, into directory: Int32, _ place: BulkPlace) throws {
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
    if options.excluded.matches(place.inner, isFolder: record.kind == .folder) { return }
    tally.add { $0.seen += 1 }
    do {
      if record.kind == .folder { return try folder(record, reader, into: directory, place) }
      var status = stat()
      let isThere = fstatat(directory, record.name.cString, &status, AT_SYMLINK_NOFOLLOW) == 0
      if isThere, try isUnchanged(record, status, reader, in: directory) {
        tally.add { $0.passed += record.attributes.size }
        if !report.isRehearsal, !hasAttributes(of: record.attributes, status) {
          finish(record, in: directory, named: record.name.cString)
        }
        return
      }
      if report.isRehearsal {
        try rehearse(record, isThere ? status : nil, place.path)
      } else {
        try write(record, reader, into: directory, place.path)
      }
      tally.add { if isThere { $0.updated += 1 } else { $0.made += 1 } }
      try report.say(isThere ? .updated : .added, place.path)
    } catch let end as CommandEnd { throw end } catch let failure as OutputFailure { throw failure } catch {
      let failure = CommandFailure(place.path, error)
      tally.skip(place.path, failure.reason, remedy: failure.remedy)
    }
  }

  /// Throws what writing would throw.
  private func rehearse(_ record: ItemRecord, _ status: stat?, _ path: String) throws {
    tally.add { $0.bytes += record.attributes.size }
    guard let status else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard replaces && !isFolder else {
      errno = replaces ? EISDIR : EEXIST
      return try check(-1, path)
    }
  }

  private func write(_ record: ItemRecord, _ reader: StoreReader, into directory: Int32, _ path: String) throws {
    switch record.kind {
    case .folder: break
    case .file: try file(record, reader, into: directory, path)
    case .symlink:
      let target = (try reader.target(of: record.id) ?? []).map { CChar(bitPattern: $0) } + [0]
      try place(record.name, in: directory, path) { name in
        try check(symlinkat(target, directory, name), path)
        finish(record, in: directory, named: name)
      }
    case .fifo: try node(record, S_IFIFO, in: directory, path)
    case .socket: try node(record, S_IFSOCK, in: directory, path)
    case .blockDevice: try node(record, S_IFBLK, device: reader.device(of: record.id), in: directory, path)
    case .characterDevice: try node(record, S_IFCHR, device: reader.device(of: record.id), in: directory, path)
    }
  }

  private func folder(_ record: ItemRecord, _ reader: StoreReader, into directory: Int32, _ place: BulkPlace) throws {
    let isMade = try makeFolder(record, in: directory, place.path)
    if isMade {
      tally.add { $0.made += 1 }
      try report.say(.added, place.path)
    }
    if report.isRehearsal && isMade { return try children(of: record.id, reader, into: -1, place) }
    let opened = Descriptor(opening: record.name.cString, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: directory)
    let inner = opened.number
    try check(inner, place.path)
    try children(of: record.id, reader, into: inner, place)
    if report.isRehearsal { return }
    try setAttributes(record, reader, of: inner)
    // Last, since writing into it changes its time.
    finish(record, of: inner)
  }

  /// - Returns: Whether there was none.
  private func makeFolder(_ record: ItemRecord, in directory: Int32, _ path: String) throws -> Bool {
    if report.isRehearsal {
      var status = stat()
      return fstatat(directory, record.name.cString, &status, AT_SYMLINK_NOFOLLOW) != 0
    }
    if mkdirat(directory, record.name.cString, 0o700) == 0 { return true }
    if errno != EEXIST { try check(-1, path) }
    return false
  }

  private func file(_ record: ItemRecord, _ reader: StoreReader, into directory: Int32, _ path: String) throws {
    let source = try StoredContents.open(record.attributes, path, store, provided)
    try place(record.name, in: directory, path) { name in
      guard let target = Descriptor(opening: name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, in: directory) else {
        return try check(-1, path)
      }
      try fill(target.number, from: source.number)
      try setAttributes(record, reader, of: target.number)
      finish(record, of: target.number)
      // Some file systems report only now that there was no room.
      errno = target.close()
      try check(errno == 0 ? 0 : -1, path)
    }
  }

  /// - Parameter source: Negative for nothing.
  private func fill(_ target: Int32, from source: Int32) throws {
    guard source >= 0 else { return }
    var status = stat()
    fstat(source, &status)
    _ = try CommandEnd.unlessInterrupted { () throws(StoreError) in try copier.copy(source, status, into: target) }
  }

  private func node(
    _ record: ItemRecord, _ kind: mode_t, device: UInt64 = 0, in directory: Int32, _ path: String
  ) throws {
    try place(record.name, in: directory, path) { name in
      try check(mknodat(directory, name, kind | mode_t(record.attributes.mode), dev_t(device)), path)
      finish(record, in: directory, named: name)
    }
  }

  func check(_ code: Int32, _ path: String) throws {
    guard code < 0 else { return }
    let (number, reason) = (errno, System.reason())
    throw CommandFailure(
      path, "cannot be written: \(reason)", remedy: number == EEXIST ? "--force replaces it" : nil)
  }

  private func setAttributes(_ record: ItemRecord, _ reader: StoreReader, of target: Int32) throws {
    if record.attributes.flags.contains(.attributed) {
      for name in try reader.extendedAttributeNames(of: record.id) {
        guard let value = try reader.extendedAttribute(name, of: record.id) else { continue }
        _ = fsetxattr(target, name.spelledCString, value, value.count, 0)
      }
    }
    if record.attributes.flags.contains(.member), let tags = try reader.membership(of: record.id)?.tags {
      _ = fsetxattr(target, SourceAttributes.tagsName, tags, tags.count, 0)
    }
  }

  private func hasAttributes(of item: ItemAttributes, _ status: stat) -> Bool {
    let isOwned = geteuid() != 0 || (status.st_uid == item.owner && status.st_gid == item.group)
    return isOwned && (item.kind == .symlink || UInt16(status.st_mode & 0o7777) == item.mode)
  }

  /// Owner, then mode (changing the owner clears set-ID bits), then times.
  private func finish(_ record: ItemRecord, of target: Int32) {
    let item = record.attributes
    if geteuid() == 0 { fchown(target, item.owner, item.group) }
    fchmod(target, mode_t(item.mode))
    var times = [item.accessed.systemTime, item.modified.systemTime]
    futimens(target, &times)
  }

  private func finish(_ record: ItemRecord, in directory: Int32, named name: [CChar]) {
    let item = record.attributes
    if geteuid() == 0 { fchownat(directory, name, item.owner, item.group, AT_SYMLINK_NOFOLLOW) }
    if record.kind != .symlink { fchmodat(directory, name, mode_t(item.mode), 0) }
    var times = [item.accessed.systemTime, item.modified.systemTime]
    utimensat(directory, name, &times, AT_SYMLINK_NOFOLLOW)
  }
}
