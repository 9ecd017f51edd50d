import ArgumentParser
import Contacts
import FileProviderProgram
import FileProviderStore
import Foundation

/// `contacts tail [--since begin|now|TOKEN] [--follow]`
struct ContactsTailCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Print the changes of contacts; with --follow, keep printing new ones.",
    discussion: """
      Each contact is printed once, as it is now. A token closes each batch: --since TOKEN continues there. Where the changes since a token are not known, \
      “drop-everything” is printed, and each contact is added.
      """)
  @OptionGroup var place: ContactStoreOption
  @Option(
    name: .customLong("since"),
    help: ArgumentHelp("Where to start: begin, now, or a token. Default: begin.", valueName: "begin|now|token"))
  var since = "begin"
  @Option(
    name: .customLong("exclude-author"), parsing: .singleValue, help: "Leave out the changes by this author.")
  var excludedAuthors: [String] = []
  @Flag(name: [.customShort("f"), .customLong("follow")], help: "Wait for new changes.") var follows = false
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false

  var watchesSignals: Bool { true }

  /// How long a wait lasts before signals are looked for, in milliseconds.
  private static let patience: Int32 = 200

  func run() throws {
    try place.reporting {
      let store = try place.store()
      let request = CNChangeHistoryFetchRequest()
      request.additionalContactKeyDescriptors = ContactTable.keys
      request.excludedTransactionAuthors = excludedAuthors
      request.startingToken =
        switch since {
        case "begin": nil
        case "now": store.currentHistoryToken
        default: try token()
        }
      let printer = ContactEventPrinter(store, isJSON: isJSON)
      while true {
        // Made before the changes are read, so that none is missed.
        let waiter = store.hasOneDomain ? try? ItemStore(reading: place.url()).makeChangeWaiter() : nil
        let result = try store.enumerator(for: request)
        if !follows || request.startingToken != result.currentHistoryToken { try printer.print(result) }
        request.startingToken = result.currentHistoryToken
        guard follows else { return }
        repeat {
          if Interruption.hasCome { return }
        } while !(waiter?.wait(milliseconds: Self.patience) ?? wait())
      }
    }
  }

  private func token() throws -> Data {
    guard let token = ContactEventPrinter.token(since) else {
      throw CommandFailure(
        "token “\(since)”", "no token of this command", remedy: "give begin, now, or a token that it has printed",
        status: .usage)
    }
    return token
  }

  /// Waits where there is no domain yet, and where there are several.
  private func wait() -> Bool {
    Thread.sleep(forTimeInterval: Double(Self.patience) / 1000)
    return true
  }
}
