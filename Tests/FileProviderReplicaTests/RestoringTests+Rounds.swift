import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What happens at the provider while a round looks, before very much is gone.
extension RestoringTests {
  /// A folder with very many documents, and another one; all of it is listed, and the document is here that is moved or copied.
  private func stageOfRounds(_ faults: [Fault] = []) async throws -> ReplicaStage {
    var items = [MemoryItem.folder("folder"), MemoryItem.folder("other"), MemoryItem("leaves", contents: "leaves")]
    items.append(MemoryItem("old", in: "other", contents: "old"))
    for number in 0..<120 { items.append(MemoryItem("\(number)", in: "folder", contents: "number \(number)")) }
    items.append(MemoryItem("moved", in: "folder", contents: "moved contents"))
    let stage = try await ReplicaStage(ProviderScript(items: items, faults: faults, pageSize: 500))
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/folder/moved")
    return stage
  }

  private func expireListings(of paths: [String], in stage: ReplicaStage) throws {
    let folders = try paths.map { try stage.id($0) }
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      for folder in folders { try ReplicationEditor(transaction).expireListing(of: folder) }
    }
  }

  /// A round that waits in the middle for what is done then.
  private func synchronize(
    _ stage: ReplicaStage, waitingIn fault: Fault, _ others: [Fault] = [],
    until isReady: @escaping () throws -> Bool = { true },
    _ body: () async throws -> Void
  ) async throws {
    stage.provider.fail([fault] + others)
    async let report = stage.replica.synchronize()
    let isWaiting = try await eventually { try stage.provider.heldCount == 1 && isReady() }
    #expect(isWaiting)
    do { try await body() } catch {
      stage.provider.release()
      throw error
    }
    stage.provider.release()
    let isComplete = try await report.isComplete
    #expect(isComplete)
  }

  private func moveDocument(_ stage: ReplicaStage) {
    stage.tree.remove("moved")
    stage.tree.put(MemoryItem("new", in: "other", name: "renamed", contents: "moved contents"))
  }

  /// Everything in the folder is gone, and is made again.
  private func restoreFolder(_ stage: ReplicaStage) async throws {
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    try await stage.replica.synchronize()
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 121)
    try await stage.replica.synchronize()
    #expect(try await stage.push())
  }

  private func expectItIsOnlyWhereItWasMovedTo(_ stage: ReplicaStage) async throws {
    #expect(stage.tree.items.count { $0.contents == Data("moved contents".utf8) } == 1)
    #expect(try stage.item("/folder/moved") == nil)
    #expect(try await stage.read("/other/renamed") == "moved contents")
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// The round has seen it in one folder, and then in the other one.
  ///
  /// - Parameter tellsChanges: Otherwise everything that was listed is listed again in each round.
  @Test(arguments: [true, false])
  func `a document that was moved while a round looked is not made again beside what it is now`(
    tellsChanges: Bool
  ) async throws {
    let faults = tellsChanges ? [] : [Fault(.nothing, in: .anchor)]
    let stage = try await stageOfRounds(faults)
    let folder = try stage.id("/folder")
    try expireListings(of: ["/folder", "/other"], in: stage)
    try await synchronize(stage, waitingIn: Fault(.waiting, in: .page, of: "other", times: 1), faults) {
      let listing = try stage.store.readCommitted { (reader) throws(StoreError) in
        try ReplicationReader(reader).listing(of: folder)
      }
      return listing?.isComplete == true
    } _: {
      moveDocument(stage)
    }
    #expect(try stage.item("/folder/moved") != nil && stage.item("/other/renamed") != nil)
    try await restoreFolder(stage)
    try await expectItIsOnlyWhereItWasMovedTo(stage)
  }

  /// The provider has said what changed before the document was moved, and a program has listed its new folder before the round knew.
  @Test func `a document that was moved while changes were asked for is not made again beside what it is now`()
    async throws
  {
    let stage = try await stageOfRounds()
    try await synchronize(stage, waitingIn: Fault(.held, in: .changes, times: 1)) {
      moveDocument(stage)
      try expireListings(of: ["/other"], in: stage)
      try stage.replica.loader.listings.list(stage.id("/other"))
      #expect(try stage.item("/folder/moved") != nil && stage.item("/other/renamed") != nil)
    }
    try await restoreFolder(stage)
    try await expectItIsOnlyWhereItWasMovedTo(stage)
  }

  /// The changes have reported it while the document was where it is: those that the round has pulled again, because something was gone.
  @Test func `a document of which a copy was made in the middle of the last round but one is made again`()
    async throws
  {
    let stage = try await stageOfRounds()
    stage.tree.remove("leaves")
    try expireListings(of: ["/other"], in: stage)
    try await synchronize(stage, waitingIn: Fault(.waiting, in: .page, of: "other", times: 1)) {
      stage.tree.put(MemoryItem("copy", contents: "moved contents"))
    }
    #expect(try stage.item("/leaves") == nil && stage.item("/copy") != nil)
    try await restoreFolder(stage)
    #expect(stage.providedText("/folder/moved") == "moved contents")
    #expect(stage.providedText("/copy") == "moved contents")
    await stage.stop()
    #expect(try stage.findings() == [])
  }
}
