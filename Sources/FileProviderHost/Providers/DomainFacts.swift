import FileProviderDomains
import FileProviderFileSystem
import FileProviderProcess
import FileProviderProgram
import FileProviderReplica
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// The facts about a domain in `status` and `domain info`.
struct DomainFacts: Sendable {
  var name: String
  var path: String
  var generation: Int64
  var oldestGeneration: Int64
  var items: Int64
  var workingSetItems: Int64
  var trashedItems: Int64
  var provider: String?
  /// The provider's process, if it runs.
  var process: ProcessStatus?
  /// How it stands with its provider; `nil` for a local domain.
  var provision: ProviderFacts?
  var hasTrash: Bool
  var recents: RecentsPolicy
  var history: LogRetention
  var cacheLimit: Int64?
  var localNames: LocalNames
  /// Whether everything is transferred on metered networks.
  var usesMetered: Bool
  /// Whether the desktop notifies the user.
  var showsNotices: Bool
  /// The held deletions, which require a decision by the user.
  var held: HeldDeletions?
  /// The address of the domain's WebDAV server.
  var server: String?
  /// The domain state that the provider reports.
  var stated: [String: String] = [:]
  /// The storage quota at the provider, if it reports one.
  var room: ProviderRoom?

  init(_ name: DomainName, store: ItemStore) throws {
    self.name = name.string
    path = store.directory.path
    let reader = try store.makeCommittedReader()
    do {
      generation = try reader.generation().rawValue
      oldestGeneration = try reader.oldestGeneration().rawValue
      items = try LogReader(reader).count(of: .everything)
      workingSetItems = try LogReader(reader).count(of: .workingSet)
      trashedItems = try LogReader(reader).count(of: .children(.trash))
      provider = try reader.setting("provider")
      if provider != nil {
        process = Self.process(store)
        provision = try ProviderFacts(store, process)
      }
      hasTrash = try TreeReader(reader).supportsTrash()
      recents = try TreeReader(reader).recentsPolicy()
      history = try store.logRetention(reader)
      cacheLimit = try EvictionReader(reader).cacheLimit()
      localNames = try RescueReader(reader).localNames()
      usesMetered = try ProvidedReader(reader).usesMeteredNetworks()
      showsNotices = try ProvidedReader(reader).showsNotices()
      if provider != nil { held = try ProvidedReader(reader).heldDeletions() }
      server = try CarriedProvider.address(reader)
      if provider != nil { stated = try StoredDomainState.facts(reader) ?? [:] }
      if provider != nil { room = ProviderRoom(of: store) }
    } catch { throw CommandFailure("domain “\(name)”", error) }
  }

  /// The provider's process, if it runs and answers within a second.
  static func process(_ store: ItemStore) -> ProcessStatus? {
    guard let place = try? ProcessPlace(storeIn: store.directory) else { return nil }
    return ProcessQuery.status(at: place, until: .after(.seconds(1)))
  }

  /// - Parameter complaints: Why it is not healthy; `nil` where that was not found out.
  func write(to writer: ByteWriter, complaints: [String]? = nil) throws {
    var object = try JSONObject(writer)
    try object.add("name", name)
    if let complaints {
      try object.add("healthy", complaints.isEmpty)
      try object.add("complaints", complaints)
    }
    try object.add("store", path)
    try object.add("generation", generation)
    try object.add("oldestGeneration", oldestGeneration)
    try object.add("items", items)
    try object.add("workingSetItems", workingSetItems)
    try object.add("trashedItems", trashedItems)
    try object.add("provider", provider)
    if let process {
      try object.add("providerProcess") { writer in
        var facts = try JSONObject(writer)
        try facts.add("pid", Int64(process.process))
        try facts.add("since", microseconds: process.since)
        try facts.add("loads", Int64(process.loads))
        try facts.add("residentBytes", Int64(clamping: process.residentBytes))
        try facts.end()
      }
    }
    try provision?.write(into: &object)
    try object.add("trash", hasTrash)
    try object.add("recentsLimit", recents.limit)
    try object.add("recentsAgeSeconds", recents.age)
    switch history {
    case .changes(let count): try object.add("historyLimit", count)
    case .age(let seconds): try object.add("historyAgeSeconds", seconds)
    }
    if let cacheLimit { try object.add("cacheBytes", cacheLimit) }
    try object.add("localNames", localNames.patterns)
    if provider != nil {
      try object.add("meteredNetworks", usesMetered ? "all" : "needed")
      try object.add("notifications", showsNotices)
    }
    try object.add("heldDeletions", held?.items ?? 0)
    if let held, held.items > 0 { try object.add("heldSince", microseconds: held.since) }
    if let held, held.restoring > 0 { try object.add("restoring", held.restoring) }
    if let server { try object.add("server", server) }
    if !stated.isEmpty {
      try object.add("userInfo") { writer in
        try writer.append("{" as StaticString)
        for (index, fact) in stated.sorted(by: { $0.key < $1.key }).enumerated() {
          if index > 0 { try writer.append("," as StaticString) }
          try writer.appendJSON(fact.key)
          try writer.append(":" as StaticString)
          try writer.appendJSON(fact.value)
        }
        try writer.append("}" as StaticString)
      }
    }
    if let room {
      try object.add("availableBytes", room.available)
      try object.add("usedBytes", room.used)
    }
    try object.end()
  }

  private var historyText: String {
    switch history {
    case .changes(let count): "the last \(HumanText.count(count)) changes"
    case .age(let seconds): "the changes of the last \(Age(seconds: seconds))"
    }
  }

  private var processText: String {
    guard let process else { return "" }
    let since = HumanText.time(Timestamp(rawValue: process.since &* 1000))
    return ", process \(process.process) since \(since), \(HumanText.size(Int64(clamping: process.residentBytes)))"
  }

  private var roomText: String {
    room.map { "  room         \(HumanText.size($0.available)) left, \(HumanText.size($0.used)) used\n" } ?? ""
  }

  private var meteredText: String {
    provider != nil && usesMetered ? "  metered      everything is transferred on metered networks\n" : ""
  }

  private var statedText: String {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    return stated.sorted { $0.key < $1.key }
      .map { "  reported     " + HumanText.printable("\($0.key): \($0.value)", isTerminal: isTerminal) + "\n" }.joined()
  }

  private var heldText: String {
    guard let held else { return "" }
    var text = ""
    if held.items > 0 {
      text += "  held         \(HumanText.items(held.items)) that the provider deleted, since "
      text += HumanText.time(Timestamp(rawValue: held.since &* 1000)) + "\n"
    }
    if held.restoring > 0 {
      text += "  restoring    \(HumanText.items(held.restoring)) that the provider deleted\n"
    }
    return text
  }

  /// The decision required of the user, if any.
  var problem: CommandFailure? {
    guard let held, held.items > 0 else { return nil }
    let sync = "“\(HostProgram.current.name) sync --domain \(ShellWord.quoted(name))"
    return CommandFailure(
      "domain “\(name)”",
      """
      mass deletion: the provider deleted \(HumanText.items(held.items)). They stay here until \
      \(sync) --accept-deletions” deletes them here or \(sync) --restore” creates them again at the provider
      """)
  }

  private var provisionText: String {
    let text = provision?.text(isTerminal: isatty(STDOUT_FILENO) == 1) ?? ""
    return text.isEmpty ? "" : "\n" + text.dropLast()
  }

  var text: String {
    """
    domain \(name)
      store        \(path)
      provider     \((provider ?? "none, a local domain") + (server.map { " of \($0)" } ?? "") + processText)\(provisionText)
      items        \(HumanText.count(items))
      working set  \(HumanText.count(workingSetItems))
      trash        \(hasTrash ? HumanText.count(trashedItems) : "none")
      recents      \(HumanText.count(recents.limit)) at most, used in the last \(Age(seconds: recents.age))
      history      \(historyText)
      contents     \(cacheLimit.map { "at most \(HumanText.size($0)) downloaded" } ?? "no limit")
      local names  \(localNames == .standard ? "the defaults" : localNames.patterns.isEmpty ? "none" : localNames.patterns.joined(separator: "  "))
      generation   \(generation) (changes are kept since \(oldestGeneration))

    """ + meteredText + statedText + roomText + heldText
  }
}
