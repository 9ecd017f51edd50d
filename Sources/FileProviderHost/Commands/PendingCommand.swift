import ArgumentParser
import FileProviderDomains
import FileProviderInterface
import FileProviderManaging
import FileProviderProgram
import FileProviderStore
import Glibc

/// `pending [PATH] [--json]`
struct PendingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pending", abstract: "List changes not yet uploaded, since when, and why.",
    discussion: """
      Each line shows the time of the oldest change, the operation, the path, the changed fields, and the state: “uploading” or “sending”; “waiting \
      for” a folder that must be uploaded first; “refused”, with the provider's error, if it is not retried until the item changes or the provider \
      signals; otherwise the last error. An item that was trashed before it was uploaded may stay in the trash of this machine: its state is “local”, \
      and it is never uploaded. If everything is uploaded, nothing is printed.
      """)

  @OptionGroup var domain: DomainOptions
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Argument(
    help: ArgumentHelp("Only this item and everything below it.", valueName: "path"), completion: Candidates.paths)
  var path: String?

  func run() throws {
    let selection = try DomainSelection(domain, paths: path.map { [$0] } ?? [])
    let store = selection.store
    guard try store.readCommitted({ (reader) throws(StoreError) in try reader.setting("provider") }) != nil else {
      throw CommandFailure(
        "domain “\(selection.name)”", "a local domain has no pending changes", status: .unavailable)
    }
    try store.notePendingChanges()
    let place = selection.paths.first.map { $0.isRoot ? "" : $0.path } ?? ""
    let reader = try store.makeCommittedReader()
    let writer = ByteWriter()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var hasPrinted = false
    try writer.flushing {
      var failure: (any Error)?
      let list = { (item: PendingItem) -> Bool in
        guard place.isEmpty || item.path == place || item.path.hasBytePrefix(place + "/") else { return true }
        hasPrinted = true
        do {
          if isJSON { try print(item, reader, to: writer) } else { try print(item, reader, isTerminal, to: writer) }
          return true
        } catch {
          failure = error
          return false
        }
      }
      try ProvidedReader(reader).forEachPending(list)
      if failure == nil { try PendingReader(reader).forEachLocalItem(list) }
      if let failure { throw failure }
    }
    // An item deleted here may still have a pending deletion.
    if !hasPrinted, let path = selection.paths.first {
      _ = try store.readCommitted { (reader) throws(StoreError) in Result { try PathReader(reader).item(at: path) } }
        .get()
    }
  }

  private func print(_ item: PendingItem, _ reader: StoreReader, to writer: ByteWriter) throws {
    var object = try JSONObject(writer)
    try object.add("path", item.path)
    try object.add("identifier", try reader.identifier(of: item.item).rawValue)
    try object.add("operation", item.operation.rawValue)
    try object.add("changed", item.operation == .modify ? item.fields.words : [])
    try object.add("state", item.stateWord)
    try object.add("since", microseconds: item.since)
    try object.add("attempts", item.attempts)
    try object.add("error", item.errorSentence)
    try object.add("waitsFor", try WaitingReader(reader).pathOfFolderWaitedFor(by: item))
    try object.end()
    try writer.append(UInt8(ascii: "\n"))
  }

  private func print(
    _ item: PendingItem, _ reader: StoreReader, _ isTerminal: Bool, to writer: ByteWriter
  ) throws {
    var line = "\(HumanText.time(Timestamp(rawValue: item.since * 1000)))  \(item.operation.rawValue)  \(item.path)"
    let words = item.operation == .modify ? item.fields.words : []
    if !words.isEmpty { line += "  (\(words.joined(separator: ", ")))" }
    let sentence = item.sentence(
      waitingFor: try WaitingReader(reader).pathOfFolderWaitedFor(by: item),
      isDocument: try reader.item(item.item)?.kind == .file)
    if !sentence.isEmpty { line += "  " + sentence }
    try writer.append((isTerminal ? HumanText.printable(line, isTerminal: true) : Console.oneLine(line)) + "\n")
  }
}

extension PendingItem {
  /// `waiting` for its turn or for another try, `sending`, or `parked`: not sent before it changes again or the provider signals.
  var stateWord: String {
    switch state {
    case .ready, .later: "waiting"
    case .calling: "sending"
    case .parked: "parked"
    case .local: "local"
    }
  }

  /// The state as text; empty for a change that only waits for its turn.
  ///
  /// - Parameters:
  ///   - folder: The folder that the provider has to have before it.
  ///   - isDocument: Whether it has contents.
  fileprivate func sentence(waitingFor folder: String?, isDocument: Bool) -> String {
    switch state {
    case .parked: "refused: " + (errorSentence ?? "the provider accepts no part of it")
    case .local: errorSentence.map { "local  " + $0 } ?? "local"
    case .calling: isDocument && fields.contains(.contents) ? "uploading" : "sending"
    case .ready, .later: errorSentence ?? folder.map { "waiting for " + $0 } ?? ""
    }
  }
}
