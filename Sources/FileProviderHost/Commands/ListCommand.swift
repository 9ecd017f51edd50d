import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc
import LinuxSystem

/// `ls [-lahR1Ad] [--json] [PATH…]`
struct ListCommand: ParsableCommand {
  /// `-h` is for sizes, as in ls(1); help is `--help` alone.
  static let configuration = CommandConfiguration(
    commandName: "ls", abstract: "List folders.",
    discussion: """
      On a terminal, names have the colors of LS_COLORS; no folder is listed to find out whether a link's target exists. In a terminal that shows links, such as GNOME's, KDE's, kitty and foot, the name of an item in a \
      mounted domain is a link to it. With NO_COLOR set, there is neither.
      """, helpNames: .long)

  @OptionGroup var domain: DomainOptions
  @Flag(name: .customShort("l"), help: "Also print mode, owner, size, time and tags.") var isLong = false
  @Flag(
    name: [.customShort("a"), .customShort("A"), .customLong("all")], help: "Include names that begin with a dot.")
  var showsHidden = false
  @Flag(
    name: [.customShort("h"), .customLong("human-readable")], help: "Print sizes with units, such as 1.5 MiB (with -l)."
  )
  var isHuman = false
  @Flag(name: [.customShort("R"), .customLong("recursive")], help: "List subfolders recursively.")
  var isRecursive = false
  @Flag(name: [.customShort("d"), .customLong("directory")], help: "List the folders themselves, not their contents.")
  var listsFolders = false
  @Flag(name: .customShort("1"), help: "Print one name per line (always in effect).") var isOneALine = false
  @Flag(name: .customLong("json"), help: "Print one JSON object per line, including names that begin with a dot.")
  var isJSON = false
  @Argument(
    help: ArgumentHelp(
      "Folders or items. Default: the root, or the working directory inside a mount.", valueName: "path"),
    completion: Candidates.paths)
  var paths: [String] = []

  func run() throws {
    let given = paths.isEmpty ? ["."] : paths
    let selection = try DomainSelection(domain, paths: given)
    let writer = ByteWriter()
    let listing = Listing(writer: writer, isLong: isLong, isHuman: isHuman, isJSON: isJSON, style: NameStyle(selection))
    let hasTitles = selection.paths.count > 1 || isRecursive
    try PathByPath.run(selection.paths, to: writer) { path in
      let reader = try selection.store.makeCommittedReader()
      let item = try PathReader(reader).item(at: path)
      guard item.isFolder, !listsFolders else {
        guard let record = try reader.record(item.id) else { return }
        return try listing.add([record], named: path.given, of: reader)
      }
      var folders = [(id: item.id, title: path.given)]
      let provided = selection.provided
      while let folder = folders.popLast() {
        if hasTitles { try listing.title(folder.title) }
        if let item = try reader.item(folder.id) { try provided.list(item, folder.title) }
        let records = try list(folder.id, reader, listing)
        guard isRecursive else { continue }
        let base = folder.title.hasSuffix("/") ? folder.title : folder.title + "/"
        for record in records.reversed() where record.kind == .folder {
          folders.append((record.id, base + record.name.spelling))
        }
      }
    }
  }

  private func list(_ folder: ItemID, _ reader: StoreReader, _ listing: Listing) throws -> [ItemRecord] {
    var records: [ItemRecord] = []
    let hidden = !showsHidden && !isJSON
    try reader.forEachChild(of: folder, after: .none) { child, name in
      if hidden && name.first == UInt8(ascii: ".") { return true }
      records.append(ItemRecord(attributes: copy child, name: FileName(stored: name)))
      return true
    }
    records.sort { $0.name.spelling < $1.name.spelling }
    try listing.add(records, of: reader)
    return records
  }
}

/// Prints items, one a line.
final class Listing {
  private let writer: ByteWriter
  private let isLong: Bool
  private let isHuman: Bool
  private let isJSON: Bool
  private let style: NameStyle?
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private var isFirst = true

  init(writer: ByteWriter, isLong: Bool, isHuman: Bool, isJSON: Bool, style: NameStyle? = nil) {
    self.style = style
    self.writer = writer
    self.isLong = isLong
    self.isHuman = isHuman
    self.isJSON = isJSON
  }

  /// Prints the title of a folder, among several.
  func title(_ path: String) throws {
    guard !isJSON else { return }
    try writer.append((isFirst ? "" : "\n") + HumanText.printable(path, isTerminal: isTerminal) + ":\n")
    isFirst = false
  }

  /// - Parameter name: The path that names the item, if one was given.
  func add(_ records: [ItemRecord], named name: String? = nil, of reader: StoreReader) throws {
    let widths = isLong ? try Widths(records) { (record) in try size(record, reader) } : Widths()
    if !records.isEmpty { isFirst = false }
    for record in records {
      if isJSON {
        try ItemJSON.write(record, reader, to: writer)
      } else if isLong {
        try writer.append(try longLine(record, named: name, reader, widths))
      } else {
        try writer.append(shownName(record, named: name, reader))
      }
      try writer.append(UInt8(ascii: "\n"))
    }
  }

  private func shownName(_ record: ItemRecord, named name: String?, _ reader: StoreReader) throws -> String {
    let text = HumanText.printable(name ?? record.name.spelling, isTerminal: isTerminal)
    return try style?.text(text, record, reader) ?? text
  }

  private struct Widths {
    var owner = 1
    var size = 1

    init() {}
    init(_ records: [ItemRecord], size text: (ItemRecord) throws -> String) throws {
      for record in records {
        owner = max(owner, Accounts.user(record.attributes.owner).count)
        size = max(size, try text(record).count)
      }
    }
  }

  /// The size; for a device its number, as `ls` prints it.
  private func size(_ record: ItemRecord, _ reader: StoreReader) throws -> String {
    if record.kind.isDevice { return DeviceNumber.text(try reader.device(of: record.id)) }
    return isHuman ? HumanText.size(record.attributes.size) : String(record.attributes.size)
  }

  private func longLine(_ record: ItemRecord, named name: String?, _ reader: StoreReader, _ widths: Widths) throws
    -> String
  {
    let item = record.attributes
    var line = HumanText.mode(item) + " " + Accounts.user(item.owner).padded(to: widths.owner) + " "
    line +=
      try size(record, reader).padded(to: widths.size, atEnd: false) + " " + HumanText.time(item.modified) + " "
    line += try shownName(record, named: name, reader)
    if record.kind == .symlink, let target = try reader.target(of: record.id) {
      let text = HumanText.printable(String(spelling: target), isTerminal: isTerminal)
      line += " -> " + (try style?.text(ofTarget: text, of: record, reader) ?? text)
    }
    guard item.flags.contains(.member), let membership = try reader.membership(of: record.id) else { return line }
    let marks =
      membership.tagList.map { "+" + $0 } + (membership.favoriteRank == nil ? [] : ["★"])
      + (membership.pinned ? ["pinned"] : [])
    return marks.isEmpty ? line : line + "  [" + marks.joined(separator: " ") + "]"
  }
}
