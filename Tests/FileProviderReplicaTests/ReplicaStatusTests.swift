import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica

/// Synchronization with providers that do not report their changes, and what the status reports of that.
@Suite struct ReplicaStatusTests {
  private func catchUp(_ stage: ReplicaStage, _ path: String? = nil) async throws -> SynchronizationReport {
    let id = try path.map { try stage.id($0) }
    return try await withCheckedThrowingContinuation { continuation in
      stage.replica.catchUp(listing: id) { continuation.resume(with: $0) }
    }
  }

  @Test func `a folder that was opened is listed again by age where the anchor never moved`() {
    var status = ReplicaStatus()
    let folder = ItemID(rawValue: 2000)
    let second: UInt64 = 1_000_000_000
    #expect(status.isStale(folder, refreshAfter: nil, at: second), "it was not listed in this process")
    status.noteListing(of: folder, at: second)
    #expect(!status.isStale(folder, refreshAfter: nil, at: 30 * second))
    #expect(status.isStale(folder, refreshAfter: nil, at: 31 * second))
    #expect(status.isStale(folder, refreshAfter: 5000, at: 6 * second))
    #expect(!status.isStale(folder, refreshAfter: 5000, at: 5 * second))
    status.feed = .moving
    #expect(!status.isStale(folder, refreshAfter: nil, at: 1000 * second), "its provider tells what changes")
    #expect(status.isStale(folder, refreshAfter: 5000, at: 1000 * second))
    #expect(!status.isStale(folder, refreshAfter: 5000, at: 0), "a clock that goes back is no age")
  }

  @Test func `opening a folder lists it again, and what was listed a moment ago is left alone`() async throws {
    let stage = try await ReplicaStage(
      ProviderScript(items: ProviderScript.tree, faults: [Fault(.nothing, in: .anchor)]))
    try await stage.list("/")
    try await stage.list("/folder")
    let folder = try stage.id("/folder")
    let before = stage.provider.count(.page, of: "folder")
    stage.replica.noteOpening(of: folder, refreshAfter: nil)
    stage.tree.put(MemoryItem("late", in: "folder", contents: "late"))
    #expect(stage.provider.count(.page, of: "folder") == before)
    stage.replica.noteOpening(of: folder, refreshAfter: 0)
    #expect(try await eventually { (try? stage.names("/folder").contains("late")) == true })
    await stage.stop()
  }

  /// After a walk through folders that are listed, a program opens one that is not.
  @Test func `folders that are listed again keep no program waiting`() async throws {
    let folders = (0..<200).map { MemoryItem.folder("folder \($0)") }
    let feed = Fault(.nothing, in: .anchor)
    let stage = try await ReplicaStage(ProviderScript(items: folders + [.folder("other")], faults: [feed]))
    try await stage.list("/")
    for folder in folders + [.folder("other")] { try await stage.list("/" + folder.name) }
    stage.tree.put(.folder("unlisted", in: "other"))
    stage.replica.noteOpening(of: try stage.id("/other"), refreshAfter: 0)
    #expect(try await eventually { (try? stage.id("/other/unlisted")) != nil })
    #expect(try stage.item("/other/unlisted")?.flags.contains(.unlisted) == true)
    stage.provider.fail([feed, Fault(.late, in: .page, milliseconds: 50)])
    let before = folders.map { stage.provider.count(.page, of: $0.identifier) }
    for folder in folders { stage.replica.noteOpening(of: try stage.id("/" + folder.name), refreshAfter: 0) }
    try await stage.list("/other/unlisted")
    let repeated = zip(folders, before).count { stage.provider.count(.page, of: $0.identifier) > $1 }
    #expect(repeated < 100)
    await stage.stop()
  }

  @Test func `an anchor that moved is remembered, and one that is gone is forgotten`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.replica.synchronize()
    #expect(try stage.setting("provider.feed") == nil)
    stage.tree.put(MemoryItem("late", contents: "late"))
    try await stage.replica.synchronize()
    #expect(try stage.setting("provider.feed") == "moves")
    try await stage.restart()
    let folder = try stage.id("/")
    try await stage.list("/")
    let before = stage.provider.count(.page, of: MemoryItem.root)
    let enumerators = stage.provider.count(.enumerator, of: MemoryItem.root)
    stage.replica.noteOpening(of: folder, refreshAfter: nil)
    try await stage.replica.synchronize()
    // The provider hears of it, and may look there first.
    #expect(try await eventually { stage.provider.count(.enumerator, of: MemoryItem.root) == enumerators + 1 })
    #expect(stage.provider.count(.page, of: MemoryItem.root) == before)
    await stage.stop()
  }

  @Test func `catching up lists a folder again, and all that was listed where changes are not reported`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.list("/")
    try await stage.list("/folder")
    try await stage.list("/empty")
    let pages = { stage.provider.count(.page, of: $0) }
    var before = (pages("folder"), pages("empty"))
    #expect(try await catchUp(stage).isComplete)
    #expect(pages("folder") > before.0 && pages("empty") > before.1, "the anchor has never moved")
    stage.tree.put(MemoryItem("late", contents: "late"))
    _ = try await catchUp(stage)
    before = (pages("folder"), pages("empty"))
    #expect(try await catchUp(stage, "/folder").isComplete)
    #expect(pages("folder") > before.0 && pages("empty") == before.1, "the anchor moves")
    await stage.stop()
  }

  @Test func `what was refused is sent again when the domain is synchronized`() async throws {
    let fault = Fault.failing(.cannotSynchronize, in: .create, times: 1)
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: [fault]))
    try await stage.list("/")
    try stage.make("/new", "text")
    #expect(try await eventually { (try? stage.waiting().first?.state) == .parked })
    let blocked = try stage.store.readCommitted { (reader) throws(StoreError) in
      try PushReader(reader).blockedItems(limit: 9)
    }
    #expect(blocked.map(\.path) == ["/new"])
    _ = try await catchUp(stage)
    #expect(try await eventually { (try? stage.waiting().isEmpty) == true })
    await stage.stop()
  }

  @Test func `latched items are reported by error, with the time`() async throws {
    let faults = [
      Fault.failing(.notAuthenticated, in: .fetch, of: "a"), .failing(.notAuthenticated, in: .fetch, of: "b"),
      .failing(.serverUnreachable, in: .fetch, of: "c"),
    ]
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults))
    try await stage.list("/")
    try await stage.list("/folder")
    for path in ["/a", "/folder/b", "/folder/c"] {
      #expect(await stage.failure { _ = try await stage.read(path) } != nil)
    }
    let problems = stage.replica.problems
    #expect(problems.map(\.count).sorted() == [1, 2])
    #expect(problems.filter { ProviderErrorPolicy.needsUserAction($0.error) }.map(\.count) == [2])
    // The first pull may end later than the listings.
    #expect(try await eventually { stage.replica.lastPull != nil })
    _ = try await catchUp(stage)
    #expect(stage.replica.problems.isEmpty)
    await stage.stop()
  }

  @Test func `a kind of call fails when two fail in a row, until one succeeds or an outage is over`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    var failing: [CallRecord.Kind] {
      stage.replica.state.callRecords.withLock { $0.records.filter(\.isFailing).map(\.kind) }
    }
    try await stage.list("/")
    try await stage.list("/folder")
    try await stage.replica.synchronize()
    _ = try await stage.read("/folder/b")
    stage.provider.fail([Fault(.error, in: .fetch, of: "a", code: 500, domain: "Server")])
    #expect(await stage.failure { _ = try await stage.read("/a") } != nil)
    #expect(failing == [], "it may be that document's alone")
    #expect(await stage.failure { _ = try await stage.read("/a") } != nil)
    #expect(failing == [.read])
    _ = try await stage.read("/folder/c")
    #expect(failing == [])
    stage.provider.fail([.failing(.serverUnreachable, in: .fetch)])
    for _ in 0..<2 { #expect(await stage.failure { _ = try await stage.read("/a") } != nil) }
    #expect(failing == [.read])
    try await stage.list("/empty")
    #expect(failing == [])
    stage.provider.fail([Fault(.error, in: .create, code: 500, domain: "Server")])
    try stage.make("/new", "text")
    #expect(try await eventually { failing == [.push] })
    stage.provider.mend()
    #expect(try await stage.push())
    #expect(failing == [])
    await stage.stop()
  }

  @Test func `pinned items are downloaded, and what comes below them later`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.list("/")
    try stage.change("/folder") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.pinned = true }
    }
    func isHere(_ path: String) -> Bool { (try? stage.item(path)?.flags.contains(.dataless)) == false }
    #expect(try await eventually { isHere("/folder/b") && isHere("/folder/e") })
    #expect(!isHere("/a"))
    stage.tree.put(MemoryItem("late", in: "folder", contents: "late"))
    _ = try await catchUp(stage)
    #expect(try await eventually { isHere("/folder/late") })
    await stage.stop()
  }

  /// A provider that is out of order for a while says so to a program, which may try again; nobody tries for what is pinned.
  @Test func `what is pinned and could not be fetched is tried again`() async throws {
    var limits = ReplicaLimits.quick
    limits.attempts = 1
    let stage = try await ReplicaStage(
      ProviderScript(
        items: ProviderScript.tree,
        faults: [Fault(.error, in: .fetch, of: "b", times: 3, code: 1, domain: "Other")]), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    try stage.change("/") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.pinned = true }
    }
    func isHere(_ path: String) -> Bool { (try? stage.item(path)?.flags.contains(.dataless)) == false }
    #expect(try await eventually { isHere("/a") && isHere("/folder/b") })
    #expect(stage.provider.count(.fetch, of: "b") == 4)
    await stage.stop()
  }
}
