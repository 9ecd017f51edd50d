import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import FileProviderWatching
import Glibc

/// `transfers [--follow] [--json]`
struct TransfersCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfers", abstract: "List the documents that are downloaded and uploaded now, and the next ones.",
    discussion: """
      Each line is a document: “downloading”, with the bytes downloaded, the size of the requested range, and the speed, \
      which is measured for a second; “uploading”, with its \
      size; or “next”, in the order of the changes, which is “paused” in a paused domain and on a metered network. At most 20 of these are listed, and 32 downloads; the number of others goes to standard error. \
      “pending” lists all changes, and why they wait. If nothing is transferred, nothing is printed.

      With --follow, they are listed again about once a second until Ctrl-C: in place on a terminal, otherwise one list after the other. An empty line \
      ends each list, also an empty one.
      """)

  @OptionGroup var domain: DomainOptions
  @Flag(name: [.customShort("f"), .customLong("follow")], help: "List them again every second until Ctrl-C.")
  var follows = false
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false

  var watchesSignals: Bool { true }

  func run() throws {
    let selection = try DomainSelection(domain)
    let store = selection.store
    guard try ProviderDomain(selection.name).provider(store) != nil else {
      throw CommandFailure(
        "domain “\(selection.name)”", "local domain: nothing to transfer", status: .unavailable)
    }
    guard follows else {
      let list = try TransferList(store)
      if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
      return try print(list, store)
    }
    let isScreen = RedrawnLines.arePossible && !isJSON
    var lines = RedrawnLines()
    try RedrawnLines.everySecond {
      let list = try TransferList(store)
      if Interruption.hasCome { return }
      if isScreen { try lines.draw(screen(list)) } else { try print(list, store, isFollowed: true) }
    }
  }

  private func print(_ list: TransferList, _ store: ItemStore, isFollowed: Bool = false) throws {
    let reader = try store.makeCommittedReader()
    let writer = ByteWriter()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    for transfer in list.transfers {
      if isJSON {
        try transfer.write(reader, to: writer)
      } else {
        try writer.append(HumanText.printable(transfer.line, isTerminal: isTerminal) + "\n")
      }
    }
    if isFollowed { try writer.append("\n") }
    try writer.flush()
    if let restraint = list.restraint { Console.say("transfers: " + restraint.sentence) }
    if list.others > 0 { Console.say("transfers: " + others(list)) }
  }

  private func screen(_ list: TransferList) -> [String] {
    var lines = list.transfers.map(\.line)
    if lines.isEmpty { lines = ["no transfers"] }
    if let restraint = list.restraint { lines.insert(restraint.sentence, at: 0) }
    if list.others > 0 { lines.append(others(list)) }
    return lines
  }

  private func others(_ list: TransferList) -> String {
    "\(HumanText.count(list.others)) more not listed"
  }
}
