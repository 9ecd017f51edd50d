import ArgumentParser
import FileProviderDomains
import FileProviderStore
import Glibc

/// `mkdir [-p] PATH…`
struct MakeFolderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "mkdir", abstract: "Create folders.")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Flag(
    name: [.customShort("p"), .customLong("parents")],
    help: "Create missing parent folders; no error if a folder exists.")
  var makesParents = false
  @Argument(help: ArgumentHelp("The folders to create.", valueName: "path"), completion: Candidates.paths) var paths:
    [String]

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths, for: .filling)
    try AskingFirst(kind: .create, selection: selection).ask { (reader, count) throws(StoreError) in
      var parts: [UserAction.Part] = []
      for path in selection.paths.prefix(count) where try reader.resolve(path.path) == nil {
        parts.append(
          UserAction.Part(
            source: .object(NamedItem(filename: path.name)),
            destination: try OfferedItemReader(reader).offeredFolder(path.parent)))
      }
      return parts
    }
    try PathByPath.run(selection.paths) { path in
      try selection.store.change(author: author.author) { (transaction) throws(StoreError) in
        if makesParents {
          _ = try FolderMaker(transaction).makeFolders(path.names)
        } else {
          try make(path, transaction)
        }
      }
    }
  }

  private func make(_ path: ItemPath, _ transaction: Transaction) throws(StoreError) {
    guard !path.isRoot else { throw StoreError(.exists, "the root always exists") }
    guard let parent = try transaction.reader.resolve(path.parent) else {
      throw StoreError(.noSuchItem, "no such folder: “\(path.parent)”; create it first, or use -p")
    }
    guard parent.isFolder else { throw StoreError(.notFolder, "“\(path.parent)” is not a folder") }
    let name = try FileName(path.name)
    try name.check(in: parent.id)
    _ = try TreeEditor(transaction).create(.folder(in: parent.id, name: name))
  }
}

/// Makes folders by their names.
struct FolderMaker {
  let transaction: Transaction

  init(_ transaction: Transaction) { self.transaction = transaction }

  var reader: StoreReader { transaction.reader }

  /// The folder with this path, made with every missing folder above it.
  func makeFolders(_ names: some Sequence<String>) throws(StoreError) -> ItemID {
    var current = ItemID.root
    for name in names {
      let name = try FileName(name)
      if let child = try reader.child(of: current, named: name) {
        guard child.isFolder else { throw StoreError(.notFolder, "“\(name)” exists and is not a folder") }
        current = child.id
      } else {
        try name.check(in: current)
        current = try TreeEditor(transaction).create(.folder(in: current, name: name)).id
      }
    }
    return current
  }
}

extension NewItem {
  /// A folder of the calling user.
  static func folder(in parent: ItemID, name: FileName) -> NewItem {
    NewItem(
      parent: parent, name: name, kind: .folder, mode: UInt16(0o777 & ~UserMask.current), owner: geteuid(),
      group: getegid())
  }
}

/// The process's file mode creation mask, which can only be read by setting it.
enum UserMask {
  static let current: mode_t = {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }()
}
