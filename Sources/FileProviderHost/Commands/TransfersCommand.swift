import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Glibc

/// `transfers [--json]`
struct TransfersCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "transfers", abstract: "List the documents that are downloaded and uploaded now, and the next ones.",
    discussion: """
      Each line is a document: “downloading”, with the bytes downloaded, the size of the requested range, and the speed, \
      which is measured for a second; “uploading”, with its \
      size; or “next”, in the order of the changes. At most 20 of these are listed, and 32 downloads; the number of others goes to standard error. \
      “pending” lists all changes, and why they wait. If nothing is transferred, nothing is printed.
      """)

  @OptionGroup var domain: DomainOptions
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false

  var watchesSignals: Bool { true }

  func run() throws {
    let selection = try DomainSelection(domain)
    let store = selection.store
    guard try ProviderDomain(selection.name).provider(store) != nil else {
      throw CommandFailure(
        "domain “\(selection.name)”", "local domain: nothing to transfer", status: .unavailable)
    }
    let list = try TransferList(store)
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
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
    try writer.flush()
    if list.others > 0 { Console.say("transfers: \(HumanText.count(list.others)) more are not listed") }
  }
}
