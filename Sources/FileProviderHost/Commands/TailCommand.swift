import ArgumentParser
import FileProviderStore

/// `tail`: the changes of a container, as lines.
struct TailCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Print changes; with --follow, keep printing new ones.",
    discussion: """
      --exec runs a command once a batch, by /bin/sh -c, with the lines that --json would print on its standard input, the anchor last, and \
      with FILEPROVIDER_DOMAIN, FILEPROVIDER_ANCHOR and FILEPROVIDER_ATTEMPT in its environment. The cursor moves when it has ended with \
      status 0. Otherwise it is run again with the same batch, after 1 s, 2 s, 4 s and so on up to a minute; without --follow \
      \(BatchCommand.attempts) times at most. A batch without a change runs nothing.
      """)

  @OptionGroup var domain: DomainOptions
  @OptionGroup var selection: TailSelection
  @OptionGroup var pace: TailPace
  @Option(
    name: .customLong("cursor-file"),
    help: ArgumentHelp(
      "Where to keep the anchor, which takes precedence over --since; a missing file means “begin”, or what --since says.",
      valueName: "file"))
  var cursorFile: String?
  @Option(name: .customShort("n"), help: "Print only the last N changes; 10 when nothing says where to begin.")
  var count: Int?
  @Flag(
    name: .customLong("individual"),
    help:
      "Print every change. Without it, an item that changed several times since the last batch is printed once, as it is now."
  ) var isIndividual = false
  @Flag(name: [.customShort("r"), .customLong("reverse")], help: "Print the newest change first.") var isReversed =
    false
  @Option(
    name: .customLong("fields"),
    help: ArgumentHelp(
      "Fields of the items, separated by commas: \(ItemField.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "fields"), completion: Candidates.fields) var fields: String?
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Print only the paths, each with a zero byte behind it, for xargs -0."
  ) var printsPaths = false
  @Option(
    name: .customLong("exec"),
    help: ArgumentHelp("Run a command with each batch, and move the cursor when it succeeds.", valueName: "command"))
  var command: String?

  var watchesSignals: Bool { true }

  func validate() throws {
    if let count, count < 0 { throw ValidationError("-n wants a number that is not negative") }
    if count != nil, selection.since == "begin" || cursorFile != nil {
      throw ValidationError(
        "-n goes neither with --since begin nor with --cursor-file: what is not printed would be lost")
    }
    if command?.isEmpty == true { throw ValidationError("--exec wants a command") }
    if selection.until != nil, pace.waits || cursorFile != nil {
      throw ValidationError("--until goes with none of --follow, --once and --cursor-file")
    }
    if isReversed, pace.waits || cursorFile != nil || command != nil || selection.since == "begin" {
      throw ValidationError("-r goes with none of --follow, --once, --cursor-file, --exec and --since begin")
    }
    if printsPaths, isJSON || fields != nil || command != nil {
      throw ValidationError("-0 goes with none of --json, --fields and --exec")
    }
  }

  func run() throws {
    let fields = try self.fields.map { try ItemField.parse($0) }
    let cursor = try cursorFile.map { try CursorFile(path: $0) }
    let patterns = try [PathPattern](selection.paths, option: "--path")
    let (start, end) = (try start(cursor), try selection.end())
    let isContainerPath = !ChangeContainer.words.contains(selection.container)
    let paths = isContainerPath ? [selection.container] : []
    guard let domain = try pace.waits ? .waiting(domain, paths: paths) : DomainSelection(domain, paths: paths) else {
      return
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
