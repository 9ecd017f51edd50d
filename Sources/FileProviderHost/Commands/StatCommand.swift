import ArgumentParser
import FileProviderDomains
import FileProviderInterface
import FileProviderManaging
import FileProviderProgram
import FileProviderStore
import Glibc
import LinuxSystem

/// `stat [--json] PATH…`
struct StatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "stat", abstract: "Print all information about items.")

  @OptionGroup var domain: DomainOptions
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths)
    let writer = ByteWriter()
    let hasProvider = try ProviderDomain(selection.name).provider(selection.store) != nil
    // If the use cannot be recorded, for example on a full disk, the item is still printed.
    if hasProvider { try? selection.store.notePendingChanges() }
    let process = hasProvider ? DomainFacts.process(selection.store) : nil
    let reader = try selection.store.makeCommittedReader()
    try PathByPath.run(selection.paths, to: writer) { path in
      let item = try PathReader(reader).item(at: path)
      guard let record = try reader.record(item.id) else { return }
      let transfer = hasProvider ? try TransferState(record, reader, process) : nil
      if isJSON {
        try ItemJSON.write(record, reader, to: writer) { try transfer?.write(into: &$0) }
        try writer.append(UInt8(ascii: "\n"))
      } else {
        try writer.append(try text(record, reader, transfer))
      }
    }
  }

  private func text(_ record: ItemRecord, _ reader: StoreReader, _ transfer: TransferState?) throws -> String {
    let item = record.attributes
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var lines = [
      try reader.path(of: record.id) ?? record.name.spelling,
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
    if item.flags.contains(.dataless) { lines.append("  contents    not downloaded") }
    let people = try ItemPeople(record, reader)
    lines += transfer?.lines ?? []
    if let membership = try reader.membership(of: record.id) { lines += Self.lines(membership, people) }
    if let owner = people.owner { lines.append("  owned by    \(owner)") }
    if let editor = people.editor { lines.append("  edited by   \(editor)") }
    return lines.map { HumanText.printable($0, isTerminal: isTerminal) + "\n" }.joined()
  }

  private static func lines(_ membership: Membership, _ people: ItemPeople) -> [String] {
    var lines: [String] = []
    if !membership.tagList.isEmpty { lines.append("  tags        \(membership.tagList.joined(separator: ", "))") }
    if let rank = membership.favoriteRank { lines.append("  favourite   rank \(rank)") }
    if let time = membership.lastUsed { lines.append("  last used   \(HumanText.time(time))") }
    if membership.pinned { lines.append("  pinned      yes") }
    if membership.shared {
      lines.append("  shared      yes\(people.isSharedByMe.map { $0 ? ", by you" : ", with you" } ?? "")")
    }
    return lines
  }
}
