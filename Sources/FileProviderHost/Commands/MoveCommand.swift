import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc

/// `mv A B`: to another name, into another folder, or both.
struct MoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mv", abstract: "Rename an item, or move items into a folder.",
    usage: "\(HostProgram.current.name) mv [--domain DOMAIN] [--author AUTHOR] [-nv] SOURCE… DEST")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Flag(name: [.short, .long], help: "Never replace existing items.") var noClobber = false
  @Flag(
    name: [.short, .long],
    help: "Replace existing items, which is the default; suppress the provider's alerts.")
  var force = false
  @Flag(name: [.short, .long], help: "Print each moved item and its new path.") var verbose = false
  @Argument(
    help: ArgumentHelp("The items to move, then the destination.", valueName: "path"), completion: Candidates.paths)
  var paths: [String]

  func validate() throws {
    guard paths.count >= 2 else { throw ValidationError("missing operand: mv requires a source and a destination") }
  }

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths, for: .changing, optionalCount: 1)
    let destination = selection.paths[selection.paths.count - 1]
    let sources = Array(selection.paths.dropLast())
    try ask(selection, sources, destination)
    let writer = ByteWriter(reportsWork: true)
    let isTerminal = isatty(STDOUT_FILENO) == 1
    try PathByPath.run(sources, to: writer) { path in
      let place = try selection.store.change(author: author.author) { (transaction) throws(StoreError) in
        let item = try move(path, to: destination, isOne: sources.count == 1, transaction)
        return verbose ? try transaction.reader.path(of: item) : nil
      }
      guard let place else { return }
      try writer.append(HumanText.printable("\(path.path) -> \(place)", isTerminal: isTerminal) + "\n")
    }
  }

  /// Another folder is a move, whatever the name is there.
  private func ask(_ selection: DomainSelection, _ sources: [ItemPath], _ destination: ItemPath) throws {
    let isForced = force && !noClobber
    try AskingFirst(kind: .move, selection: selection, isForced: isForced).ask { (reader, count) throws(StoreError) in
      let isIntoFolder = try reader.resolve(destination.path)?.isFolder == true
      let folder = isIntoFolder ? destination.path : destination.parent
      return try OfferedItemReader(reader).offered(sources.prefix(count).filter { $0.parent != folder })
        .map { [folder = try OfferedItemReader(reader).offeredFolder(folder)] in
          UserAction.Part(source: $0.source, destination: folder)
        }
    }
    guard sources.count == 1, let source = sources.first, source.parent == destination.parent else { return }
    try AskingFirst(kind: .rename, selection: selection, isForced: isForced).ask { (reader, _) throws(StoreError) in
      guard try reader.resolve(destination.path)?.isFolder != true else { return [] }
      return try OfferedItemReader(reader).offered([source]).map {
        UserAction.Part(source: $0.source, destination: .object(NamedItem(filename: destination.name)))
      }
    }
  }

  private func move(
    _ path: ItemPath, to destination: ItemPath, isOne: Bool, _ transaction: Transaction
  ) throws(StoreError) -> ItemID {
    let reader = transaction.reader
    let item = try PathReader(reader).existing(at: path)
    guard !item.id.isFixed else { throw StoreError(fixed: item.id) }
    guard try !reader.isItem(item.id, atOrBelow: .trash) else {
      throw StoreError(.invalidMove, "the item is in the trash; “trash restore” restores it")
    }
    let target = try place(path, destination, isOne: isOne, reader)
    try target.name.check(in: target.parent)
    if let other = try reader.child(of: target.parent, named: target.name), other.id == item.id, isOne {
      return item.id
    }
    _ = try TreeEditor(transaction).move(
      item.id, to: target.parent, name: target.name, mode: noClobber ? .failing : .replacing)
    return item.id
  }

  /// The destination itself when it is not a folder, else the place in it.
  private func place(
    _ path: ItemPath, _ destination: ItemPath, isOne: Bool, _ reader: StoreReader
  ) throws(StoreError) -> (parent: ItemID, name: FileName) {
    let there = try reader.resolve(destination.path)
    if let there, there.isFolder {
      guard try !reader.isItem(there.id, atOrBelow: .trash) else {
        throw StoreError(.invalidMove, "the destination is in the trash; “rm --trash” moves items there")
      }
      return (there.id, try FileName(path.name))
    }
    guard isOne, !destination.endsWithSlash, !destination.isRoot else {
      throw StoreError(.notFolder, "“\(destination.given)” is not a folder")
    }
    guard let parent = try reader.resolve(destination.parent) else {
      throw StoreError(.noSuchItem, "no such folder: “\(destination.parent)”")
    }
    return (parent.id, try FileName(destination.name))
  }
}
