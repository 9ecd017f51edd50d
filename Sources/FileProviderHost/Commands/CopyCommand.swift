import ArgumentParser
import FileProviderCopying
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc
import LinuxSystem

/// `cp [-r] A… B`: copies within a domain, sharing blocks where the disk can.
struct CopyCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "cp", abstract: "Copy items within a domain.",
    usage: "\(HostProgram.current.name) cp [--domain DOMAIN] [--author AUTHOR] [-raf] SOURCE… DEST")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Flag(
    name: [.customShort("r"), .customShort("R"), .customLong("recursive")], help: "Copy folders and their contents.")
  var isRecursive = false
  @Flag(
    name: [.customShort("a"), .customLong("archive")], help: "Preserve times, modes and, for root, owners; implies -r.")
  var isArchive = false
  @Flag(
    name: [.customShort("f"), .customLong("force")],
    help: "Replace existing files; suppress the provider's alerts.")
  var replaces = false
  @Argument(
    help: ArgumentHelp("The items to copy, then the destination.", valueName: "path"), completion: Candidates.paths)
  var paths: [String]

  var watchesSignals: Bool { true }

  func validate() throws {
    guard paths.count >= 2 else { throw ValidationError("missing operand: cp requires a source and a destination") }
  }

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths, for: .changing, optionalCount: 1)
    let destination = selection.paths[selection.paths.count - 1]
    let sources = Array(selection.paths.dropLast())
    try AskingFirst(kind: .copy, selection: selection, isForced: replaces).ask { (reader, count) throws(StoreError) in
      let folder = try OfferedItemReader(reader).offeredFolder(destination.path)
      return try OfferedItemReader(reader).offered(sources.prefix(count)).map {
        UserAction.Part(source: $0.source, destination: folder)
      }
    }
    let copy = ItemCopy(
      store: selection.store, selection.provided, author: author.author, keeps: isArchive, replaces: replaces)
    try PathByPath.run(sources) { path in
      let reader = try selection.store.makeCommittedReader()
      let item = try PathReader(reader).item(at: path)
      guard isRecursive || isArchive || !item.isFolder else {
        throw CommandFailure(path.given, "is a folder", remedy: "use -r to copy it")
      }
      let there = try reader.resolve(destination.path)
      if let there, there.isFolder {
        guard try !reader.isItem(there.id, atOrBelow: item.id) else {
          throw CommandFailure(path.given, "a folder cannot be copied into itself")
        }
        return try copy.copy(item.id, into: there.id, as: name(path, in: there.id))
      }
      guard there == nil || replaces else {
        throw CommandFailure(destination.given, "already exists")
      }
      guard sources.count == 1, !destination.endsWithSlash, let parent = try reader.resolve(destination.parent) else {
        throw CommandFailure(destination.given, "no such folder")
      }
      try copy.copy(item.id, into: parent.id, as: name(destination, in: parent.id))
    }
    do { try selection.store.synchronizeAll() } catch { throw CommandFailure("cp", error) }
  }

  private func name(_ path: ItemPath, in parent: ItemID) throws -> FileName {
    let name = try FileName(path.name)
    try name.check(in: parent)
    return name
  }
}

/// Copies items in a store, a short transaction each.
final class ItemCopy {
  private let store: ItemStore
  private let provided: ProvidedItems
  private let author: String
  private let copier: ContentCopier

  /// Whether times, modes and owners are preserved.
  private let keeps: Bool
  private let replaces: Bool

  init(store: ItemStore, _ provided: ProvidedItems, author: String, keeps: Bool = false, replaces: Bool = false) {
    self.store = store
    self.provided = provided
    self.author = author
    self.keeps = keeps
    self.replaces = replaces
    copier = .ofCommand()
  }

  func copy(_ id: ItemID, into parent: ItemID, as name: FileName) throws {
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
    let reader = try store.makeCommittedReader()
    guard let item = try reader.item(id) else { return }
    let copy = try make(item, reader, in: parent, name)
    guard item.isFolder else { return }
    try provided.list(item, name.spelling)
    var key = ItemID.none
    while true {
      var page: [(id: ItemID, name: FileName)] = []
      try reader.forEachChild(of: id, after: key) { child, name in
        page.append((child.id, FileName(stored: name)))
        return page.count < 512
      }
      guard let last = page.last else { return }
      key = last.id
      for (child, name) in page { try self.copy(child, into: copy, as: name) }
    }
  }

  private func make(
    _ item: ItemAttributes, _ reader: StoreReader, in parent: ItemID, _ name: FileName
  ) throws -> ItemID {
    var new = NewItem(
      parent: parent, name: name, kind: item.kind, mode: item.mode & 0o777, owner: geteuid(), group: getegid())
    if item.kind.isDevice { new.device = try reader.device(of: item.id) }
    if keeps {
      new.mode = item.mode
      (new.modified, new.accessed) = (item.modified, item.accessed)
      if geteuid() == 0 { (new.owner, new.group) = (item.owner, item.group) }
    }
    if item.kind == .symlink { new.target = try reader.target(of: item.id) }
    if item.kind == .file, let source = try StoredContents.open(item, name.spelling, store, provided) {
      var status = stat()
      fstat(source.number, &status)
      let copied = try CommandEnd.unlessInterrupted { () throws(StoreError) in
        try store.contents.copy(source.number, status, by: copier)
      }
      if let copied { (new.content, new.size) = (copied.key, copied.size) }
    }
    let attributes = try item.flags.contains(.attributed) ? self.attributes(of: item.id, reader) : []
    do {
      return try store.change(author: author) { (transaction) throws(StoreError) in
        let made = try place(new, transaction)
        for (name, value) in attributes { try transaction.changeExtendedAttribute(name, to: value, of: made) }
        return made
      }
    } catch {
      if let content = new.content { store.contents.remove(content) }
      throw error
    }
  }

  private func place(_ new: NewItem, _ transaction: Transaction) throws(StoreError) -> ItemID {
    if replaces, let old = try transaction.reader.child(of: new.parent, named: new.name) {
      if old.isFolder && new.kind == .folder { return old.id }
      try TreeEditor(transaction).delete(old.id)
    }
    return try TreeEditor(transaction).create(new).id
  }

  private func attributes(of id: ItemID, _ reader: StoreReader) throws -> [(String, [UInt8])] {
    try reader.extendedAttributeNames(of: id).compactMap { name in
      try reader.extendedAttribute(name, of: id).map { (name, $0) }
    }
  }
}
