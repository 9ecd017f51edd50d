import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica

/// What another machine does with an item before its creation is answered, or with one whose creation is never answered.
@Suite struct UnconfirmedCreationTests {
  private func stage(_ faults: [Fault], fetch: Duration = .milliseconds(300)) async throws -> ReplicaStage {
    var limits = ReplicaLimits.quick
    limits.fetch = fetch
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  @Test func `what cannot be asked for again is in the log`() async throws {
    let stage = try await stage([.failing(.serverUnreachable, in: .item)])
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).markStale(for: "empty")
    }
    stage.provider.base.signal()
    #expect(
      try await eventually {
        stage.log.messages(.debug).contains { $0.contains("did not return an item again; retrying") }
      })
    await stage.stop()
  }

  /// Pauses that grow from 20 ms.
  private var growing: ReplicaLimits {
    var limits = ReplicaLimits.quick
    (limits.firstPause, limits.longestPause, limits.longestIdlePause) = (.milliseconds(20), .seconds(1), .seconds(60))
    return limits
  }

  /// However long the provider was unreachable, and however often it was tried meanwhile.
  @Test func `what may have been made is looked for as soon as the provider answers again`() async throws {
    var limits = ReplicaLimits.quick
    (limits.firstPause, limits.longestPause, limits.longestIdlePause) = (.seconds(600), .seconds(600), .seconds(600))
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    let calls: [Fault.Call] = [.changes, .anchor, .page, .item]
    stage.provider.fail(
      calls.map { .failing(.serverUnreachable, in: $0) } + [Fault(.error, in: .create, code: 1, domain: "Other")])
    try stage.make("/new", "text")
    #expect(try await eventually { stage.provider.count(.create, of: MemoryItem.root) == 1 })
    #expect(try await eventually { try stage.waiting().contains { $0.state == .later } })
    stage.replica.signal()
    #expect(try await eventually { stage.replica.state.status.withLock { $0.isPullIncomplete } })
    stage.replica.state.pushNow()
    #expect(try await eventually { try stage.waiting().contains { $0.errorDomain == NSFileProviderErrorDomain } })
    stage.provider.mend()
    try await stage.replica.synchronize()
    #expect(try await eventually { stage.providedText("/new") == "text" }, "\(stage.log.text)")
    await stage.stop()
  }

  @Test(arguments: [NSFileProviderError.Code.serverUnreachable, .notAuthenticated])
  func `a provider that is away is not asked over and over whether it has made something`(
    _ code: NSFileProviderError.Code
  ) async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree), limits: growing)
    try await stage.replica.synchronize(listsEverything: true)
    let calls: [Fault.Call] = [.create, .changes, .anchor, .page, .item]
    stage.provider.fail(calls.map { .failing(code, in: $0) })
    let asked = { stage.provider.count(.changes, of: NSFileProviderItemIdentifier.workingSet.rawValue) }
    let before = asked()
    try stage.make("/new", "text")
    #expect(try await eventually { stage.provider.count(.create, of: MemoryItem.root) == 1 })
    #expect(try await eventually { asked() > before + 2 })
    // The clock itself is meant: with a pause of 20 ms after each it would be a hundred.
    try await Task.sleep(for: .seconds(2))
    #expect(asked() - before < 25)
    stage.provider.fail([])
    stage.replica.signal()
    #expect(try await stage.push())
    #expect(stage.providedText("/new") == "text")
    await stage.stop()
  }

  @Test func `a provider that is away is not asked for all that it has said`() async throws {
    let stage = try await ReplicaStage(
      ProviderScript(items: ProviderScript.tree, faults: [.failing(.serverUnreachable, in: .item)]), limits: growing)
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      for number in 0..<50 { try ReplicationEditor(transaction).markStale(for: "\(number)") }
    }
    let asked = { (0..<50).reduce(0) { $0 + stage.provider.count(.item, of: "\($1)") } }
    stage.provider.base.signal()
    #expect(try await eventually { asked() > 0 })
    // The clock itself is meant: without longer pauses it would be fifty.
    try await Task.sleep(for: .seconds(1))
    #expect(asked() < 20)
    await stage.stop()
  }

  @Test func `what the provider has no room for is not looked for, and sent once there is room`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree), limits: growing)
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.fail([.failing(.insufficientQuota, in: .create)])
    let asked = { stage.provider.count(.changes, of: NSFileProviderItemIdentifier.workingSet.rawValue) }
    let before = asked()
    for number in 0..<5 { try stage.make("/\(number)", "text \(number)") }
    #expect(try await eventually { stage.provider.count(.create, of: MemoryItem.root) >= 10 })
    #expect(asked() - before <= 2, "nothing may have happened")
    stage.provider.fail([])
    stage.replica.signal()
    #expect(try await stage.push())
    for number in 0..<5 { #expect(stage.providedText("/\(number)") == "text \(number)") }
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  private func texts(_ stage: ReplicaStage, _ text: String) -> [MemoryItem] {
    stage.tree.items.filter { $0.contents == Data(text.utf8) }
  }

  /// The changes have reported it at its new place, as an unknown item, when the answer comes that has the old one.
  @Test(arguments: [ItemKind.folder, .symlink])
  func `what is moved there before its creation is answered stays where it was moved`(kind: ItemKind) async throws {
    let stage = try await stage([Fault(.late, in: .create, times: 1, milliseconds: 500)], fetch: .seconds(60))
    let id = try stage.make("/made", kind: kind)
    #expect(try await eventually { stage.provided("/made") != nil })
    let made = try #require(stage.provided("/made")?.identifier)
    stage.tree.change(made) { ($0.parent, $0.name) = ("folder", "moved") }
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try stage.id("/folder/moved") == id)
    #expect(try stage.item("/made") == nil)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The provider has made a folder, and its answer is held.
  private func folderWithHeldAnswer() async throws -> (stage: ReplicaStage, identifier: String) {
    let stage = try await stage([Fault(.held, in: .create, times: 1)], fetch: .seconds(60))
    try stage.make("/made", kind: .folder)
    #expect(try await eventually { stage.provider.heldCount == 1 })
    return (stage, try #require(stage.provided("/made")?.identifier))
  }

  /// The changes have reported both, and what is in an unlisted folder is left out.
  @Test func `what somebody puts into a folder and throws away with it comes with the answer to its creation`()
    async throws
  {
    let (stage, made) = try await folderWithHeldAnswer()
    stage.tree.put(MemoryItem("inner", in: made, contents: "inner"))
    stage.tree.change(made) { $0.parent = MemoryItem.trash }
    try await stage.replica.synchronize()
    stage.provider.release()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The changes have reported it somewhere else, and then gone.
  @Test func `what is moved and removed there before its creation is answered does not come back with the answer`()
    async throws
  {
    let (stage, made) = try await folderWithHeldAnswer()
    stage.tree.change(made) { ($0.parent, $0.name) = ("folder", "moved") }
    try await stage.replica.synchronize()
    #expect(try stage.item("/folder/moved") != nil)
    stage.tree.remove(made)
    try await stage.replica.synchronize()
    #expect(try await eventually { try stage.item("/folder/moved") == nil })
    stage.provider.release()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// No change reports it, since the provider has forgotten them, and the folder is unlisted.
  @Test func `a creation that was not answered is found in a folder that came since`() async throws {
    let stage = try await stage([Fault(.neverAfterwards, in: .create, times: 1)])
    let id = try stage.make("/new", "new contents")
    #expect(try await eventually { !texts(stage, "new contents").isEmpty })
    let made = try #require(texts(stage, "new contents").first)
    for (folder, parent) in [("outer", MemoryItem.root), ("inner", "outer")] {
      stage.tree.put(.folder(folder, in: parent))
    }
    stage.tree.change(made.identifier) { ($0.parent, $0.name) = ("inner", "moved") }
    stage.tree.forgetHistory()
    stage.provider.base.signal()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(texts(stage, "new contents").map(\.name) == ["moved"])
    #expect(try stage.id("/outer/inner/moved") == id)
    await stage.stop()
  }

  /// Somebody may have moved it into a folder whose deletion the provider refuses. If the process ends right then, the next one looks there, too.
  @Test func `a folder that comes back is looked into for a creation in the transaction that restores it`() async throws
  {
    let stage = try await stage([Fault(.never, in: .create), Fault(.never, in: .delete)], fetch: .seconds(60))
    try stage.make("/new", "new contents")
    try stage.remove("/empty")
    let calls = { (stage.provider.count(.create, of: MemoryItem.root), stage.provider.count(.delete, of: "empty")) }
    #expect(try await eventually { calls() == (1, 1) })
    #expect(try stage.replica.state.unlistedRequest() == nil)
    let folder = ProvidedItem(identifier: "empty", parent: MemoryItem.root, filename: "empty", kind: .folder)
    try stage.replica.loader.applier.apply(ProvidedBatch(updated: [folder]), anchor: nil, isWanted: true)
    #expect(try stage.item("/empty") != nil)
    let request = try #require(try stage.replica.state.unlistedRequest())
    // What begins while a round looks is for the next one.
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try ReplicaState.askForUnlisted(transaction)
    }
    try stage.replica.state.endUnlistedRequest(request)
    let other = try #require(try stage.replica.state.unlistedRequest())
    try stage.replica.state.endUnlistedRequest(other)
    #expect(try stage.replica.state.unlistedRequest() == nil)
    await stage.stop()
  }

  private func links(_ stage: ReplicaStage) -> [MemoryItem] {
    stage.tree.items.filter { $0.kind == .symlink && $0.identifier != "link" }
  }

  /// As a document is known by its contents.
  @Test func `a link whose creation was not answered is found where somebody has moved it`() async throws {
    let stage = try await stage([Fault(.neverAfterwards, in: .create, times: 1)])
    let id = try stage.make("/new", kind: .symlink)
    #expect(try await eventually { stage.provided("/new") != nil })
    let made = try #require(stage.provided("/new")?.identifier)
    stage.tree.change(made) { ($0.parent, $0.name) = ("folder", "moved") }
    stage.provider.base.signal()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(links(stage).map(\.name) == ["moved"])
    #expect(try stage.id("/folder/moved") == id)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The call has not come to the provider, and somebody else was faster.
  @Test func `a link to something else in the place of an unconfirmed one is another one`() async throws {
    let stage = try await stage([Fault(.never, in: .create, times: 1)])
    try stage.make("/new", kind: .symlink)
    #expect(try await eventually { stage.provider.count(.create, of: MemoryItem.root) > 0 })
    var theirs = MemoryItem.symlink("theirs", to: "elsewhere")
    theirs.name = "new"
    stage.tree.put(theirs)
    stage.provider.base.signal()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(Set(links(stage).compactMap(\.target)) == ["target", "elsewhere"])
    #expect(stage.tree["theirs"]?.target == "elsewhere")
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Many servers keep what came before the connection ended.
  @Test(arguments: [false, true]) func `what has begun to arrive is no other version, and is sent whole`(
    isNew: Bool
  ) async throws {
    let whole = (0..<2000).map { "line \($0)\n" }.joined()
    let begun = String(whole.prefix(7000))
    let stage = try await stage([Fault(.never, in: isNew ? .create : .modify, times: 1)])
    _ = try await stage.read("/a")
    if isNew { try stage.make("/new", whole) } else { try stage.write("/a", whole) }
    #expect(
      try await eventually {
        stage.provider.count(isNew ? .create : .modify, of: isNew ? MemoryItem.root : "a") > 0
      })
    if isNew {
      stage.tree.put(MemoryItem("X", in: MemoryItem.root, name: "new", contents: begun))
    } else {
      stage.tree.change("a") { $0.contents = Data(begun.utf8) }
    }
    stage.provider.base.signal()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(stage.providedText(isNew ? "/new" : "/a") == whole)
    #expect(try stage.names("/") == ["a", "empty", "folder", "link"] + (isNew ? ["new"] : []))
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// It would be taken for one with what was created, and be gone.
  @Test func `an answer with an item of another kind is another one`() async throws {
    let stage = try await stage([
      Fault(.never, in: .create, times: 1), Fault(.other, in: .create, times: 1, text: "a"),
    ])
    try stage.make("/new", kind: .symlink)
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(stage.logged("another item was returned", "name=new") == 1, "\(stage.log.text)")
    #expect(links(stage).contains { $0.name == "new" } && stage.providedText("/a") == "alpha\n")
    #expect(try await stage.read("/a") == "alpha\n")
    #expect(try stage.item("/new")?.kind == .symlink)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// There are more of them than are looked into in one round, and only the last has it.
  @Test func `a creation that was not answered is found in the last of very many folders`() async throws {
    var limits = ReplicaLimits.quick
    (limits.fetch, limits.mostSearchedFolders) = (.milliseconds(300), 3)
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(.neverAfterwards, in: .create, times: 1)])
    let stage = try await ReplicaStage(script, limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    let id = try stage.make("/new", "new contents")
    #expect(try await eventually { !texts(stage, "new contents").isEmpty })
    let made = try #require(texts(stage, "new contents").first)
    for number in 0..<8 { stage.tree.put(.folder("\(number)")) }
    stage.tree.change(made.identifier) { ($0.parent, $0.name) = ("7", "moved") }
    stage.tree.forgetHistory()
    let isFound = try await eventually {
      stage.provider.base.signal()
      return try stage.item("/7/moved") != nil
    }
    #expect(isFound)
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(texts(stage, "new contents").map(\.name) == ["moved"])
    #expect(try stage.id("/7/moved") == id)
    await stage.stop()
  }

  /// It is looked for where it may have been made. What is in the way there says nothing of the place where it is to be.
  @Test func `what was moved before its creation was answered keeps the name that it has here`() async throws {
    let stage = try await stage([Fault(.error, in: .create, of: MemoryItem.root, code: 1, domain: "Other")])
    let id = try stage.make("/new", "text")
    #expect(try await eventually { try stage.waiting().contains { $0.attempts > 0 } })
    stage.tree.put(.folder("another"))
    stage.tree.change("another") { $0.name = "new" }
    try stage.move("/new", to: "/moved")
    stage.provider.fail([])
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try stage.id("/moved") == id)
    #expect(stage.providedText("/moved") == "text")
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Its contents decide which of two creations an item is; where both have the same, the place that was sent for one of them.
  @Test(arguments: [false, true])
  func `an item in the place of an unconfirmed creation is it if it has its contents`(isCopy: Bool) async throws {
    let stage = try await stage([
      Fault(.errorAfterwards, in: .create, of: MemoryItem.root, times: 1, code: 1, domain: "Other"),
      Fault(.never, in: .create, of: "folder", times: 1), Fault(.error, in: .item, code: 1, domain: "Other"),
    ])
    let (mine, other) = ("first contents", isCopy ? "first contents" : "other contents")
    let id = try stage.make("/new", mine)
    #expect(try await eventually { try stage.waiting().contains { $0.attempts > 0 } })
    let made = try #require(texts(stage, mine).first)
    stage.tree.change(made.identifier) { ($0.parent, $0.name) = ("folder", "moved") }
    let unconfirmed = try stage.make("/folder/moved", other)
    #expect(try await eventually { stage.provider.count(.create, of: "folder") > 0 })
    try await stage.replica.synchronize()
    // The second one is not answered, either, so that it is looked for after the first one.
    stage.provider.fail([Fault(.never, in: .create, of: "folder", times: 1)])
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    let texts = stage.tree.items.filter { [Data(mine.utf8), Data(other.utf8)].contains($0.contents) }
    #expect(texts.count == 2, "\(texts)")
    // Which of the two has the name in the end depends on whose collision comes first.
    let known = try stage.store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).provided(identifier: made.identifier)?.item
    }
    #expect(known == (isCopy ? unconfirmed : id))
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The folder in which it is being created turns out to be another one here, in which something has its name. That leaves the name to it, since the
  /// provider has it there.
  @Test func `a document that is created in a folder that is two here has its own name in the end`() async throws {
    let unanswered = Fault(.error, in: .create, of: MemoryItem.root, code: 1, domain: "Other")
    let stage = try await stage([unanswered], fetch: .seconds(60))
    try stage.make("/same", kind: .folder)
    try stage.make("/same/n", "one")
    #expect(try await eventually { stage.provider.count(.create, of: MemoryItem.root) > 0 })
    stage.tree.change("empty") { $0.name = "same" }
    try await stage.replica.synchronize()
    #expect(try stage.item("/same (2)") != nil)
    stage.provider.fail([unanswered, Fault(.late, in: .create, of: "empty", times: 1, milliseconds: 600)])
    let id = try stage.make("/same (2)/n", "two")
    #expect(try await eventually { stage.provided("/same/n") != nil })
    stage.provider.mend()
    #expect(try await eventually { try stage.item("/same (2)") == nil })
    // Whatever has no own name is looked at after a pull.
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(stage.providedText("/same/n") == "two")
    #expect(try stage.id("/same/n") == id)
    #expect(texts(stage, "one").count == 1)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The creation is sent again at the place that it had, unless another folder has got that name since: the two would be one.
  @Test func `folders exchange their names while one is being created without an answer`() async throws {
    var limits = ReplicaLimits.quick
    limits.fetch = .milliseconds(300)
    let script = ProviderScript(items: ProviderScript.tree, faults: [Fault(.never, in: .create, times: 1)])
    let stage = try await ReplicaStage(script, limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    let known = try stage.id("/empty")
    try stage.make("/new", kind: .folder)
    #expect(try await eventually { stage.provider.count(.create, of: MemoryItem.root) == 1 })
    // The second attempt is refused, so nothing is being created any more.
    stage.provider.fail([.failing(.insufficientQuota, in: .create)])
    #expect(try await eventually { try stage.waiting().contains { $0.errorDomain == NSFileProviderErrorDomain } })
    try stage.exchange("/empty", "/new")
    stage.provider.fail([])
    stage.replica.signal()
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.id("/new") == known)
    #expect(stage.tree.items.filter { ["empty", "new"].contains($0.name) }.count == 2)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }
}
