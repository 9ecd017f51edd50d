import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import FileProviderWatching

/// `tail`: the changes of a container, as lines.
struct TailCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Print changes; with --follow, keep printing new ones.",
    discussion: """
      --exec runs a command once per batch with /bin/sh -c. Its standard input has the lines that --json would print, the anchor last, and \
      its environment has FILEPROVIDER_DOMAIN, FILEPROVIDER_ANCHOR and FILEPROVIDER_ATTEMPT. The cursor advances when the command exits with \
      status 0. Otherwise the same batch is retried after 1 s, 2 s, 4 s and so on, up to a minute; without --follow, \
      \(BatchCommand.attempts) times at most. A batch without changes does not run the command.
      """)

  @OptionGroup var domain: DomainOptions
  @OptionGroup var selection: TailSelection
  @OptionGroup var pace: TailPaceOptions
  @Option(
    name: .customLong("cursor-file"),
    help: ArgumentHelp(
      "File that keeps the anchor, which takes precedence over --since. If it is missing, start at --since, or at “begin”.",
      valueName: "file"))
  var cursorFile: String?
  @Option(name: .customShort("n"), help: "Print only the last N changes. Default: 10 when no starting point is given.")
  var count: Int?
  @Flag(
    name: .customLong("individual"),
    help:
      "Print every change. Without this option, an item that changed several times since the last batch is printed once, in its present state."
  ) var isIndividual = false
  @Flag(name: [.customShort("r"), .customLong("reverse")], help: "Print the newest change first.") var isReversed =
    false
  @Option(
    name: .customLong("fields"),
    help: ArgumentHelp(
      "Comma-separated fields of the items to print: \(ItemField.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "fields"), completion: Candidates.fields) var fields: String?
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Print only paths, each followed by a NUL byte, for xargs -0."
  ) var printsPaths = false
  @Option(
    name: .customLong("exec"),
    help: ArgumentHelp("Run a command for each batch, and advance the cursor when it succeeds.", valueName: "command"))
  var command: String?

  var watchesSignals: Bool { true }

  func validate() throws {
    if let count, count < 0 { throw ValidationError("-n requires a number that is not negative") }
    if count != nil, selection.since == "begin" || cursorFile != nil {
      throw ValidationError(
        "-n cannot be combined with --since begin or --cursor-file: changes not printed would be lost")
    }
    if command?.isEmpty == true { throw ValidationError("--exec requires a command") }
    if selection.until != nil, pace.value.waits || cursorFile != nil {
      throw ValidationError("--until cannot be combined with --follow, --once or --cursor-file")
    }
    if isReversed, pace.value.waits || cursorFile != nil || command != nil || selection.since == "begin" {
      throw ValidationError("-r cannot be combined with --follow, --once, --cursor-file, --exec or --since begin")
    }
    if printsPaths, isJSON || fields != nil || command != nil {
      throw ValidationError("-0 cannot be combined with --json, --fields or --exec")
    }
  }

  func run() throws {
    let fields = try self.fields.map { try ItemField.parse($0) }
    let cursor = try cursorFile.map { try CursorFile(path: $0) }
    let patterns = try [PathPattern](selection.paths, option: "--path")
    let (start, end) = (try start(cursor), try selection.end())
    let isContainerPath = !ChangeContainer.words.contains(selection.container)
    let paths = isContainerPath ? [selection.container] : []
    let pace = pace.value
    let waited: DomainSelection? =
      try pace.waits
      ? .waiting(domain, paths: paths, until: pace.deadline) : DomainSelection(domain, paths: paths)
    guard let domain = waited else {
      guard Interruption.hasCome else { throw pace.lateness }
      throw CommandEnd(status: pace.follows ? .done : .interrupted)
    }
    let container = try ChangeContainer(selection.container, isRecursive: selection.isRecursive, domain)
    var request = ChangeHistoryRequest(start: start, scope: container.scope)
    request.until = end
    request.authors = selection.authors.isEmpty ? nil : Set(selection.authors)
    request.excludedAuthors = Set(selection.excludedAuthors)
    request.includesFolders = !selection.leavesFoldersOut
    // A history up to a time in the past cannot begin with a listing of the present state.
    request.isCoalesced = !isIndividual && end == nil
    request.wholeItems = fields != nil
    let batchCommand = try command.map {
      try BatchCommand($0, domain: domain.name.string, isEndless: pace.follows)
    }
    let writer = batchCommand?.writer ?? ByteWriter()
    let session = TailSession(
      store: domain.store, request: request, container: container, writer: writer,
      printer: try printer(writer, domain.store, fields), limit: limit(start))
    session.filter = ChangeFilter(patterns)
    session.isReversed = isReversed
    session.cursor = cursor
    session.batchCommand = batchCommand
    try session.run(pace)
  }

  private func printer(_ writer: ByteWriter, _ store: ItemStore, _ fields: [ItemField]?) throws -> any ChangePrinter {
    if printsPaths { return PathChangePrinter(writer: writer) }
    guard isJSON || command != nil else { return TextChangePrinter(writer: writer, fields: fields) }
    return try JSONChangePrinter(writer: writer, store: store, fields: fields)
  }

  /// How many of the existing changes to print; `nil` for all.
  private func limit(_ start: ChangeHistoryRequest.Start) -> Int? {
    if case .last(let count) = start { return count }
    return count
  }

  /// The start: the cursor file, else `--since`, else the last changes.
  private func start(_ cursor: CursorFile?) throws -> ChangeHistoryRequest.Start {
    let since = try selection.start()
    if let token = try cursor?.read() { return .token(token) }
    if let since { return since }
    if cursor != nil { return .beginning }
    return pace.isOnce && count == nil ? .now : .last(count ?? 10)
  }
}
