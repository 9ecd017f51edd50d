import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica

/// What a listing lacks is not gone before the provider says so of the item.
@Suite struct AbsenceTests {
  private static func name(_ number: Int) -> String { "f\(String(number + 1000).dropFirst())" }

  /// 300 documents in pages of 100, each of which counts the items before it; all of them are listed here, and then the provider forgets its history.
  private func stage() async throws -> ReplicaStage {
    let items = (0..<300).map { MemoryItem(Self.name($0), contents: "text") }
    let stage = try await ReplicaStage(ProviderScript(items: items, pageSize: 100, paging: .byOffset))
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.names("/").count == 300)
    stage.expireAnchors()
    return stage
  }

  /// Begins to list the root, up to its second page.
  private func beginListing(_ stage: ReplicaStage) async throws {
    stage.provider.fail([Fault(.waiting, in: .page, of: MemoryItem.root, after: 1, times: 1)])
    stage.provider.base.signal()
    #expect(try await eventually { stage.provider.heldCount == 1 })
  }

  private func finish(_ stage: ReplicaStage) async throws {
    stage.provider.release()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
  }

  enum Change: CaseIterable {
    case renamed, moved, deleted, created
  }

  /// The items at the border of two pages are in neither.
  @Test(arguments: Change.allCases, [false, true])
  func `what our own change moves from one page to another stays, also across processes`(
    _ change: Change, isRestarted: Bool
  ) async throws {
    let stage = try await stage()
    if change == .moved {
      stage.tree.put(MemoryItem.folder("zz"))
      try await stage.replica.synchronize(listsEverything: true)
      stage.expireAnchors()
    }
    let ids = try [99, 100, 101].map { try stage.id("/\(Self.name($0))") }
    // It is unknown here, and no change reports it.
    stage.tree.put(MemoryItem("new", name: "f099b", contents: "new"))
    stage.tree.forgetHistory()
    try await beginListing(stage)
    let first = stage.tree.items.count
    for name in ["f000", "f001"] {
      switch change {
      case .renamed: try stage.move("/\(name)", to: "/z\(name)")
      case .moved: try stage.move("/\(name)", to: "/zz/\(name)")
      case .deleted: try stage.remove("/\(name)")
      case .created: try stage.make("/a\(name)", "ours")
      }
    }
    let isReported = { (name: String) in
      switch change {
      case .renamed: stage.tree[name]?.name == "z\(name)"
      case .moved: stage.tree[name]?.parent == "zz"
      case .deleted: stage.tree[name] == nil
      case .created: stage.tree.items.count == first + 2
      }
    }
    #expect(try await eventually { isReported("f000") && isReported("f001") })
    if isRestarted {
      try await stage.restart()
      stage.provider.mend()
    }
    try await finish(stage)
    #expect(try await eventually { try stage.difference() == nil })
    #expect(try [99, 100, 101].map { try stage.id("/\(Self.name($0))") } == ids)
    #expect(try stage.item("/f099b") != nil)
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// Somebody else has moved it there, so nothing here knows that the listing is wrong.
  @Test(arguments: [true, false])
  func `what a listing lacks is asked for, or listed once more, and stays if it is there`(tellsItems: Bool)
    async throws
  {
    let stage = try await stage()
    try await beginListing(stage)
    if !tellsItems { stage.provider.fail([.failing(cocoa: .featureUnsupported, in: .item)]) }
    let id = try stage.id("/f100")
    stage.tree.change("f000") { $0.name = "z000" }
    try await finish(stage)
    #expect(try stage.difference() == nil)
    #expect(try stage.id("/f100") == id)
    #expect(stage.provider.count(.item, of: "f100") > 0)
    await stage.stop()
  }

  @Test func `each item that a listing lacks is asked for once, and goes if it is gone`() async throws {
    let stage = try await stage()
    for number in 0..<20 { stage.tree.remove(Self.name(number)) }
    stage.tree.forgetHistory()
    try await stage.replica.synchronize()
    #expect(try stage.names("/").count == 280)
    #expect(stage.provider.count(.item, of: Self.name(7)) == 1)
    await stage.stop()
  }

  @Test func `nothing is asked for where so much is gone that the user decides`() async throws {
    let stage = try await stage()
    for number in 0..<100 { stage.tree.remove(Self.name(number)) }
    stage.tree.forgetHistory()
    try await stage.replica.synchronize()
    #expect(try stage.names("/").count == 300)
    #expect((0..<100).allSatisfy { stage.provider.count(.item, of: Self.name($0)) == 0 })
    let held = try stage.store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).heldDeletions()?.items
    }
    #expect(held == 100)
    await stage.stop()
  }

  @Test func `what cannot be asked for stays, and goes when the provider can be asked`() async throws {
    let stage = try await stage()
    stage.tree.remove("f007")
    stage.tree.remove("f008")
    stage.tree.forgetHistory()
    stage.provider.fail([.failing(.serverUnreachable, in: .item, of: "f007")])
    let report = try await stage.replica.synchronize()
    #expect(!report.isComplete)
    #expect(try stage.item("/f007") != nil)
    #expect(try stage.item("/f008") == nil, "it keeps nothing else")
    stage.provider.mend()
    #expect(try await eventually { try stage.item("/f007") == nil })
    await stage.stop()
  }

  /// As a server answers whose folder was not mounted.
  @Test func `a provider without its root is out of order, and nothing is gone`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.replica.synchronize(listsEverything: true)
    let before = try stage.everything()
    let notified = Mutex(0)
    stage.replica.whenUserActionIsRequired { error in
      if (error as NSError).code == ProviderErrorPolicy.OwnCode.rootMissing.rawValue { notified.withLock { $0 += 1 } }
    }
    let calls: [Fault.Call] = [.enumerator, .page, .changes, .item, .fetch]
    stage.provider.fail(calls.map { .failing(.noSuchItem, in: $0) })
    for path in ["/a", "/folder/b"] { #expect(await stage.failure { _ = try await stage.read(path) } != nil) }
    for _ in 0..<3 {
      let report = try await stage.replica.synchronize(listsEverything: true)
      #expect(!report.isComplete)
      #expect(try stage.everything() == before)
      let error = try #require(stage.replica.problems.first { ProviderErrorPolicy.needsUserAction($0.error) }?.error)
      #expect((error as NSError).code == ProviderErrorPolicy.OwnCode.rootMissing.rawValue)
    }
    #expect(notified.withLock { $0 } == 1)
    stage.provider.mend()
    stage.tree.remove("c")
    // Nobody signals.
    #expect(try await eventually { try stage.replica.problems.isEmpty && stage.item("/folder/c") == nil })
    #expect(try stage.difference() == nil)
    #expect(try await stage.read("/a") == "alpha\n")
    await stage.stop()
  }
}
