import ArgumentParser
import FileProviderProgram
import FileProviderStore

/// The options of `tail` that select changes.
struct TailSelection: ParsableArguments {
  @Option(
    name: .customLong("container"),
    help: ArgumentHelp(
      "working-set (the default), root, trash, all, or the path of an item.",
      valueName: "working-set|root|trash|all|PATH"), completion: Candidates.containers)
  var container = "working-set"
  @Flag(
    name: .customLong("recursive"),
    help:
      "With a folder as --container: include everything below it. A folder that moves in or out is one line for all its contents."
  ) var isRecursive = false
  @Option(
    name: .customLong("since"),
    help: ArgumentHelp(
      "Where to start: an anchor, “begin”, “now”, or a time: “1 hour ago”, yesterday, 14:30, 2024-05-01. By default, the last changes.",
      valueName: "when")) var since: String?
  @Option(
    name: .customLong("until"),
    help: ArgumentHelp(
      "Print changes up to this time, written as for --since; implies --individual.", valueName: "time"))
  var until: String?
  @Option(
    name: .customLong("path"), parsing: .singleValue,
    help: ArgumentHelp(
      "Only items whose present or previous path matches: *.txt in any folder, /Documents/*.txt, /Photos/** for everything below.",
      valueName: "glob")) var paths: [String] = []
  @Option(name: .customLong("author"), parsing: .singleValue, help: "Only changes by this author.")
  var authors: [String] = []
  @Option(name: .customLong("exclude-author"), parsing: .singleValue, help: "Exclude changes by this author.")
  var excludedAuthors: [String] = []
  @Flag(name: .customLong("no-folders"), help: "Exclude changes of folders.") var leavesFoldersOut = false

  func validate() throws {
    if isRecursive, ["working-set", "all"].contains(container) {
      throw ValidationError("--recursive requires a folder: --container PATH")
    }
    if until != nil, since == "begin" || since == "now" {
      throw ValidationError("--until cannot be combined with --since begin or --since now")
    }
  }

  /// The start that `--since` names.
  func start() throws -> ChangeHistoryRequest.Start? {
    switch since {
    case nil: return nil
    case "begin"?: return .beginning
    case "now"?: return .now
    case let text?:
      if let token = try? ContinuationToken(text: text, kind: .anchor) { return .token(token) }
      if let time = Moment.parse(text) { return .time(time) }
      throw CommandFailure(
        "--since", "neither an anchor nor a time",
        remedy: "give “begin”, “now”, an anchor that tail printed, or a time such as “1 hour ago” or 2024-05-01",
        status: .usage)
    }
  }

  func end() throws -> Timestamp? {
    try until.map { text in
      guard let time = Moment.parse(text, isEnd: true) else {
        throw CommandFailure(
          "--until", "not a time", remedy: "give one such as “1 hour ago”, yesterday or 2024-05-01", status: .usage
        )
      }
      return time
    }
  }
}
