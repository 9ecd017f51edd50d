import ArgumentParser
import FileProviderStore
import Glibc

/// `ls [-l] [-a] [--json] [PATH…]`
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "ls", abstract: "List folders.")

  @OptionGroup var domain: DomainOptions
  @Flag(name: .customShort("l"), help: "Mode, owner, size, time and tags as well.") var isLong = false
  @Flag(name: [.customShort("a"), .customLong("all")], help: "Names that begin with a dot as well.") var showsHidden =
    false
  @Flag(name: .customLong("json"), help: "One JSON object a line, whatever the name.") var isJSON = false
  @Argument(help: "Folders or items; by default the root, inside a mount the working directory.") var paths: [String] =
    []

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths.isEmpty ? ["."] : paths)
    let writer = ByteWriter()
    let listing = Listing(writer: writer, isLong: isLong, isJSON: isJSON)
    var isFirst = true
    try PathByPath.run(selection.paths, to: writer) { path in
      let reader = try selection.store.makeReader()
      if selection.paths.count > 1 && !isJSON {
        _ = try reader.item(at: path)
        try writer.append((isFirst ? "" : "\n") + path.given + ":\n")
        isFirst = false
      }
      try list(path, reader, listing)
    }
  }

  private func list(_ path: ItemPath, _ reader: StoreReader, _ listing: Listing) throws {
    let item = try reader.item(at: path)
    guard item.isFolder else {
      guard let record = try reader.record(item.id) else { return }
      return try listing.add([record], of: reader)
    }
    var records: [ItemRecord] = []
    let hidden = !showsHidden && !isJSON
    try reader.forEachChild(of: item.id, after: .none) { child, name in
      if hidden && name.first == UInt8(ascii: ".") { return true }
      records.append(ItemRecord(attributes: copy child, name: FileName(stored: name)))
      return true
    }
    records.sort { $0.name.spelling < $1.name.spelling }
    try listing.add(records, of: reader)
  }
}

/// Prints items a line each.
struct Listing {
  let writer: ByteWriter
  let isLong: Bool
  let isJSON: Bool
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  init(writer: ByteWriter, isLong: Bool, isJSON: Bool) {
    self.writer = writer
    self.isLong = isLong
    self.isJSON = isJSON
  }

  func add(_ records: [ItemRecord], of reader: StoreReader) throws {
    let widths = isLong ? try Widths(records, reader) : Widths()
    for record in records {
      if isJSON {
        try ItemJSON.write(record, reader, to: writer)
      } else if isLong {
        try writer.append(try longLine(record, reader, widths))
      } else {
        try writer.append(HumanText.printable(record.name.spelling, isTerminal: isTerminal))
      }
      try writer.append(UInt8(ascii: "\n"))
    }
  }

  private struct Widths {
    var owner = 1
    var size = 1

    init() {}
    init(_ records: [ItemRecord], _ reader: StoreReader) throws {
      for record in records {
        owner = max(owner, Accounts.user(record.attributes.owner).count)
        size = max(size, try Listing.size(record, reader).count)
      }
    }
  }

  /// The size, or as `ls` has it the number of a device.
  private static func size(_ record: ItemRecord, _ reader: StoreReader) throws -> String {
    record.kind.isDevice ? DeviceNumber.text(try reader.device(of: record.id)) : String(record.attributes.size)
  }

  private func longLine(_ record: ItemRecord, _ reader: StoreReader, _ widths: Widths) throws -> String {
    let item = record.attributes
    var line = HumanText.mode(item) + " " + Accounts.user(item.owner).padded(to: widths.owner) + " "
    line +=
      try Self.size(record, reader).padded(to: widths.size, atEnd: false) + " " + HumanText.time(item.modified) + " "
    line += HumanText.printable(record.name.spelling, isTerminal: isTerminal)
    if record.kind == .symlink, let target = try reader.target(of: record.id) {
      line += " -> " + HumanText.printable(String(spelling: target), isTerminal: isTerminal)
    }
    guard item.flags.contains(.member), let membership = try reader.membership(of: record.id) else { return line }
    let marks =
      membership.tagList.map { "+" + $0 } + (membership.favoriteRank == nil ? [] : ["★"])
      + (membership.pinned ? ["pinned"] : [])
    return marks.isEmpty ? line : line + "  [" + marks.joined(separator: " ") + "]"
  }
}

/// Names of users, looked up once each.
enum Accounts {
  static func user(_ id: UInt32) -> String {
    if id == last.id { return last.name }
    let name = getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? String(id)
    last = (id, name)
    return name
  }

  /// Used by the one thread that prints a listing.
  nonisolated(unsafe) private static var last: (id: UInt32, name: String) = (.max, "")
}

extension String {
  func padded(to width: Int, atEnd: Bool = true) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return atEnd ? self + padding : padding + self
  }
}
