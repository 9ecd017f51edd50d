import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc
import LinuxSystem

extension ImportWalker {
  /// Prepares an item that is not a folder, unless the domain has it unchanged.
  ///
  /// - Returns: Whether there is anything to write.
  func prepare(
    _ entry: inout ImportEntry, _ path: UnsafePointer<CChar>, _ status: stat, _ level: ImportLevel
  ) throws -> Bool {
    if entry.kind == .symlink {
      guard let target = readTarget(path, level) else {
        tally.skip(entry.path, System.reason())
        return false
      }
      entry.target = target
    }
    if entry.kind == .file { readAttributes(path, level, &entry) }
    guard try differs(&entry), try mayReplace(&entry) else { return false }
    guard entry.kind == .file, entry.contentsDiffer, entry.size > 0 else { return true }
    return try copyContents(&entry, path, status, level)
  }

  private func readTarget(_ path: UnsafePointer<CChar>, _ level: ImportLevel) -> [UInt8]? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = buffer.baseAddress.map { readlinkat(level.descriptor, path, $0, buffer.count) } ?? -1
      return count < 0 ? nil : buffer[..<count].map { UInt8(bitPattern: $0) }
    }
  }

  /// Reads the extended attributes by path: opening a file costs more, and an unreadable one has them, too.
  private func readAttributes(_ path: UnsafePointer<CChar>, _ level: ImportLevel, _ entry: inout ImportEntry) {
    guard level.descriptor != AT_FDCWD else { return attributes.read(path: path, into: &entry) }
    let length = strlen(path)
    level.prefix.withUnsafeBufferPointer { prefix in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: prefix.count + length + 1) { buffer in
        guard let start = buffer.baseAddress, let from = prefix.baseAddress else { return }
        memcpy(start, from, prefix.count)
        memcpy(start + prefix.count, path, length + 1)
        attributes.read(path: start, into: &entry)
      }
    }
  }

  /// Whether the domain's item differs from the source. Notes whether the contents do.
  private func differs(_ entry: inout ImportEntry) throws -> Bool {
    guard let existing = entry.existing else { return true }
    guard existing.kind == entry.kind else { return true }
    switch entry.kind {
    case .file: entry.contentsDiffer = existing.size != entry.size || existing.modified != entry.modified
    case .symlink: entry.contentsDiffer = try reader.target(of: existing.id) != entry.target
    case .blockDevice, .characterDevice: entry.contentsDiffer = try reader.device(of: existing.id) != entry.device
    default: entry.contentsDiffer = false
    }
    return try entry.contentsDiffer || attributesDiffer(entry, existing)
  }

  private func attributesDiffer(_ entry: ImportEntry, _ existing: ItemAttributes) throws -> Bool {
    if existing.mode != entry.mode || existing.owner != entry.owner || existing.group != entry.group
      || existing.modified != entry.modified
    {
      return true
    }
    if let tags = entry.tags, try reader.membership(of: existing.id)?.tags != tags,
      try !changes.foreign(existing).contains(.tags)
    {
      return true
    }
    guard !entry.attributes.isEmpty || existing.flags.contains(.attributed) else { return false }
    guard try reader.extendedAttributeNames(of: existing.id).sorted() == entry.attributes.map(\.name).sorted() else {
      return true
    }
    for (name, value) in entry.attributes where try reader.extendedAttribute(name, of: existing.id) != value {
      return true
    }
    return false
  }

  /// Whether the domain's item may be overwritten. If not, it is listed.
  func mayReplace(_ entry: inout ImportEntry) throws -> Bool {
    guard let existing = entry.existing else { return true }
    if existing.isFolder && entry.kind == .folder {
      // A folder's own attributes stay as the domain has them; its contents are checked one by one.
      entry.contentsDiffer = try options.forces || changes.isUntouched(existing)
      return true
    }
    if existing.isFolder {
      if options.forces || options.deletes { return true }
      tally.skip(entry.path, "the domain has a folder with this name; --delete replaces it")
      return false
    }
    if try options.forces || changes.isUntouched(existing) { return true }
    tally.skip(entry.path, "changed in the domain; --force overwrites it")
    return false
  }

  // MARK: Contents

  /// Reads small contents, and copies others into a file of the store. A file that changes meanwhile is read again.
  private func copyContents(
    _ entry: inout ImportEntry, _ path: UnsafePointer<CChar>, _ status: stat, _ level: ImportLevel
  ) throws -> Bool {
    guard let source = openSource(path, level) else {
      tally.skip(entry.path, System.reason())
      return false
    }
    let descriptor = source.number
    if options.isRehearsal {
      tally.add { $0.bytes += entry.size }
      return true
    }
    for _ in 0..<3 {
      var before = stat()
      guard fstat(descriptor, &before) == 0, before.st_mode & S_IFMT == S_IFREG else { break }
      let copied: (contents: IncomingContents, size: Int64)?
      do {
        copied = try CommandEnd.unlessInterrupted { () throws(StoreError) in try copy(descriptor, before) }
      } catch let error as StoreError where error.code == .unreadable {
        tally.skip(entry.path, error.message)
        return false
      }
      var after = stat()
      fstat(descriptor, &after)
      if after.st_size == before.st_size && Timestamp(after.st_mtim) == Timestamp(before.st_mtim) {
        entry.contents = copied?.contents
        entry.size = copied?.size ?? 0
        entry.modified = Timestamp(before.st_mtim)
        return true
      }
      if let file = copied?.contents.file { contents.remove(file) }
    }
    tally.skip(entry.path, "kept changing while it was read")
    return false
  }

  /// - Returns: `nil` for an empty file.
  private func copy(
    _ source: Int32, _ status: stat
  ) throws(StoreError) -> (contents: IncomingContents, size: Int64)? {
    if (1...off_t(SmallContents.largest)).contains(status.st_size) {
      let bytes = try copier.bytes(of: source, atMost: SmallContents.largest + 1)
      if bytes.isEmpty { return nil }
      if bytes.count <= SmallContents.largest { return (.small(bytes), Int64(bytes.count)) }
    }
    return try contents.copy(source, status, by: copier).map { (.file($0.key), $0.size) }
  }

  private func openSource(_ path: UnsafePointer<CChar>, _ level: ImportLevel) -> Descriptor? {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    // Reading leaves no access time on the user's own files; on others' this flag is not allowed.
    if let file = Descriptor(opening: path, flags | 0o1000000, in: level.descriptor) { return file }
    return errno == EPERM ? Descriptor(opening: path, flags, in: level.descriptor) : nil
  }
}
