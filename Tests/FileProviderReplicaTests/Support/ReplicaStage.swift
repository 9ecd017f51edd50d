import FileProvider
@testable import FileProviderReplica
@testable import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import Logging
import TestSupport

/// A store in a directory of its own with a replica of a scripted provider, and eyes for what is in it.
final class ReplicaStage: @unchecked Sendable {
  // Sendable: everything is constant but `store` and `replica`, which `restart` replaces while nothing else runs.
  private let place: TestDirectory
  var directory: URL { place.url }
  let domain: NSFileProviderDomain
  let provider: ScriptedProvider
  /// What the system has for the provider, if not the provider itself.
  let law: LawProvider?
  /// Plans beside the replica.
  private let shadow: Shadow?
  let log = RecordedLog()
  private(set) var store: ItemStore
  private(set) var replica: Replica

  var tree: MemoryTree { provider.base.tree }

  private var served: any NSFileProviderReplicatedExtension & Sendable { law ?? provider }

  /// - Parameters:
  ///   - tree: What the provider has; the script's items if there is none.
  ///   - shadow: Sees what the replica decides.
  ///   - makeLaw: Makes what stands before the provider.
  init(
    _ script: ProviderScript, limits: ReplicaLimits = .quick, tree: MemoryTree? = nil, shadow: Shadow? = nil,
    before makeLaw: ((ScriptedProvider) -> LawProvider)? = nil
  ) async throws {
    place = try TestDirectory("replica")
    domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "test")
    provider = ScriptedProvider(domain: domain, script: script, tree: tree)
    law = makeLaw?(provider)
    self.shadow = shadow
    store = try ItemStore(directory: place.url)
    replica = Replica(store: store, extension: law ?? provider, domain: domain, logger: log.logger, limits: limits)
    watchDecisions()
    try await replica.start()
  }

  /// A stage on which all is listed.
  static func listed(
    _ faults: [Fault] = [], limits: ReplicaLimits = .quick, items: [MemoryItem] = ProviderScript.tree
  ) async throws -> ReplicaStage {
    let stage = try await ReplicaStage(ProviderScript(items: items, faults: faults), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  private func watchDecisions() {
    if let shadow { replica.state.decisions.set { shadow.note($0.0, $0.1) } }
  }

  func stop() async { await replica.stop() }

  /// A new process, as it were: a new store on the same directory, and a new replica.
  ///
  /// - Parameter isOtherBoot: Whether the machine has been started anew, too.
  func restart(limits: ReplicaLimits = .quick, isOtherBoot: Bool = false) async throws {
    await replica.stop()
    try law?.sent.processEnded(leaving: sentTexts())
    store = try ItemStore(directory: directory)
    if isOtherBoot {
      try store.change(author: Self.program) { (transaction) throws(StoreError) in
        try transaction.changeSetting("push.boot", to: "another")
      }
    }
    replica = Replica(store: store, extension: served, domain: domain, logger: log.logger, limits: limits)
    watchDecisions()
    try await replica.start()
  }

  /// The contents and the targets of links that were sent by calls whose end the store does not know.
  private func sentTexts() throws -> [String] {
    let folder = ContentSnapshots(of: store).folder
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    let targets = try store.readCommitted { (reader) throws(StoreError) in
      var targets: [String] = []
      let calls = try reader.statement("SELECT target FROM calls WHERE target IS NOT NULL")
      defer { calls.reset() }
      while try calls.step() { targets.append(calls.text(0)) }
      return targets
    }
    return targets + files.compactMap { try? String(contentsOf: $0, encoding: .utf8) }
  }

  // MARK: What a program does

  /// Looks into a folder, given its path.
  func list(_ path: String) async throws {
    let id = try id(path)
    try await replica.load(.listing(id))
  }

  /// Reads a document, given its path.
  func read(_ path: String) async throws -> String {
    let id = try id(path)
    try await replica.load(.contents(id))
    guard let content = try item(path)?.content else { return "" }
    return try store.text(of: content)
  }

  /// The number of the error that a program gets.
  func failure(_ body: () async throws -> Void) async -> Int32? {
    do {
      try await body()
      return nil
    } catch { return ProviderErrorPolicy(error).errno }
  }

  // MARK: What is here

  struct Missing: Error {
    var path: String
  }

  func id(_ path: String) throws -> ItemID {
    guard let item = try item(path) else { throw Missing(path: path) }
    return item.id
  }

  func item(_ path: String) throws -> ItemAttributes? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.resolve(path) }
  }

  /// The names in a folder, sorted.
  func names(_ path: String) throws -> [String] {
    let id = try id(path)
    var names: [String] = []
    try store.readCommitted { (reader) throws(StoreError) in
      try reader.forEachChild(of: id, after: .none) { _, name in
        names.append(String(decoding: name, as: UTF8.self))
        return true
      }
    }
    return names.sorted()
  }

  /// Everything in the store, by the provider's identifier.
  func everything() throws -> [String: Seen] {
    var seen: [String: Seen] = [:]
    try store.readCommitted { (reader) throws(StoreError) in
      var folders = [ItemID.root, .trash]
      while let folder = folders.popLast() {
        var children: [(ItemAttributes, String)] = []
        try reader.forEachChild(of: folder, after: .none) { item, name in
          children.append((copy item, String(decoding: name, as: UTF8.self)))
          return true
        }
        for (item, name) in children {
          if item.isFolder { folders.append(item.id) }
          guard let row = try ProvidedReader(reader).provided(item.id),
            let parent = try ProvidedReader(reader).providerIdentifier(of: folder)
          else {
            continue
          }
          seen[row.identifier] = Seen(
            parent: parent.rawValue, name: row.filename, kind: item.kind.word, size: item.kind == .file ? item.size : 0,
            isOwnName: name == FileName(providing: row.filename).spelling || folder == .trash)
        }
      }
    }
    return seen
  }

  /// The number of the newest change in the log.
  func generation() throws -> Generation {
    try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
  }

  /// Whether the provider is to be asked for an item.
  func isStale(_ identifier: String) throws -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).isStale(identifier)
    }
  }

  func setting(_ key: String) throws -> String? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.setting(key) }
  }
}

/// An item as it is seen in a store, or ought to be.
struct Seen: Hashable, Sendable {
  var parent: String
  var name: String
  var kind: String
  var size: Int64
  var isOwnName = true

  init(parent: String, name: String, kind: String, size: Int64, isOwnName: Bool = true) {
    self.parent = parent
    self.name = name
    self.kind = kind
    self.size = size
    self.isOwnName = isOwnName
  }

  init(_ item: MemoryItem) {
    self.init(
      parent: item.parent, name: item.name, kind: item.kind.rawValue,
      size: item.kind == .file ? Int64(item.contents.count) : 0)
  }
}

extension ReplicaLimits {
  /// Short pauses between tries.
  static var quick: ReplicaLimits {
    var limits = ReplicaLimits()
    limits.firstPause = .milliseconds(5)
    limits.longestPause = .milliseconds(20)
    limits.longestIdlePause = .milliseconds(20)
    limits.quiet = .zero
    limits.noteInterval = .milliseconds(1)
    limits.burst = .zero
    // Nobody replaces the process.
    limits.afterCancel = .zero
    return limits
  }

  /// Short deadlines, too, for what never comes.
  static var impatient: ReplicaLimits {
    var limits = quick
    limits.call = .seconds(2)
    limits.fetch = .seconds(2)
    return limits
  }
}

extension Replica {
  /// Asks for something, as the kernel edge does, and waits for the answer.
  func load(_ subject: SourceSubject) async throws {
    try await withCheckedThrowingContinuation { continuation in
      _ = begin(subject) { continuation.resume(with: $0) }
    }
  }
}
