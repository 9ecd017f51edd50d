import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What a user restores of a mass deletion.
@Suite struct RestoringTests {
  /// A folder with very many documents, and two others of the same size.
  private func stage() async throws -> ReplicaStage {
    var items = [MemoryItem.folder("folder"), MemoryItem("stays", contents: "stays")]
    for number in 0..<120 { items.append(MemoryItem("\(number)", in: "folder", contents: "number \(number)")) }
    items.append(MemoryItem("moved", in: "folder", contents: "moved contents"))
    items.append(MemoryItem("gone", in: "folder", contents: "other contents"))
    let stage = try await ReplicaStage(ProviderScript(items: items, pageSize: 50))
    try await stage.replica.synchronize(listsEverything: true)
    for name in ["moved", "gone"] { _ = try await stage.read("/folder/\(name)") }
    return stage
  }

  /// A folder, by a call of which the end is not known.
  ///
  /// - Parameter answer: Whether the call has happened: then the folder went with the other one.
  @Test(arguments: [Fault.Effect.error, .errorAfterwards], [HeldState.restoring, .accepted])
  func `what was moved here into a folder that is held is there once, or is gone with it`(
    answer: Fault.Effect, decision: HeldState
  ) async throws {
    let stage = try await stage()
    stage.tree.put(MemoryItem.folder("guest"))
    stage.tree.put(MemoryItem("inside", in: "guest", contents: "inside"))
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/guest/inside")
    for number in 0..<120 { _ = try await stage.read("/folder/\(number)") }
    let code = NSFileProviderError.Code.serverUnreachable.rawValue
    stage.provider.fail([
      Fault(answer, in: .modify, of: "guest", code: code), Fault(.error, in: .item, of: "guest", code: code),
    ])
    try stage.move("/guest", to: "/folder/guest")
    #expect(try await eventually { stage.provider.count(.modify, of: "guest") > 0 })
    let hasMoved = stage.provided("/folder/guest") != nil
    #expect(hasMoved == (answer == .errorAfterwards))
    for item in stage.tree.items where item.parent == "folder" || hasMoved && item.parent == "guest" {
      stage.tree.remove(item.identifier)
    }
    for folder in hasMoved ? ["guest", "folder"] : ["folder"] { stage.tree.remove(folder) }
    try await stage.replica.synchronize()
    stage.provider.fail([])
    #expect(try #require(try stage.store.decideOnHeldDeletions(decision)).items > 120)
    for _ in 0..<2 {
      try await stage.replica.synchronize()
      #expect(try await stage.push())
    }
    // A move that was under way when the deletion was reported keeps the folder, with nothing else in it.
    let isKept = decision == .restoring || !hasMoved && stage.provided("/folder/guest") != nil
    let place = isKept ? "/folder/guest" : hasMoved ? nil : "/guest"
    #expect(stage.tree.items.count { $0.name == "guest" } == (place == nil ? 0 : 1))
    if let place {
      #expect(stage.providedText("\(place)/inside") == "inside")
      #expect(try await stage.read("\(place)/inside") == "inside")
    }
    #expect(try stage.names("/") == (isKept ? ["folder", "stays"] : hasMoved ? ["stays"] : ["guest", "stays"]))
    // What waited for an answer goes with the round after that.
    if isKept, decision == .accepted { #expect(try await eventually { try stage.names("/folder") == ["guest"] }) }
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// As a provider that names its items by path reports it. The folder that it was moved to is unlisted.
  @Test func `a document that was moved at the provider is not made again beside what it is now`() async throws {
    let stage = try await stage()
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    stage.tree.put(MemoryItem.folder("elsewhere"))
    stage.tree.put(MemoryItem("new", in: "elsewhere", name: "renamed", contents: "moved contents"))
    stage.tree.put(MemoryItem("another", in: "elsewhere", contents: "as long as one"))
    try await stage.replica.synchronize()
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 122)
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    let texts = stage.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }
    #expect(texts.count { $0 == "moved contents" } == 1)
    #expect(stage.provided("/folder/moved") == nil)
    #expect(try stage.item("/folder/moved") == nil)
    #expect(try await stage.read("/elsewhere/renamed") == "moved contents")
    #expect(stage.providedText("/folder/gone") == "other contents")
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// As a provider that names its items by path reports it.
  @Test func `a document that was moved at the provider, and is gone from there, too, is made again once`() async throws
  {
    let stage = try await stage()
    for number in 0..<120 { _ = try await stage.read("/folder/\(number)") }
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    stage.tree.put(MemoryItem.folder("elsewhere"))
    stage.tree.put(MemoryItem("new", in: "elsewhere", name: "renamed", contents: "moved contents"))
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/elsewhere/renamed")
    for identifier in ["new", "elsewhere"] { stage.tree.remove(identifier) }
    try await stage.replica.synchronize()
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 124)
    for _ in 0..<2 {
      try await stage.replica.synchronize()
      #expect(try await stage.push())
    }
    let texts = stage.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }
    #expect(texts.count { $0 == "moved contents" } == 1)
    #expect(try stage.item("/folder/moved") == nil)
    #expect(stage.providedText("/elsewhere/renamed") == "moved contents")
    #expect(stage.providedText("/folder/gone") == "other contents")
    #expect(texts.count == 122 + 1 + 2)
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// As a provider that names its items by path reports a folder that got another name. Of what was in the folder above nothing else was known.
  @Test func `what is in a folder that was renamed at the provider is not made again`() async throws {
    func text(_ number: Int) -> String { String(repeating: "text ", count: number + 1) }
    var items = [MemoryItem.folder("top"), MemoryItem.folder("folder", in: "top")]
    for number in 0..<30 { items.append(MemoryItem("\(number)", in: "folder", contents: text(number))) }
    let stage = try await ReplicaStage(ProviderScript(items: items, pageSize: 50))
    try await stage.replica.synchronize(listsEverything: true)
    for number in 0..<30 { _ = try await stage.read("/top/folder/\(number)") }
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    stage.tree.remove("folder")
    stage.tree.put(MemoryItem.folder("renamed", in: "top"))
    for number in 0..<30 {
      stage.tree.put(MemoryItem("new \(number)", in: "renamed", name: "\(number)", contents: text(number)))
    }
    try await stage.replica.synchronize()
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 31)
    for _ in 0..<2 {
      try await stage.replica.synchronize()
      #expect(try await stage.push())
    }
    #expect(stage.tree.items.count { $0.kind == .file } == 30)
    #expect(try await stage.read("/top/renamed/7") == text(7))
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// It has gone again when the provider is asked for it.
  @Test func `a document that is moved once more while it is looked for is not made again`() async throws {
    let stage = try await stage()
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    stage.tree.put(MemoryItem("new", name: "renamed", contents: "moved contents"))
    try await stage.replica.synchronize()
    stage.provider.fail([.failing(.noSuchItem, in: .item, of: "new", times: 1)])
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 122)
    for _ in 0..<2 {
      try await stage.replica.synchronize()
      #expect(try await stage.push())
    }
    #expect(stage.tree.items.count { $0.contents == Data("moved contents".utf8) } == 1)
    #expect(try await stage.read("/renamed") == "moved contents")
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// All of them were made again, and the power took that back here. Meanwhile somebody has renamed one.
  @Test func `what was made again, which the power took back, is not made again where it was renamed`() async throws {
    let stage = try await stage()
    for number in 0..<120 { _ = try await stage.read("/folder/\(number)") }
    let all = stage.tree.items.filter { $0.parent == "folder" }
    for item in all { stage.tree.remove(item.identifier) }
    try await stage.replica.synchronize()
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 122)
    for item in all {
      // Very many have its size.
      let name = item.name == "17" ? "renamed" : item.name
      let text = String(decoding: item.contents, as: UTF8.self)
      stage.tree.put(MemoryItem("again \(item.name)", in: "folder", name: name, contents: text))
    }
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    let texts = stage.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }
    #expect(texts.count { $0 == "number 17" } == 1)
    #expect(try stage.item("/folder/17") == nil)
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// It is gone from where it was, and what was written here is nowhere else.
  @Test func `a document that was moved at the provider and edited here is made again`() async throws {
    let stage = try await stage()
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    stage.tree.put(MemoryItem("new", name: "renamed", contents: "moved contents"))
    try await stage.replica.synchronize()
    try stage.write("/folder/moved", "edited content")
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 122)
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    #expect(stage.providedText("/folder/moved") == "edited content")
    #expect(stage.providedText("/renamed") == "moved contents")
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// The changes have reported it while the document was where it is.
  @Test func `a document of which a copy was made since the last round but one is made again`() async throws {
    let stage = try await stage()
    stage.tree.put(MemoryItem("copy", contents: "moved contents"))
    try await stage.replica.synchronize()
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    try await stage.replica.synchronize()
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 122)
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    #expect(stage.providedText("/folder/moved") == "moved contents")
    #expect(stage.providedText("/copy") == "moved contents")
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// As one that names the versions of contents by their hashes would have it: nothing but the time distinguishes a copy from what was moved.
  @Test func `a document of which the provider has an older copy is made again`() async throws {
    var items = [MemoryItem.folder("folder"), MemoryItem.folder("backup"), MemoryItem.folder("unseen", in: "backup")]
    for number in 0..<120 { items.append(MemoryItem("\(number)", in: "folder", contents: "number \(number)")) }
    for name in ["a", "b"] { items.append(MemoryItem("copy of \(name)", in: "backup", contents: "contents \(name)")) }
    items.append(MemoryItem("copy of c", in: "unseen", contents: "contents c"))
    for name in ["a", "b", "c"] { items.append(MemoryItem(name, in: "folder", contents: "contents \(name)")) }
    let stage = try await ReplicaStage(ProviderScript(items: items, pageSize: 500))
    for path in ["/", "/folder", "/backup"] { try await stage.list(path) }
    for name in ["a", "b", "c"] { _ = try await stage.read("/folder/\(name)") }
    try await stage.replica.synchronize()
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    try await stage.replica.synchronize()
    // The user looks whether the copies are there.
    try await stage.list("/backup/unseen")
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 123)
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    for name in ["a", "b", "c"] { #expect(stage.providedText("/folder/\(name)") == "contents \(name)") }
    #expect(stage.providedText("/backup/copy of a") == "contents a")
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// Two that were the same are gone, and one is somewhere else: the other one was not moved. All empty ones are the same.
  @Test func `a document at the provider is what one other has become`() async throws {
    let stage = try await stage()
    for (name, text) in [("one", "twins"), ("two", "twins"), ("empty", ""), ("void", "")] {
      stage.tree.put(MemoryItem(name, in: "folder", contents: text))
    }
    try await stage.replica.synchronize()
    for name in ["one", "two", "empty", "void"] { _ = try await stage.read("/folder/\(name)") }
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    stage.tree.put(MemoryItem("new", contents: "twins"))
    stage.tree.put(MemoryItem("nothing", contents: ""))
    try await stage.replica.synchronize()
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 126)
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(stage.tree.items.count { $0.contents == Data("twins".utf8) } == 2)
    for name in ["empty", "void"] { #expect(stage.provided("/folder/\(name)") != nil) }
    // What cannot be had is still held; when that is decided, nothing is kept of all this.
    _ = try stage.store.decideOnHeldDeletions(.accepted)
    for _ in 0..<2 { try await stage.replica.synchronize() }
    #expect(try !stage.store.readCommitted { (reader) throws(StoreError) in try ReplicationReader(reader).hasClaims() })
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  /// Folders that nobody has looked into for years, more new ones than are looked into, and one that cannot be listed.
  @Test func `only new folders are looked into for what was moved, some of them, and once`() async throws {
    var items = [MemoryItem.folder("folder"), MemoryItem.folder("last")]
    for number in 0..<120 { items.append(MemoryItem("\(number)", in: "folder", contents: "number \(number)")) }
    items.append(MemoryItem.folder("old", in: "last"))
    items.append(MemoryItem.folder("older", in: "old"))
    var limits = ReplicaLimits.quick
    limits.mostSearchedFolders = 5
    let stage = try await ReplicaStage(ProviderScript(items: items, pageSize: 500), limits: limits)
    for path in ["/", "/folder", "/last"] { try stage.replica.loader.listings.list(stage.id(path)) }
    try await stage.replica.synchronize()
    for item in stage.tree.items where item.parent == "folder" { stage.tree.remove(item.identifier) }
    for number in 0..<9 { stage.tree.put(MemoryItem.folder("new \(number)")) }
    try await stage.replica.synchronize()
    // Nothing of it can be fetched for now, so that it is still to be made again in later rounds.
    stage.provider.fail([
      .failing(.serverUnreachable, in: .fetch), .failing(.notAuthenticated, in: .page, of: "new 1"),
    ])
    #expect(try stage.store.decideOnHeldDeletions(.restoring)?.items == 120)
    for _ in 0..<3 { try await stage.replica.synchronize() }
    let counts = (0..<9).map { stage.provider.count(.page, of: "new \($0)") }
    #expect(counts.count { $0 > 0 } == 5, "\(counts)")
    #expect(stage.provider.count(.page, of: "new 1") <= 1)
    #expect(stage.provider.count(.page, of: "old") == 0)
    let fetched = (0..<120).filter { stage.provider.count(.fetch, of: "\($0)") > 0 }
    #expect(fetched.count == 1, "while the provider is away, one document tells it: \(fetched)")
    // The clock is meant: what cannot be made again now asks for no round.
    try await Task.sleep(for: .milliseconds(300))
    let attempts = fetched.map { stage.provider.count(.fetch, of: "\($0)") }
    #expect(attempts.allSatisfy { $0 <= 6 }, "\(attempts)")
    await stage.stop()
  }
}
