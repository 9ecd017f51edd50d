import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import LinuxSystem
import Synchronization
import TestSupport
import Testing

/// Listings that are begun together, while others are under way: nothing that the provider has is taken for gone.
@Suite struct BegunListingsTests {
  private static let names = ["a", "b", "c", "d", "e"]

  /// A folder of two pages that was listed, with what is in it, and is to be listed again.
  private func stage(_ limits: ReplicaLimits = .quick) async throws -> ReplicaStage {
    let items = [MemoryItem.folder("folder")] + Self.names.map { MemoryItem($0, in: "folder", contents: $0) }
    let stage = try await ReplicaStage(ProviderScript(items: items), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  private func expire(_ folder: ItemID, _ stage: ReplicaStage) throws {
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).expireListing(of: folder)
    }
  }

  /// How a pass goes on whose second page failed.
  private func startAtSecondPage(of folder: ItemID, _ stage: ReplicaStage) throws -> ListingPass.Start {
    stage.provider.fail([.failing(.serverUnreachable, in: .page, of: "folder", after: 1)])
    try expire(folder, stage)
    #expect(throws: (any Error).self) { try stage.replica.loader.listings.list(folder) }
    stage.provider.mend()
    return try ListingPass.start(stage.replica.loader.listings, folder)
  }

  /// Lists the folder, as the thread that pulls does after it has begun many, and finds everything as it was.
  private func check(_ folder: ItemID, _ ids: [ItemID], _ stage: ReplicaStage) async throws {
    try stage.replica.loader.listings.list(folder)
    try await stage.replica.synchronize()
    #expect(try Self.names.map { try stage.item("/folder/" + $0)?.id } == ids)
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  @Test func `a pass that was at its second page is not gone on with after its end`() async throws {
    let stage = try await stage()
    let folder = try stage.id("/folder")
    let ids = try Self.names.map { try stage.id("/folder/" + $0) }
    let start = try startAtSecondPage(of: folder, stage)
    #expect(start.page != NSFileProviderPage.initialPageSortedByName as NSFileProviderPage)
    try ListingPass.startTogether(
      stage.replica.loader.listings, [folder], besides: stage.replica.loader.loads)
    _ = try ListingPass.run(stage.replica.loader.listings, from: start)
    try await check(folder, ids, stage)
  }

  @Test func `a pass that another one has replaced takes nothing for gone`() async throws {
    let stage = try await stage()
    let folder = try stage.id("/folder")
    let ids = try Self.names.map { try stage.id("/folder/" + $0) }
    let start = try startAtSecondPage(of: folder, stage)
    // What the first page had is forgotten, and the generation is another one.
    try expire(folder, stage)
    _ = try stage.make("/other", "news")
    _ = try ListingPass.start(stage.replica.loader.listings, folder)
    #expect(throws: ListingPass.BeginAnew.self) { try ListingPass.run(stage.replica.loader.listings, from: start) }
    let held = try stage.store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).undecidedItems(limit: 100)
    }
    #expect(held.isEmpty)
    try await check(folder, ids, stage)
  }

  @Test func `what is to be loaded is not begun by others`() async throws {
    var limits = ReplicaLimits.quick
    limits.concurrency = 1
    let stage = try await stage(limits)
    let folder = try stage.id("/folder")
    let ids = try Self.names.map { try stage.id("/folder/" + $0) }
    try expire(folder, stage)
    let isOpen = Monitor(false)
    stage.replica.loader.listings.listers.submit(.max) {
      _ = isOpen.wait(until: .after(.seconds(30)), for: { $0 ? true : nil })
    }
    let answer = PendingAnswer<Void>()
    _ = stage.replica.loader.load(.listing(folder)) { answer.answer($0) }
    try ListingPass.startTogether(
      stage.replica.loader.listings, [folder], besides: stage.replica.loader.loads)
    #expect(stage.replica.loader.listings.begun.withLock { $0.isEmpty })
    isOpen.withLock { $0 = true }
    try answer.wait(until: .after(.seconds(30)))?.get()
    try ListingPass.startTogether(
      stage.replica.loader.listings, [folder], besides: stage.replica.loader.loads)
    #expect(stage.replica.loader.listings.begun.withLock { $0[folder] != nil })
    try await check(folder, ids, stage)
  }
}
