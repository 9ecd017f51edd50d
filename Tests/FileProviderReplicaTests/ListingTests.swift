import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Glibc
import Logging
import TestSupport
import Testing

/// What a program sees that looks into folders: exactly the provider's items, and exactly those errors.
@Suite struct ListingTests {
  @Test func `a name that is free only when another folder is listed is given back`() async throws {
    let items = [
      MemoryItem.folder("one"), MemoryItem.folder("two"),
      MemoryItem("x", in: "one", name: "same"), MemoryItem("y", in: "one", name: "same"),
    ]
    let stage = try await ReplicaStage(ProviderScript(items: items))
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.names("/one") == ["same", "same (2)"])
    stage.tree.change("x") { $0.parent = "two" }
    // As in a round after changes were missed, one folder after the other.
    try stage.replica.loader.listings.list(stage.id("/two"))
    #expect(try stage.names("/two") == ["same"])
    #expect(try stage.names("/one") == ["same"])
    await stage.stop()
  }

  /// The error is older than what the changes report: another user has deleted the folder, and made another one with its identifier.
  @Test func `a folder that is reported while it is listed is not removed because it was gone`() async throws {
    let faults = [
      Fault(.blocking, in: .enumerator, of: "folder", times: 1, milliseconds: 400),
      Fault.failing(.noSuchItem, in: .page, of: "folder", times: 1),
    ]
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults))
    try await stage.list("/")
    async let listing: Void = stage.list("/folder")
    #expect(try await eventually { stage.provider.count(.enumerator, of: "folder") == 1 })
    stage.tree.change("folder") { $0.tags = "new" }
    try await stage.replica.synchronize()
    try? await listing
    #expect(try stage.item("/folder") != nil)
    try await stage.list("/folder")
    #expect(try stage.names("/folder") == ["b", "c", "d", "e"])
    await stage.stop()
  }

  /// A provider that compares two states does not report what went and came back between the two.
  @Test(arguments: [false, true]) func `what was gone for a moment is here again`(isRestarted: Bool) async throws {
    let fault = Fault.failing(.noSuchItem, in: .page, of: "folder", times: 1)
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: [fault]))
    try await stage.list("/")
    #expect(await stage.failure { try await stage.list("/folder") } == ENOENT)
    // A round that was under way may have asked for it already.
    #expect(try stage.names("/").filter { $0 != "folder" } == ["a", "empty", "link"])
    if isRestarted { try await stage.restart() }
    try await stage.replica.synchronize()
    #expect(try await eventually { try stage.names("/") == ["a", "empty", "folder", "link"] })
    await stage.stop()
  }

  /// The changes of a round that had begun before are older, and so would be the answer to a question at its end.
  @Test func `what was gone for a moment is asked for after changes that were pulled since`() async throws {
    let stage = try await ReplicaStage(.plain)
    try await stage.list("/")
    stage.provider.fail([
      Fault(.held, in: .changes, times: 2), .failing(.noSuchItem, in: .page, of: "folder", times: 1),
    ])
    async let round = stage.replica.synchronize()
    #expect(try await eventually { stage.provider.heldCount == 1 })
    #expect(await stage.failure { try await stage.list("/folder") } == ENOENT)
    stage.provider.release()
    _ = try await round
    #expect(try await eventually { stage.provider.heldCount == 1 })
    #expect(try stage.names("/") == ["a", "empty", "link"])
    #expect(
      try stage.store.readCommitted { (reader) throws(StoreError) in
        try ReplicationReader(reader).isAnythingSeeminglyGoneBeforePull()
      })
    stage.provider.release()
    #expect(try await eventually { try stage.names("/") == ["a", "empty", "folder", "link"] })
    await stage.stop()
  }

  @Test
  func `a folder is listed when it is first looked into, page by page, and not before`() async throws {
    let stage = try await ReplicaStage(.plain)
    #expect(try stage.names("/") == [])
    try await stage.list("/")
    #expect(try stage.names("/") == ["a", "empty", "folder", "link"])
    #expect(try stage.names("/folder") == [])
    #expect(try stage.item("/folder")?.flags.contains(.unlisted) == true)
    try await stage.list("/folder")
    #expect(try stage.names("/folder") == ["b", "c", "d", "e"])
    #expect(try stage.item("/folder")?.flags.contains(.unlisted) == false)
    #expect(try stage.item("/a")?.size == 6)
    #expect(try stage.item("/a")?.flags.contains(.dataless) == true)
    let link = try stage.id("/link")
    #expect(
      try stage.store.readCommitted { (reader) throws(StoreError) in try reader.target(of: link) }
        == Array("folder/b".utf8))
    // It is not asked for again, and no enumerator is left.
    let count = stage.provider.count(.page, of: "folder")
    try await stage.list("/folder")
    #expect(stage.provider.count(.page, of: "folder") == count)
    await stage.stop()
    #expect(stage.provider.base.liveEnumerators == 0)
    #expect(stage.provider.base.isInvalidated)
  }

  @Test
  func `a big folder that is listed again has everything that it had, and nothing of it counts as gone`() async throws {
    let items = (0..<30).map { MemoryItem("item \($0)", contents: "") }
    var limits = ReplicaLimits.quick
    // What a pass has seen is forgotten in steps of this.
    limits.itemsPerTransaction = 10
    let stage = try await ReplicaStage(ProviderScript(items: items), limits: limits)
    try stage.replica.loader.listings.list(.root)
    try stage.replica.loader.listings.list(.root)
    let held = try stage.store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).undecidedItems(limit: 100).count
    }
    #expect(held == 0)
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.names("/").count == items.count)
    await stage.stop()
  }

  @Test
  func `everything that comes is of the author remote`() async throws {
    let stage = try await ReplicaStage(.plain)
    try await stage.list("/")
    try stage.store.readCommitted { (reader) throws(StoreError) in
      try LogReader(reader).forEachLogRow(after: .zero) { (row) throws(StoreError) in
        #expect(try reader.author(row.author) == Replica.author)
        return true
      }
    }
    await stage.stop()
  }

  @Test
  func `a transient error in mid-list is got over, from the last page on`() async throws {
    let stage = try await ReplicaStage(.errorInMidList)
    try await stage.list("/")
    try await stage.list("/folder")
    #expect(try stage.names("/folder") == ["b", "c", "d", "e"])
    #expect(stage.provider.count(.page, of: "folder") == 3)
    await stage.stop()
  }

  @Test
  func `an error that stays is an input/output error; the next look resumes, also after a restart`() async throws {
    let stage = try await ReplicaStage(.staysBroken)
    try await stage.list("/")
    #expect(await stage.failure { try await stage.list("/folder") } == EIO)
    #expect(try stage.names("/folder") == ["b", "c"])
    #expect(try stage.item("/folder")?.flags.contains(.unlisted) == true)
    try await stage.restart()
    stage.provider.mend()
    let count = stage.provider.count(.page, of: "folder")
    try await stage.list("/folder")
    #expect(try stage.names("/folder") == ["b", "c", "d", "e"])
    #expect(stage.provider.count(.page, of: "folder") == count + 1)
    await stage.stop()
  }

  /// A provider may take the pages of a listing from what there was when it began.
  @Test(arguments: [false, true])
  func `a page is as old as the first one of its listing, also for another process`(isRestarted: Bool) async throws {
    let fault = Fault(.error, in: .page, of: "folder", after: 1, code: 1, domain: "SomeServerDomain")
    let stage = try await ReplicaStage(
      ProviderScript(items: ProviderScript.tree, faults: [fault], pageSize: 2, paging: .ofSnapshot))
    try await stage.replica.synchronize()
    try await stage.list("/")
    #expect(await stage.failure { try await stage.list("/folder") } == EIO)
    #expect(try stage.names("/folder") == ["b", "c"])
    stage.tree.change("d") { $0.contents = Data("longer than before".utf8) }
    stage.tree.remove("e")
    if isRestarted { try await stage.restart() }
    try await stage.replica.synchronize()
    if isRestarted { try await stage.restart() }
    stage.provider.mend()
    try await stage.list("/folder")
    #expect(try stage.item("/folder/d")?.size == 18)
    try await stage.replica.synchronize()
    #expect(try stage.names("/folder") == ["b", "c", "d"])
    #expect(try stage.item("/folder/d")?.size == 18)
    // Nobody asks any more what was reported meanwhile.
    stage.tree.change("b") { $0.tags = "new" }
    try await stage.replica.synchronize()
    let count = try stage.store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).observedCount()
    }
    #expect(count == 0)
    await stage.stop()
  }

  @Test
  func `a folder that does not exist gives ENOENT once, and is gone here`() async throws {
    let stage = try await ReplicaStage(.noSuchFolder)
    // The first pull has everything listed again that was listed before its anchor, and the folder would come back.
    try await stage.replica.synchronize()
    try await stage.list("/")
    #expect(await stage.failure { try await stage.list("/folder") } == ENOENT)
    #expect(try stage.names("/") == ["a", "empty", "link"])
    await stage.stop()
  }

  @Test
  func `a provider without a trash has none here`() async throws {
    let stage = try await ReplicaStage(.noTrash)
    #expect(try await eventually { try stage.setting("trash") == "none" })
    try await stage.replica.synchronize()
    #expect(stage.provider.count(.enumerator, of: MemoryItem.trash) == 1)
    await stage.stop()
  }

  @Test
  func `a folder that the provider cannot list gives EOPNOTSUPP and is hidden`() async throws {
    let stage = try await ReplicaStage(.unsupportedFolder)
    // The first pull has everything listed again that was listed before its anchor, and the folder would come back.
    try await stage.replica.synchronize()
    try await stage.list("/")
    #expect(await stage.failure { try await stage.list("/folder") } == EOPNOTSUPP)
    #expect(try stage.names("/") == ["a", "empty", "link"])
    await stage.stop()
  }

  @Test
  func `a listing that is never answered is an input/output error in bounded time, and leaves no thread`() async throws
  {
    let stage = try await ReplicaStage(.never, limits: .impatient)
    try await stage.list("/")
    let start = ContinuousClock.now
    #expect(await stage.failure { try await stage.list("/folder") } == EIO)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(stage.replica.loader.loads.count == 0)
    await stage.stop()
    #expect(stage.replica.loader.listings.listers.threadCount == 0)
  }

  @Test
  func `a call that does not return holds up only whoever waits for it, for as long as it takes`() async throws {
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(.blocking, in: .enumerator, of: "folder", milliseconds: 1000)])
    let stage = try await ReplicaStage(script)
    try await stage.list("/")
    async let listed: Void = stage.list("/folder")
    #expect(try await eventually { stage.provider.count(.enumerator, of: "folder") == 1 })
    try await stage.list("/empty")
    // A caller that asks meanwhile shares it.
    try await stage.list("/folder")
    try await listed
    #expect(try stage.names("/folder").count == 4)
    #expect(stage.provider.count(.enumerator, of: "folder") == 1)
    await stage.stop()
  }

  @Test
  func `two who look at once share one load`() async throws {
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(.late, in: .page, of: "folder", milliseconds: 100)])
    let stage = try await ReplicaStage(script)
    try await stage.list("/")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await stage.list("/folder") } }
      try await group.waitForAll()
    }
    #expect(stage.provider.count(.enumerator, of: "folder") == 1)
    await stage.stop()
  }

  @Test
  func `an unreachable server is not asked again at once; the user is notified once; the rest goes on`()
    async throws
  {
    let stage = try await ReplicaStage(.unreachable)
    try await stage.replica.synchronize()
    try await stage.list("/")
    #expect(await stage.failure { try await stage.list("/folder") } == EHOSTUNREACH)
    #expect(await stage.failure { try await stage.list("/folder") } == EHOSTUNREACH)
    #expect(stage.provider.count(.page, of: "folder") == 1)
    #expect(stage.log.messages(.notice).count == 1)
    try await stage.list("/empty")
    try await NSFileProviderManager(for: stage.domain)?.signalErrorResolved(NSFileProviderError(.serverUnreachable))
    try await stage.list("/folder")
    #expect(await stage.failure { _ = try await stage.read("/a") } == EACCES)
    try await stage.replica.synchronize()
    #expect(try await stage.read("/a") == "alpha\n")
    await stage.stop()
  }

  @Test
  func `names that no file system takes are mapped, reversibly, and none is dropped`() async throws {
    let stage = try await ReplicaStage(.oddNames)
    try await stage.list("/")
    for (identifier, name) in ProviderScript.oddNamesHere {
      let id = try stage.id("/" + name)
      let row = try stage.store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).provided(id) }
      #expect(row?.identifier == identifier)
      #expect(row?.filename == stage.tree[identifier]?.name)
    }
    #expect(try stage.names("/").count == 12)
    // When the name is free, the item that had to make way gets it back.
    stage.tree.remove("one")
    try await stage.replica.synchronize()
    let names = try stage.names("/")
    #expect(names.contains("same.txt"))
    #expect(names.count == 11)
    await stage.stop()
  }

  @Test
  func `items with a wrong parent are in the folder that lists them`() async throws {
    let stage = try await ReplicaStage(.wrongParents)
    try await stage.list("/")
    try await stage.list("/folder")
    #expect(try stage.names("/folder") == ["b", "c", "d", "e"])
    await stage.stop()
  }

  @Test(arguments: [Fault.Effect.loop, .longToken, .flood])
  func `a provider that breaks the contract of pages is stopped, and what came is kept`(_ effect: Fault.Effect)
    async throws
  {
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(effect, in: .page, of: "folder", after: 1)], pageSize: 1)
    let stage = try await ReplicaStage(script)
    try await stage.list("/")
    #expect(await stage.failure { try await stage.list("/folder") } == EIO)
    #expect(try stage.names("/folder").contains("b"))
    stage.provider.mend()
    try await stage.replica.synchronize()
    try await stage.list("/folder")
    #expect(try stage.names("/folder") == ["b", "c", "d", "e"])
    await stage.stop()
  }

  @Test
  func `a page that ends twice counts once`() async throws {
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(.twice, in: .page), Fault(.twice, in: .fetch)])
    let stage = try await ReplicaStage(script)
    try await stage.list("/")
    try await stage.list("/folder")
    #expect(try stage.names("/folder") == ["b", "c", "d", "e"])
    #expect(try await stage.read("/folder/b") == "beta\n")
    await stage.stop()
  }

  @Test
  func `a listing whose page has expired begins anew; what vanished meanwhile goes`() async throws {
    var script = ProviderScript(items: ProviderScript.tree, pageSize: 1)
    script.faults = [.failing(.syncAnchorExpired, in: .page, of: "folder", after: 2, times: 1)]
    let stage = try await ReplicaStage(script)
    try await stage.list("/")
    try await stage.list("/folder")
    #expect(try stage.names("/folder") == ["b", "c", "d", "e"])
    await stage.stop()
  }
}
