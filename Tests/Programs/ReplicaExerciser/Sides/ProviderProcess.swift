import FileProvider
import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import Glibc
import Logging
import TestSupport

/// The process of the provider: a replica between the store and the server, programs that read, and people at the other side.
final class ProviderProcess {
  let store: ItemStore
  let server: Server
  let replica: Replica
  private let provider: ServedProvider
  private let journal: Journal
  /// What a person decides on deletions that are held.
  var decision = HeldState.accepted

  init(storeIn directory: URL, server: Server, journal: Journal) throws {
    store = try ItemStore(directory: directory)
    self.server = server
    self.journal = journal
    let domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier("exercised"), displayName: "test")
    provider = ServedProvider(domain: domain, server: server, journal: journal)
    var logger = Logger(label: "replica") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .info
    replica = Replica(store: store, extension: provider, domain: domain, logger: logger, limits: .quick)
  }

  func start() async throws {
    journal.noteBeginning()
    try await replica.start()
  }

  func signal() { provider.base.base.signal() }

  /// - Parameter isWanted: Says when enough was done.
  func act(_ count: Int, _ other: inout OtherSide) async throws {
    for _ in 0..<count {
      if other.random.oneIn(3) {
        other.act()
        signal()
      } else {
        try read(&other.random)
        if server.hasMany, other.random.oneIn(8) { try decide() }
      }
      // The clock itself is meant: any moment.
      if other.random.oneIn(2) { try await Task.sleep(for: .milliseconds(other.random.below(12))) }
    }
  }

  /// Looks into a folder, reads a document or a part of it, drops contents, or keeps them here. Nobody waits for what comes.
  private func read(_ random: inout SeededGenerator) throws {
    let places = try StoreTree(store).places.filter { !$0.isRescued }
    guard let place = places.randomElement(using: &random) else { return }
    let id = place.item.id
    if place.item.isFolder {
      _ = replica.begin(.listing(id)) { _ in }
    } else if place.item.flags.contains(.dataless), place.item.size > 8192, !random.oneIn(4) {
      let start = Int64(random.below(Int(place.item.size) - 1))
      let end = min(place.item.size, start + 1 + Int64(random.below(20_000)))
      _ = replica.begin(.range(id, start..<end)) { _ in }
    } else if place.item.flags.contains(.dataless) {
      _ = replica.begin(.contents(id)) { _ in }
    } else {
      try evict(place)
    }
  }

  /// Drops the contents of a document. It is refused where they are needed here, or pinned.
  private func evict(_ place: StoreTree.Place) throws {
    let wasPinned = try isPinned(place.item.id)
    let freed = (try? store.evict(place.item.id)) ?? 0
    if try freed > 0 && wasPinned && isPinned(place.item.id) {
      journal.noteWrong("\(place.path) was evicted and is pinned")
    }
  }

  private func isPinned(_ id: ItemID) throws -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in try reader.membership(of: id)?.pinned == true }
  }

  /// Whether deletions are held, or are to be made again at the provider.
  func isHolding() throws -> Bool {
    let held = try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).heldDeletions() }
    return held.map { $0.items > 0 || $0.restoring > 0 } ?? false
  }

  /// Decides on what is held, as the command `sync` does for a person.
  func decide() throws {
    guard try store.decideOnHeldDeletions(decision) != nil else { return }
    replica.synchronize(listsEverything: false) { _ in }
  }
}

extension ReplicaLimits {
  /// Short pauses between tries.
  static var quick: ReplicaLimits {
    var limits = ReplicaLimits()
    (limits.firstPause, limits.longestPause) = (.milliseconds(5), .milliseconds(20))
    (limits.longestIdlePause, limits.noteInterval, limits.burst) = (.milliseconds(20), .milliseconds(1), .zero)
    // What a killed program was writing counts as being written for so long.
    (limits.quiet, limits.longestQuiet) = (.zero, .seconds(2))
    return limits
  }
}
