import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderReplica
import FileProviderStore

/// `search TERMS… [--tag T] [--type T] [--modified RANGE] [--all] [-n N] [-0] [--json]`
struct SearchCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find items by words in their names and tags.",
    discussion: """
      Each term must be the beginning of a word in the item's name, in a tag, or in the name of a folder above. Several words in one argument \
      must be adjacent. Without --all, only the working set is searched.

      If there are fewer results than -n allows, a provider that supports searching is asked for the terms, too, for some seconds at most. What it finds \
      in folders that were never listed becomes an item here, without contents. What cannot become an item is printed by name, with a mark; -0 and --json omit it. With --tag, --type \
      or --modified, the provider is not asked.
      """)

  @OptionGroup var domain: DomainOptions
  @Option(name: .customLong("tag"), help: "Only items with this tag.", completion: Candidates.tags) var tags: [String] =
    []
  @Option(
    name: .customLong("type"),
    help: "Only items of this type: folder, image, pdf, text/html, public.movie, or a filename extension.")
  var type: String?
  @Option(
    name: .customLong("modified"),
    help: ArgumentHelp(
      "Only items modified in this range: today, 7d (in the last seven days), 2024-05, or FROM..TO.", valueName: "range"
    ))
  var modified: String?
  @Flag(name: .customLong("all"), help: "Search all items, not only the working set.") var includesAll = false
  @Option(name: .customShort("n"), help: "Print at most N results; 0 for all.") var count = 100
  @Flag(name: [.customShort("0"), .customLong("null")], help: "End each path with a NUL byte, for xargs -0.")
  var endsWithZero = false
  @Flag(name: .customLong("local"), help: "Do not ask the provider.") var isLocal = false
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Argument(help: ArgumentHelp("Words, or the beginnings of words.", valueName: "term"), completion: .none) var terms:
    [String] = []

  var watchesSignals: Bool { true }

  func validate() throws {
    guard count >= 0 else { throw ValidationError("-n requires a number that is not negative") }
    guard !isJSON || !endsWithZero else { throw ValidationError("-0 and --json cannot be combined") }
    guard !terms.isEmpty || !tags.isEmpty || type != nil || modified != nil else {
      throw ValidationError("missing operand: search requires terms, --tag, --type or --modified")
    }
  }

  func run() throws {
    var query = SearchQuery(terms: terms)
    query.tags = tags
    query.type = type.map { SearchType($0) }
    query.modified = try modified.map { try TimeRange.parse($0) }
    query.includesAll = includesAll
    query.limit = count == 0 ? nil : count
    let name = try domain.domain()
    let temporary = TemporaryDirectory()
    defer { temporary.remove() }
    do {
      let writer = ResultWriter(isJSON: isJSON, endsWithZero: endsWithZero)
      let index = try openIndex(name, temporary)
      try catchUp(index)
      let results = try index.search(query)
      try writer.print(results.records, index.reader)
      if results.records.isEmpty, let type, query.type?.isKnown == false { throw unknown(type) }
      let hasMore = try results.hasMore || askProvider(name, results.records, index.reader, writer)
      if hasMore && Console.isTerminal {
        Console.say("only the first \(count == 0 ? Replica.mostResults : count) results are shown; -n 0 prints more")
      }
    } catch let error as StoreError { throw CommandFailure("domain “\(name)”", error) }
  }

  private func unknown(_ type: String) -> CommandFailure {
    CommandFailure(
      "type “\(type)”", "no such type, and no result has this filename extension",
      remedy:
        "give \(SearchType.words.joined(separator: ", ")), image, pdf, text/html, public.movie, or an extension such as .txt",
      status: .usage)
  }

  /// Opens the index of a domain. The store is opened only when it has to be made or migrated first, since that would
  /// take as long as the search. Where nothing can be written beside the store, the index is made elsewhere, for this
  /// search alone.
  private func openIndex(_ name: DomainName, _ temporary: TemporaryDirectory) throws -> SearchIndex {
    let directory = DomainDirectory.url(of: name)
    do { return try SearchIndex(storeIn: directory) } catch {
      if error.code == .noSuchItem {
        _ = try DomainDirectory.open(name)
        return try SearchIndex(storeIn: directory)
      }
      guard DomainDirectory.isReadOnly(directory) else { throw error }
      return try SearchIndex(storeIn: directory, indexIn: temporary.make())
    }
  }

  /// How long to wait for changes to be indexed, and for a whole domain.
  private static let patience = (changes: 2.0, domain: 60.0)

  private func catchUp(_ index: SearchIndex) throws {
    let patience = if case .listing = try index.status() { Self.patience.domain } else { Self.patience.changes }
    let isComplete = try index.catchUp(
      within: patience, isStopped: { Interruption.hasCome },
      report: { status in
        guard case .listing(let done, let count) = status else { return }
        ProgressLine.show("indexing: \(HumanText.count(done)) of \(HumanText.count(count))")
      })
    ProgressLine.clear()
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
    if !isComplete { Console.say("the index is incomplete; the newest items may be missing") }
  }

  /// Prints what the provider finds besides, after what was found here.
  ///
  /// - Returns: Whether there is more.
  private func askProvider(
    _ name: DomainName, _ records: [ItemRecord], _ reader: StoreReader, _ writer: ResultWriter
  ) throws -> Bool {
    guard !isLocal, !terms.isEmpty, tags.isEmpty, type == nil, modified == nil else { return false }
    let wanted = count == 0 ? Replica.mostResults : count - records.count
    guard wanted > 0, try ProviderSearch.canSearch(reader) else { return false }
    // Those that were found here may be among the first that the provider finds.
    let (findings, hasMore) = try ProviderSearch(domain: name, query: terms.joined(separator: " "))
      .run(wanted: count == 0 ? wanted : count, except: Set(records.map(\.id)), reader)
    try writer.print(Array(findings.prefix(wanted)), reader)
    return hasMore || findings.count > wanted
  }
}
