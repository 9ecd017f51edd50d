import ArgumentParser
import FileProviderInterface
import FileProviderStore
import Glibc
import LinuxSystem

/// `stat [--json] PATH…`
struct StatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "stat", abstract: "Print all that is known of items.")

  @OptionGroup var domain: DomainOptions
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths)
    let writer = ByteWriter()
    let reader = try selection.store.makeCommittedReader()
    try PathByPath.run(selection.paths, to: writer) { path in
      let item = try reader.item(at: path)
      guard let record = try reader.record(item.id) else { return }
      if isJSON {
        try ItemJSON.write(record, reader, to: writer)
        try writer.append(UInt8(ascii: "\n"))
      } else {
        try writer.append(try text(record, reader))
      }
    }
  }

  private func text(_ record: ItemRecord, _ reader: StoreReader) throws -> String {
    let item = record.attributes
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var lines = [
      HumanText.printable(try reader.path(of: record.id) ?? record.name.spelling, isTerminal: isTerminal),
      "  identifier  \(try reader.identifier(of: record.id).rawValue)",
      "  kind        \(record.kind.word), \(StoredItemType.identifier(of: record))",
      "  size        \(HumanText.count(item.size)) bytes",
      "  mode        \(HumanText.mode(item)), owner \(Accounts.user(item.owner)), group \(Accounts.group(item.group))",
      "  modified    \(HumanText.time(item.modified))", "  changed     \(HumanText.time(item.changed))",
      "  created     \(HumanText.time(item.created))", "  generation  \(item.lastChange)",
    ]
    if item.kind.isDevice {
      lines.append("  device      \(DeviceNumber.text(try reader.device(of: item.id)))")
    }
    if item.flags.contains(.dataless) { lines.append("  contents    at the provider, not here") }
    if let membership = try reader.membership(of: record.id) { lines += Self.lines(membership) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ membership: Membership) -> [String] {
    var lines: [String] = []
    if !membership.tagList.isEmpty { lines.append("  tags        \(membership.tagList.joined(separator: ", "))") }
    if let rank = membership.favoriteRank { lines.append("  favourite   rank \(rank)") }
    if let time = membership.lastUsed { lines.append("  last used   \(HumanText.time(time))") }
    if membership.pinned { lines.append("  pinned      yes") }
    if membership.shared { lines.append("  shared      yes") }
    return lines
  }
}
