import FileProvider
import FileProviderStore
@testable import FileProviderTesting
import Foundation
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica

/// A provider that names its items by path, and calls that move them and are not answered.
@Suite struct PathNamesTests {
  /// Two documents have exchanged their names, and one of them was moved aside at the provider, which did not say so.
  private func movedAside() async throws -> ReplicaStage {
    var limits = ReplicaLimits.quick
    (limits.call, limits.fetch) = (.seconds(2), .milliseconds(300))
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(.neverAfterwards, in: .modify, times: 1)], hasTrash: false)
    let stage = try await ReplicaStage(script, limits: limits) {
      LawProvider($0, isNamedByPath: true, trace: LawTrace())
    }
    try await stage.replica.synchronize(listsEverything: true)
    for path in ["/a", "/folder/b"] { _ = try await stage.read(path) }
    try stage.exchange("/a", "/folder/b")
    #expect(try await eventually { aside(stage) != nil })
    return stage
  }

  private func aside(_ stage: ReplicaStage) -> MemoryItem? {
    stage.tree.items.first { $0.name.contains("(moving") }
  }

  /// - Returns: What all documents have at the provider.
  private func join(_ stage: ReplicaStage) async throws -> [String] {
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.push())
    #expect(try stage.difference() == nil)
    return stage.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }
  }

  /// Nobody else makes a document with such a name.
  @Test func `a document that was moved aside without an answer is the same with other contents`() async throws {
    let stage = try await movedAside()
    let found = try #require(aside(stage))
    let place = found.parent == MemoryItem.root ? "/folder/b" : "/a"
    let id = try stage.id(place)
    stage.tree.change(found.identifier) { $0.contents = Data("theirs".utf8) }
    #expect(try await join(stage).contains("theirs"))
    #expect(aside(stage) == nil)
    #expect(try stage.id(place) == id)
    #expect(stage.providedText(place) == "theirs")
    await stage.stop()
  }

  /// Its identifier is that of the one that is moved until the answer says that that has another.
  @Test func `what somebody makes where an item was comes although that is being moved`() async throws {
    let late = Fault(.late, in: .modify, times: 1, milliseconds: 500)
    let script = ProviderScript(items: ProviderScript.tree, faults: [late], hasTrash: false)
    let stage = try await ReplicaStage(script, limits: .quick) {
      LawProvider($0, isNamedByPath: true, trace: LawTrace())
    }
    try await stage.replica.synchronize(listsEverything: true)
    let moved = try stage.id("/folder/b")
    try stage.change("/folder/b") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).move(id, to: .root, name: FileName(unchecked: "moved"))
    }
    #expect(try await eventually { stage.tree.items.contains { $0.name == "moved" } })
    stage.tree.put(MemoryItem("theirs", in: "folder", name: "b", contents: "theirs"))
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try stage.id("/moved") == moved)
    #expect(try stage.id("/folder/b") != moved)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// What is in the folder has other paths by then, and no listing can show them any more.
  @Test func `what is in a folder that was moved here and is gone there does not wait for its listing`() async throws {
    let late = Fault(.late, in: .modify, times: 1, milliseconds: 300)
    let script = ProviderScript(items: ProviderScript.tree, faults: [late], hasTrash: false)
    let tree = Mutex<MemoryTree?>(nil)
    let trace = LawTrace { line in
      if line.hasPrefix("  modify /folder ") { tree.withLock { $0 }?.remove("folder") }
    }
    let stage = try await ReplicaStage(script, limits: .quick) { LawProvider($0, isNamedByPath: true, trace: trace) }
    tree.withLock { $0 = stage.tree }
    try await stage.replica.synchronize(listsEverything: true)
    try stage.move("/folder", to: "/moved")
    #expect(try await eventually { stage.provider.count(.modify, of: "folder") == 1 })
    try stage.write("/moved/b", "ours")
    try stage.move("/moved/c", to: "/moved/renamed")
    #expect(try await eventually { stage.tree["folder"] == nil })
    try await stage.replica.synchronize()
    let texts = try await join(stage)
    #expect(try texts.contains("ours") || stage.rescued().contains("ours"))
    await stage.stop()
  }

  /// The provider has reported nothing of the folder's move, and answers questions about its path.
  @Test func `what is moved into a folder whose path is a document's by now does not wait for ever`() async throws {
    let script = ProviderScript(items: ProviderScript.tree, hasTrash: false)
    let stage = try await ReplicaStage(script, limits: .quick) {
      LawProvider($0, isNamedByPath: true, trace: LawTrace())
    }
    try await stage.replica.synchronize(listsEverything: true)
    stage.tree.change("folder") { $0.name = "elsewhere" }
    stage.tree.put(MemoryItem("theirs", name: "folder", contents: "theirs"))
    try stage.move("/a", to: "/folder/moved")
    #expect(try await join(stage).contains("alpha\n"))
    await stage.stop()
  }

  /// Its former path is nobody's by the time the page is written.
  @Test func `a page that is older than the answer to a move restores nothing`() async throws {
    let script = ProviderScript(items: ProviderScript.tree, hasTrash: false)
    let held = Monitor((isWanted: false, isHeld: false))
    let trace = LawTrace { line in
      guard line.hasPrefix("list /folder:"), held.read({ $0.isWanted }) else { return }
      held.withLock { $0 = (false, true) }
      _ = held.wait(until: .after(.seconds(5))) { $0.isHeld ? nil : true }
    }
    let stage = try await ReplicaStage(script, limits: .quick) { LawProvider($0, isNamedByPath: true, trace: trace) }
    try await stage.replica.synchronize(listsEverything: true)
    stage.tree.put(MemoryItem("theirs", in: "folder", contents: "theirs"))
    stage.tree.forgetHistory()
    held.withLock { $0.isWanted = true }
    async let round = stage.replica.synchronize()
    #expect(try await eventually { held.read { $0.isHeld } })
    try stage.change("/folder/b") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).move(id, to: .root, name: FileName(unchecked: "moved"))
    }
    stage.replica.pushNow()
    #expect(
      try await eventually {
        try stage.store.readCommitted { (reader) throws(StoreError) in
          try ProvidedReader(reader).provided(identifier: "/moved") != nil
        }
      })
    held.withLock { $0.isHeld = false }
    _ = try await round
    #expect(try stage.item("/folder/b") == nil)
    #expect(try await stage.push())
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Nothing was answered, so the provider is asked for the one that was moved, under an identifier that is the other's by now.
  @Test(arguments: [false, true], [false, true])
  func `what somebody makes where an item was comes although nothing is known of its move`(
    isWritten: Bool, isToldAfterwards: Bool
  ) async throws {
    var limits = ReplicaLimits.quick
    limits.fetch = .milliseconds(300)
    if isToldAfterwards { limits.firstPause = .seconds(60) }
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(.neverAfterwards, in: .modify, times: 1)], hasTrash: false)
    let stage = try await ReplicaStage(script, limits: limits) {
      LawProvider($0, isNamedByPath: true, trace: LawTrace())
    }
    stage.tree.change("b") { $0.modified = Date(timeIntervalSince1970: 1_700_000_000) }
    try await stage.replica.synchronize(listsEverything: true)
    let key = isWritten ? try stage.content("ours") : nil
    let moved = try stage.id("/folder/b")
    try stage.change("/folder/b") { (transaction, id) throws(StoreError) in
      if let key { try transaction.setContents(key, size: 4, modified: .now, of: id) }
      try TreeEditor(transaction).move(id, to: .root, name: FileName(unchecked: "moved"))
    }
    #expect(try await eventually { stage.tree.items.contains { $0.name == "moved" } })
    if isToldAfterwards { #expect(try await eventually { try stage.waiting().contains { $0.attempts > 0 } }) }
    stage.tree.put(MemoryItem("theirs", in: "folder", name: "b", contents: "theirs"))
    try await stage.replica.synchronize()
    let texts = try await join(stage)
    #expect(texts.contains("theirs") && texts.count { $0 == (isWritten ? "ours" : "beta\n") } == 1)
    #expect(try stage.id("/moved") == moved)
    #expect(stage.providedText("/folder/b") == "theirs")
    await stage.stop()
  }

  /// The same where a program saves the document meanwhile: theirs and ours are a conflict.
  @Test func `a document that was moved aside without an answer and saved here is a conflict`() async throws {
    let stage = try await movedAside()
    let found = try #require(aside(stage))
    let place = found.parent == MemoryItem.root ? "/folder/b" : "/a"
    stage.tree.change(found.identifier) { $0.contents = Data("theirs".utf8) }
    let key = try stage.content("ours")
    try stage.change(place) { (transaction, id) throws(StoreError) in
      guard let record = try transaction.reader.record(id) else { return }
      var new = NewItem(
        parent: record.parent, name: FileName(unchecked: ".save"), kind: .file, mode: 0o644, owner: 0, group: 0)
      (new.content, new.size) = (key, 4)
      let saved = try TreeEditor(transaction).create(new).id
      try ReplicationEditor(transaction).transferIdentity(from: id, to: saved)
      try TreeEditor(transaction).move(saved, to: record.parent, name: record.name)
    }
    let texts = try await join(stage)
    #expect(texts.contains("theirs") && texts.contains("ours"))
    #expect(aside(stage) == nil)
    await stage.stop()
  }

  /// The answer reports that the document in the call is gone; the changes have reported the other one before.
  @Test func `a document that takes the path of one in a call is written`() async throws {
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(.late, in: .modify, times: 1, milliseconds: 400)], hasTrash: false)
    let stage = try await ReplicaStage(script) { LawProvider($0, isNamedByPath: true, trace: LawTrace()) }
    try await stage.replica.synchronize(listsEverything: true)
    let id = try stage.id("/a")
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.favoriteRank = 7 }
    }
    #expect(try await eventually { stage.provider.count(.modify, of: "a") == 1 })
    stage.tree.remove("a")
    stage.tree.put(MemoryItem("other", name: "a", contents: "theirs"))
    stage.provider.base.signal()
    _ = try await eventually {
      try stage.store.readCommitted { (reader) throws(StoreError) in
        try ProvidedReader(reader).pending(id)?.isStale != false
      }
    }
    #expect(try await join(stage).contains("theirs"))
    #expect(try stage.item("/a") != nil)
    await stage.stop()
  }

  /// Any document of its size may be the one that is being created, but for those that are known by their places.
  @Test func `a document has the identifier of its moved folder while another one is being created`() async throws {
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(.late, in: .create, times: 1, milliseconds: 400)], hasTrash: false)
    let stage = try await ReplicaStage(script) { LawProvider($0, isNamedByPath: true, trace: LawTrace()) }
    try await stage.replica.synchronize(listsEverything: true)
    let id = try stage.id("/folder/b")
    try stage.make("/new", "other")
    #expect(try await eventually { try stage.waiting().contains { $0.state == .calling } })
    try stage.move("/folder", to: "/moved")
    #expect(
      try await eventually {
        try stage.store.readCommitted { (reader) throws(StoreError) in
          try ProvidedReader(reader).provided(id)?.identifier == "/moved/b"
        }
      })
    _ = try await join(stage)
    #expect(try stage.id("/moved/b") == id)
    #expect(stage.providedText("/new") == "other")
    await stage.stop()
  }

  /// Its former contents are no longer here, so only the version shows that it is this document.
  @Test(arguments: [true, false])
  func `a document that was moved without an answer and written here is found by its version`(
    hasDate: Bool
  ) async throws {
    var limits = ReplicaLimits.quick
    limits.fetch = .milliseconds(300)
    let script = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(.neverAfterwards, in: .modify, times: 1)], hasTrash: false)
    let stage = try await ReplicaStage(script, limits: limits) {
      LawProvider($0, isNamedByPath: true, trace: LawTrace())
    }
    if hasDate { stage.tree.change("b") { $0.modified = Date(timeIntervalSince1970: 1_700_000_000) } }
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/folder/b")
    let moved = try stage.id("/folder/b")
    try stage.change("/folder/b") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).move(id, to: .root, name: FileName(unchecked: "moved"))
    }
    #expect(try await eventually { stage.tree.items.contains { $0.name == "moved" } })
    let key = try stage.content("ours")
    try stage.change("/moved") { (transaction, id) throws(StoreError) in
      try transaction.setContents(key, size: 4, modified: .now, of: id)
    }
    let texts = try await join(stage)
    #expect(texts.contains("ours") && !texts.contains("beta\n"))
    #expect(try stage.id("/moved") == moved)
    #expect(try stage.rescued().isEmpty)
    await stage.stop()
  }
}
