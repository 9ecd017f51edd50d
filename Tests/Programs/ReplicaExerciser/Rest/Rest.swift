import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem

/// Lets both sides come to rest after the last fault, and looks for what is wrong then.
final class Rest {
  private let process: ProviderProcess
  private let directory: URL
  private let journal: String
  private(set) var problems: [String] = []

  init(storeIn directory: URL, server: Server, journal: String) throws {
    self.directory = directory
    self.journal = journal
    process = try ProviderProcess(storeIn: directory, server: server, journal: Journal(journal))
  }

  /// What is true at once, whatever was lost.
  func lookAtOnce() throws {
    problems += try PartVerification.problems(process.store).map { "after the fault: " + $0 }
    let reading = Journal.Reading(journal)
    var found = Set(process.server.read { $0.items.compactMap { Text($0.contents) } })
    for place in try StoreTree(process.store).places where place.item.kind == .file {
      guard let bytes = StoreTree.contents(of: place.item, process.store) else { continue }
      check(bytes, "\(place.path) after the fault", reading.known)
      if let text = Text(bytes) { found.insert(text) }
    }
    for text in reading.owed.subtracting(found) {
      problems.append("\(text) is lost as soon as after the fault: \(reading.story(of: text))")
    }
  }

  /// Tells and pulls everything until both sides are equal.
  ///
  /// - Parameter decision: What a person decides on deletions that are held. What cannot be made again is accepted then.
  func run(decision: HeldState) async throws {
    process.decision = decision
    try await process.start()
    var difference: [String] = ["nothing was compared"]
    for _ in 0..<12 where !difference.isEmpty {
      try await process.replica.synchronize(listsEverything: true)
      try process.decide()
      process.decision = .accepted
      try await process.replica.synchronize(listsEverything: true)
      let replica = process.replica
      let isPushed = try await onThread { try replica.pushAndWait(until: .after(.seconds(15))) }
      if !isPushed {
        // What a call finds to be gone may wait for the person, too.
        if try process.isHolding() { continue }
        problems.append("something waits for ever: \(try waiting())")
        return
      }
      try await process.replica.synchronize(listsEverything: true)
      problems += try PartVerification.problems(process.store)
      if try process.isHolding() {
        // What is held and is not here cannot be read: the person decides once more.
        difference = ["deletions are held"]
        continue
      }
      try await hydrate()
      difference = try SideComparison(process.store, process.server).differences
    }
    problems += difference
  }

  func end() async throws {
    let store = process.store
    try verifyTexts(store)
    await process.replica.stop()
    try StoreCheck.run(storeIn: directory, StoreCheck.Options()) { finding in
      if finding.state == .left { problems.append("check: \(finding.path ?? "") \(finding.problem)") }
    }
  }

  private func hydrate() async throws {
    for place in try StoreTree(process.store).documents where place.item.flags.contains(.dataless) {
      do { try await bring(.contents(place.item.id)) } catch {
        problems.append("\(place.path) cannot be read: \(error)")
      }
    }
  }

  private func bring(_ subject: SourceSubject) async throws {
    try await withCheckedThrowingContinuation { continuation in
      _ = process.replica.begin(subject) { continuation.resume(with: $0) }
    }
  }

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  private func waiting() throws -> [String] {
    var items: [String] = []
    try process.store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).forEachPending {
        items.append("\($0)")
        return true
      }
    }
    return items
  }

  // MARK: Texts

  private func verifyTexts(_ store: ItemStore) throws {
    let reading = Journal.Reading(journal)
    problems += reading.wrong
    var here: [Text] = []
    for place in try StoreTree(store).places where place.item.kind == .file {
      guard let bytes = StoreTree.contents(of: place.item, store) else { continue }
      check(bytes, place.path, reading.known)
      if let text = Text(bytes) { here.append(text) }
    }
    let items = process.server.read { $0.items.filter { $0.kind == .file } }
    for item in items { check(Array(item.contents), "\(item.identifier), there,", reading.known) }
    let there = items.compactMap { Text($0.contents) }
    for text in reading.owed.subtracting(here + there).sorted(by: { $0.number < $1.number }) {
      problems.append("\(text) was synchronized and is lost: \(reading.story(of: text))")
    }
    // The answer to a creation may be lost with its process, and the item be moved by others before it is seen: then there is one copy more.
    for (text, texts) in Dictionary(grouping: there, by: { $0 }) where texts.count > max(1, reading.creators[text] ?? 1)
    {
      let names = items.filter { Text($0.contents) == text }.map { "\($0.parent)/\($0.name)" }
      problems.append("\(text) is there \(texts.count) times, as \(names): \(reading.story(of: text))")
    }
  }

  private func check(_ bytes: [UInt8], _ place: String, _ known: Set<Text>) {
    // A program that was killed, or the power, may have left nothing yet.
    if bytes.isEmpty { return }
    if let text = Text(bytes), known.contains(text) || text.number >= 9_000_000 { return }
    problems.append(
      "\(place) has contents that nobody wrote: \(bytes.count) bytes, \(bytes.count { $0 == 0 }) zeros, "
        + String(decoding: bytes.prefix(32), as: UTF8.self))
  }
}
