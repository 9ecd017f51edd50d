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
  @Option(
    name: .customLong("container"),
    help: ArgumentHelp(
      "working-set (the default), root, trash, all, or the path of an item.",
      valueName: "working-set|root|trash|all|PATH"), completion: Candidates.containers)
  var container = "working-set"
  @Option(name: .customLong("since"), help: "An anchor, “begin” or “now”; by default the last changes.")
  var since: String?
  @Option(
    name: .customLong("cursor-file"),
    help:
      "Where to keep the anchor, which takes precedence over --since; a missing file means “begin”, or what --since says."
  )
  var cursorFile: String?
  @Flag(name: [.customShort("f"), .customLong("follow")], help: "Keep printing new changes.") var follows = false
  @Option(name: .customShort("n"), help: "Print only the last N changes; 10 when nothing says where to begin.")
  var count: Int?
  @Flag(
    name: .customLong("individual"),
    help:
      "Print every change. Without it, an item that changed several times since the last batch is printed once, as it is now."
  ) var isIndividual = false
  @Option(name: .customLong("exclude-author"), parsing: .singleValue, help: "Leave out the changes by this author.")
  var excludedAuthors: [String] = []
  @Flag(name: .customLong("no-folders"), help: "Leave folders out.") var leavesFoldersOut = false
  @Option(
    name: .customLong("fields"),
    help: ArgumentHelp(
      "Fields of the items, separated by commas: \(ItemField.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "field,…"), completion: Candidates.fields) var fields: String?
  @Flag(name: .customLong("json"), help: "One JSON object a line.") var isJSON = false
  @Option(
    name: .customLong("exec"),
    help: ArgumentHelp("Run a command with each batch, and move the cursor when it succeeds.", valueName: "command"))
  var command: String?

  var watchesSignals: Bool { true }

  func validate() throws {
    if let count, count < 0 { throw ValidationError("-n wants a number that is not negative") }
    if count != nil, since == "begin" || cursorFile != nil {
      throw ValidationError(
        "-n goes neither with --since begin nor with --cursor-file: what is not printed would be lost")
    }
    if command?.isEmpty == true { throw ValidationError("--exec wants a command") }
  }

  func run() throws {
    let fields = try self.fields.map { try ItemField.parse($0) }
    let cursor = try cursorFile.map { try CursorFile(path: $0) }
    let start = try start(cursor)
    let isContainerPath = !ChangeContainer.words.contains(container)
    let selection = try DomainSelection(domain, paths: isContainerPath ? [container] : [])
    let container = try ChangeContainer(self.container, selection)
    var request = ChangeHistoryRequest(start: start, scope: container.scope)
    request.excludedAuthors = Set(excludedAuthors)
    request.includesFolders = !leavesFoldersOut
    request.isCoalesced = !isIndividual
    request.wholeItems = fields != nil
    let batchCommand = try command.map {
      try BatchCommand($0, domain: selection.name.string, isEndless: follows)
    }
    let writer = batchCommand?.writer ?? ByteWriter()
    let session = TailSession(
      store: selection.store, request: request, container: container, writer: writer,
      printer: isJSON || batchCommand != nil
        ? try JSONChangePrinter(writer: writer, store: selection.store, fields: fields)
        : TextChangePrinter(writer: writer, fields: fields),
      limit: since == nil && cursorFile == nil ? count ?? 10 : count)
    session.cursor = cursor
    session.batchCommand = batchCommand
    try session.run(follows: follows)
  }

  /// Where to begin: what the cursor file says, else what `--since` says, else with the last changes.
  private func start(_ cursor: CursorFile?) throws -> ChangeHistoryRequest.Start {
    if let token = try cursor?.read() { return .token(token) }
    switch since {
    case nil: return cursor == nil ? .last(count ?? 10) : .beginning
    case "begin"?: return .beginning
    case "now"?: return .now
    case let text?:
      do { return .token(try ContinuationToken(text: text, kind: .anchor)) } catch {
        throw CommandFailure(
          "--since", "this is not an anchor", remedy: "give “begin”, “now”, or an anchor that tail printed",
          status: .usage)
      }
    }
  }
}
