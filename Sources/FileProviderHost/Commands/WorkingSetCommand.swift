import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import FileProviderWatching
import Glibc

/// `working-set [recents|favorites|tags|shared|trashed|pinned] [--json]`
struct WorkingSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "working-set", abstract: "List the working set, or a part of it.",
    discussion: "A document written through a mount becomes a recent about ten seconds after it was closed.")

  @OptionGroup var domain: DomainOptions
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Argument(help: ArgumentHelp("Only this part.", valueName: "recents|favorites|tags|shared|trashed|pinned"))
  var view: WorkingSetView?

  func run() throws {
    let selection = try DomainSelection(domain)
    let reader = try selection.store.makeCommittedReader()
    var members: [WorkingSetMember] = []
    try reader.forEachMember(after: .none) { record, membership in
      if WorkingSetMember.isMember(membership, of: view) {
        members.append(WorkingSetMember(record: copy record, membership: membership))
      }
      return true
    }
    members.sort { WorkingSetMember.precedes($0, $1, in: view) }
    let writer = ByteWriter()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var rest = members[...]
    while !rest.isEmpty {
      // Each page is read in a view of its own, so that a slow reader of the output does not hold one for long.
      let part = rest.prefix(512)
      try print(part, paths: try paths(of: part, reader), reader, to: writer, isTerminal: isTerminal)
      rest = rest.dropFirst(part.count)
    }
    try writer.flush()
    if members.isEmpty, view == .recents, isTerminal {
      Console.say("nothing yet: a written document becomes a recent about ten seconds after it was closed")
    }
  }

  private func paths(of members: ArraySlice<WorkingSetMember>, _ reader: StoreReader) throws -> [String] {
    try reader.snapshot { () throws(StoreError) in
      let paths = FolderPaths()
      var found: [String] = []
      for record in members.map(\.record) {
        found.append(try paths.shown(record.id, named: record.name, in: record.parent, reader))
      }
      return found
    }
  }

  private func print(
    _ members: ArraySlice<WorkingSetMember>, paths: [String], _ reader: StoreReader, to writer: ByteWriter,
    isTerminal: Bool
  ) throws {
    for (member, path) in zip(members, paths) {
      if isJSON {
        try ItemJSON.write(member.record, path: path, reader, to: writer)
      } else {
        let marks = member.marks().isEmpty ? "" : "  [" + member.marks().joined(separator: " ") + "]"
        try writer.append(HumanText.printable(path + marks, isTerminal: isTerminal))
      }
      try writer.append(UInt8(ascii: "\n"))
    }
  }
}

extension WorkingSetView: ExpressibleByArgument {
  /// On a mount the trashed items are called `recently-deleted`, and `trashed` is a link to that.
  init?(argument: String) { self.init(rawValue: argument == "recently-deleted" ? "trashed" : argument) }
}
