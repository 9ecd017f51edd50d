import FileProviderProcess
import FileProviderReplica
import FileProviderStore

/// How a domain stands with its provider, in `status` and `domain info`.
struct ProviderFacts: Sendable {
  /// Contents that are being brought.
  struct Download: Sendable {
    var path: String
    /// In bytes, as far as the provider tells.
    var completed: Int64
    var total: Int64
  }

  /// What waits to be told.
  var waiting: WaitingSummary
  /// What holds something up, first what a person has to do something about.
  var problems: [ProviderProblem]
  var downloads: [Download]
  var downloadCount: Int64
  /// How many items stay here, or have something that does.
  var keptHere: Int64
  /// The folder of what was rescued, if something is in it.
  var rescued: String?
  /// When the provider's changes were last pulled completely, in microseconds since 1970; `nil` for never.
  var lastPull: Int64?

  /// More are not listed; `pending` does.
  private static let mostProblems = 20

  /// - Parameter process: How the provider's process is, if there is one.
  init(_ store: ItemStore, _ process: ProcessStatus?) throws(StoreError) {
    // A process that runs does that itself, but a moment later.
    try store.notePendingChanges()
    let reader = try store.makeCommittedReader()
    waiting = try reader.waitingSummary()
    keptHere = try reader.keptHere()
    rescued = try reader.rescuedPath()
    problems = []
    for item in try reader.itemsForPerson(limit: Self.mostProblems) {
      problems.append(try ProviderProblem(item, reader))
    }
    let details = process?.details
    for problem in details?.problems ?? [] { problems.append(try ProviderProblem(problem, reader)) }
    problems = problems.filter(\.needsPerson) + problems.filter { !$0.needsPerson }
    downloads = []
    for download in details?.downloads ?? [] {
      guard let path = try reader.path(of: download.item) else { continue }
      downloads.append(Download(path: path, completed: download.completed, total: download.total))
    }
    downloadCount = Int64(details?.downloadCount ?? 0)
    let recorded = try reader.setting(Replica.pulledSetting).flatMap { Int64($0) }
    lastPull = details?.lastPull ?? recorded
  }

  /// Whether something goes on only when a person does something.
  var needsPerson: Bool { problems.contains(where: \.needsPerson) }

  func write(into object: inout JSONObject) throws {
    try object.add("waiting", waiting.count)
    if let oldest = waiting.oldest {
      try object.add("oldestWaiting", microseconds: oldest)
    } else {
      try object.add("oldestWaiting", nil)
    }
    if let lastPull { try object.add("lastPulled", microseconds: lastPull) } else { try object.add("lastPulled", nil) }
    try object.add("problems") { try ProviderProblem.write(problems, to: $0) }
    try object.add("keptHere", keptHere)
    try object.add("rescued", rescued)
    try object.add("downloadCount", downloadCount)
    try object.add("downloads") { try write(downloads, to: $0) }
  }

  private func write(_ downloads: [Download], to writer: ByteWriter) throws {
    try writer.append(UInt8(ascii: "["))
    for (index, download) in downloads.enumerated() {
      if index > 0 { try writer.append(UInt8(ascii: ",")) }
      var object = try JSONObject(writer)
      try object.add("path", download.path)
      try object.add("bytes", download.completed)
      try object.add("totalBytes", download.total)
      try object.end()
    }
    try writer.append(UInt8(ascii: "]"))
  }

  /// Lines below those of the domain.
  func text(isTerminal: Bool) -> String {
    func time(_ microseconds: Int64) -> String { HumanText.time(Timestamp(rawValue: microseconds &* 1000)) }
    var lines = ["  in step      " + (lastPull.map { "asked for changes \(time($0))" } ?? "never asked for changes")]
    if let oldest = waiting.oldest {
      lines.append("  waiting      \(HumanText.items(waiting.count)) to be told, the oldest since \(time(oldest))")
    }
    if keptHere > 0 {
      lines.append("  kept here    of \(HumanText.items(keptHere)), what the provider cannot hold, or is not told")
    }
    if let rescued {
      lines.append("  rescued      \(rescued) has what was changed here and has no place at the provider any more")
    }
    for download in downloads {
      lines.append(
        "  downloading  \(download.path), \(HumanText.size(download.completed)) of \(HumanText.size(download.total))")
    }
    if downloadCount > downloads.count { lines.append("  downloading  \(downloadCount) documents in all") }
    for problem in problems {
      lines.append((problem.needsPerson ? "  needs you    " : "  held up      ") + problem.line)
    }
    return lines.map { HumanText.printable($0, isTerminal: isTerminal) + "\n" }.joined()
  }
}
