import FileProviderDomains
import FileProviderProcess
import FileProviderProgram
import FileProviderReplica
import FileProviderStore

/// How a domain stands with its provider, in `status` and `domain info`.
struct ProviderFacts: Sendable {
  /// A download in progress.
  struct Download: Sendable {
    var path: String
    /// In bytes, as far as the provider reports it.
    var completed: Int64
    var total: Int64
  }

  /// The changes not uploaded yet.
  var waiting: PendingSummary
  /// Why only what programs wait for is transferred, if that is so.
  var restraint: TransferRestraint?
  /// The problems, those that require user action first.
  var problems: [ProviderProblem]
  var downloads: [Download]
  var downloadCount: Int64
  /// How many items stay here, or have something that does.
  var keptHere: Int64
  /// The folder of what was rescued, if something is in it.
  var rescued: String?
  /// What was removed on the provider's word, and can be restored.
  var removed: RemovedDocuments?
  /// The recorded outcome of the calls of each kind.
  var calls: [CallRecord]
  /// When the provider's changes were last pulled completely, in microseconds since 1970; `nil` for never.
  var lastPull: Int64?

  /// More are not listed; `pending` does.
  private static let mostProblems = 20

  /// - Parameters:
  ///   - process: The state of the provider's process, if there is one.
  ///   - notesPending: Whether the store is written first, so that the newest changes count. A process that runs does that itself, but a moment later.
  init(_ store: ItemStore, _ process: ProcessStatus?, notesPending: Bool = true) throws(StoreError) {
    if notesPending { try store.notePendingChanges() }
    let reader = try store.makeCommittedReader()
    waiting = try PushReader(reader).pendingSummary()
    restraint = try TransferRestraint(reader, process)
    keptHere = try WaitingReader(reader).keptHere()
    rescued = try WaitingReader(reader).rescuedPath()
    removed = try RescueReader(reader).removedDocuments()
    problems = []
    for item in try PushReader(reader).blockedItems(limit: Self.mostProblems) {
      problems.append(try ProviderProblem(item, reader))
    }
    let details = process?.details
    for problem in details?.problems ?? [] { problems.append(try ProviderProblem(problem, reader)) }
    calls = try CallRecord.all(reader)
    // A failed upload is no longer a problem when nothing is pending.
    for call in calls where call.isFailing && !(call.kind == .push && waiting.count == 0) {
      // The reason of a waiting item is part of its own line.
      guard let failure = call.failure, !problems.contains(where: { $0.words == failure.words }) else { continue }
      problems.append(try ProviderProblem(failure, of: call.kind, reader))
    }
    problems = problems.filter(\.needsUserAction) + problems.filter { !$0.needsUserAction }
    downloads = []
    for download in details?.downloads ?? [] {
      guard let path = try reader.path(of: download.item) else { continue }
      downloads.append(Download(path: path, completed: download.completed, total: download.total))
    }
    downloadCount = Int64(details?.downloadCount ?? 0)
    let recorded = try reader.setting(ReplicaStatus.pulledSetting).flatMap { Int64($0) }
    lastPull = details?.lastPull ?? recorded
  }

  /// Why the domain is unhealthy, a sentence each; empty if calls succeed and no user action is required.
  var complaints: [String] {
    let ofRescued = rescued.map { "\($0): \(Self.wordsOfRescued); move the items to where they belong, or delete them" }
    return problems.map(\.line) + [ofRescued].compactMap { $0 }
  }

  private static let wordsOfRescued = "contains local changes that no longer have a place at the provider"

  func write(into object: inout JSONObject) throws {
    try object.add("waiting", waiting.count)
    if let oldest = waiting.oldest {
      try object.add("oldestWaiting", microseconds: oldest)
    } else {
      try object.add("oldestWaiting", nil)
    }
    if let lastPull { try object.add("lastPulled", microseconds: lastPull) } else { try object.add("lastPulled", nil) }
    try TransferRestraint.write(restraint, into: &object)
    try object.add("problems") { try ProviderProblem.write(problems, to: $0) }
    try object.add("calls") { try write(calls, to: $0) }
    try object.add("keptHere", keptHere)
    try object.add("rescued", rescued)
    try object.add("removedDocuments", removed?.count ?? 0)
    if let removed {
      try object.add("removedUntil", microseconds: removed.keptUntil)
    } else {
      try object.add("removedUntil", nil)
    }
    try object.add("downloadCount", downloadCount)
    try object.add("downloads") { try write(downloads, to: $0) }
  }

  private func write(_ calls: [CallRecord], to writer: ByteWriter) throws {
    try writer.append(UInt8(ascii: "["))
    for (index, call) in calls.enumerated() {
      if index > 0 { try writer.append(UInt8(ascii: ",")) }
      var object = try JSONObject(writer)
      try object.add("kind", call.kind.rawValue)
      if let time = call.lastSuccess { try object.add("lastSuccess", microseconds: time) }
      try object.add("failures", Int64(call.failures))
      if let failure = call.failure {
        try object.add("failingSince", microseconds: failure.since)
        try object.add("error", failure.words)
      }
      try object.end()
    }
    try writer.append(UInt8(ascii: "]"))
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
    var lines = ["  last sync    " + (lastPull.map { "changes fetched \(time($0))" } ?? "never")]
    if let restraint { lines.append("  transfers    " + restraint.sentence) }
    if let oldest = waiting.oldest {
      lines.append(
        "  pending      \(HumanText.items(waiting.count)) not uploaded yet, the oldest since \(time(oldest))")
    }
    if keptHere > 0 {
      lines.append(
        "  local only   \(HumanText.items(keptHere)) with parts that are not uploaded or that the provider cannot store"
      )
    }
    if let rescued {
      lines.append("  rescued      \(rescued) \(Self.wordsOfRescued)")
    }
    if let removed {
      let documents = HumanText.count(removed.count) + (removed.count == 1 ? " document" : " documents")
      lines.append(
        "  removed      \(documents) that the provider removed can be restored with “sync --restore PATH”; the first expires \(time(removed.keptUntil))"
      )
    }
    for download in downloads {
      lines.append(
        "  downloading  \(download.path), \(HumanText.size(download.completed)) of \(HumanText.size(download.total))")
    }
    if downloadCount > downloads.count { lines.append("  downloading  \(downloadCount) documents in total") }
    for problem in problems {
      lines.append((problem.needsUserAction ? "  user action  " : "  retrying     ") + problem.line)
    }
    return lines.map { HumanText.printable($0, isTerminal: isTerminal) + "\n" }.joined()
  }
}

extension RemovedDocuments {
  /// When the first of them expires, in microseconds since 1970.
  fileprivate var keptUntil: Int64 { (oldest.rawValue + RemovedDocument.keptFor) / 1000 }
}
