import CLinux
import FileProviderStore
import Glibc

/// Writes items into directories: contents, modes, times, links and attributes; owners when root does it.
final class ItemExport {
  private let store: ItemStore
  private let replaces: Bool
  private(set) var leftOut = 0

  init(store: ItemStore, replaces: Bool) {
    self.store = store
    self.replaces = replaces
  }

  func children(of folder: ItemID, _ reader: StoreReader, into directory: Int32, _ path: String) throws {
    var key = ItemID.none
    while true {
      var page: [ItemRecord] = []
      try reader.forEachChild(of: folder, after: key) { child, name in
        page.append(ItemRecord(attributes: copy child, name: FileName(stored: name)))
        return page.count < 256
      }
      guard let last = page.last else { return }
      key = last.id
      for record in page { try item(record, reader, into: directory, path + "/" + record.name.spelling) }
    }
  }

  /// Writes one item. What fails is listed, and the rest goes on.
  func item(_ record: ItemRecord, _ reader: StoreReader, into directory: Int32, _ path: String) throws {
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
    do {
      switch record.kind {
      case .folder: try folder(record, reader, into: directory, path)
      case .file: try file(record, reader, into: directory, path)
      case .symlink:
        let target = try reader.target(of: record.id) ?? []
        makeWay(for: record, in: directory)
        let bytes = target.map { CChar(bitPattern: $0) } + [0]
        try check(symlinkat(bytes, directory, record.name.cString), path)
        finish(record, in: directory)
      case .fifo: try node(record, S_IFIFO, in: directory, path)
      case .socket: try node(record, S_IFSOCK, in: directory, path)
      case .blockDevice: try node(record, S_IFBLK, device: reader.device(of: record.id), in: directory, path)
      case .characterDevice: try node(record, S_IFCHR, device: reader.device(of: record.id), in: directory, path)
      }
    } catch let end as CommandEnd { throw end } catch {
      leftOut += 1
      Console.fail(CommandFailure(path, error))
    }
  }

  /// Removes what is to be replaced, once it is known that there is something to put there.
  private func makeWay(for record: ItemRecord, in directory: Int32) {
    if replaces { unlinkat(directory, record.name.cString, 0) }
  }

  private func folder(_ record: ItemRecord, _ reader: StoreReader, into directory: Int32, _ path: String) throws {
    if mkdirat(directory, record.name.cString, 0o700) != 0 && errno != EEXIST { try check(-1, path) }
    let inner = openat(directory, record.name.cString, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    try check(inner, path)
    defer { close(inner) }
    try children(of: record.id, reader, into: inner, path)
    try setAttributes(record, reader, of: inner)
    // Last, since what is written into it changes its time.
    finish(record, of: inner)
  }

  private func file(_ record: ItemRecord, _ reader: StoreReader, into directory: Int32, _ path: String) throws {
    let source = try StoredContents.open(record.attributes, path, store)
    defer { if let source { close(source) } }
    makeWay(for: record, in: directory)
    let target = openat(directory, record.name.cString, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    try check(target, path)
    defer { close(target) }
    if let source {
      var status = stat()
      fstat(source, &status)
      try ContentCopier(contents: store.contents) { _ in !Interruption.hasCome }.copy(source, status, into: target)
    }
    try setAttributes(record, reader, of: target)
    finish(record, of: target)
  }

  private func node(
    _ record: ItemRecord, _ kind: mode_t, device: UInt64 = 0, in directory: Int32, _ path: String
  ) throws {
    makeWay(for: record, in: directory)
    try check(mknodat(directory, record.name.cString, kind | mode_t(record.attributes.mode), dev_t(device)), path)
    finish(record, in: directory)
  }

  private func check(_ code: Int32, _ path: String) throws {
    guard code < 0 else { return }
    throw CommandFailure(
      path, "it cannot be written: \(System.reason())", remedy: errno == EEXIST ? "--force replaces it" : nil)
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

  /// Owner, then mode (changing the owner clears set-ID bits), then times.
  private func finish(_ record: ItemRecord, of target: Int32) {
    let item = record.attributes
    if geteuid() == 0 { fchown(target, item.owner, item.group) }
    fchmod(target, mode_t(item.mode))
    var times = [item.accessed.systemTime, item.modified.systemTime]
    futimens(target, &times)
  }

  private func finish(_ record: ItemRecord, in directory: Int32) {
    let item = record.attributes
    if geteuid() == 0 { fchownat(directory, record.name.cString, item.owner, item.group, AT_SYMLINK_NOFOLLOW) }
    if record.kind != .symlink { fchmodat(directory, record.name.cString, mode_t(item.mode), 0) }
    var times = [item.accessed.systemTime, item.modified.systemTime]
    utimensat(directory, record.name.cString, &times, AT_SYMLINK_NOFOLLOW)
  }
}
