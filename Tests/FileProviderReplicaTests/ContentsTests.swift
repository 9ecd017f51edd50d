import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// Contents come when they are first read, whole, and are those the provider has.
@Suite struct ContentsTests {
  /// The error is older than what the changes report: another user has deleted the document, and made another one with its identifier.
  @Test func `a document that is reported while it is fetched is not removed because it was gone`() async throws {
    let code = NSFileProviderError.Code.noSuchItem.rawValue
    let stage = try await ReplicaStage(
      ProviderScript(
        items: ProviderScript.tree,
        faults: [Fault(.error, in: .fetch, of: "a", times: 1, code: code, milliseconds: 400)]))
    try await stage.list("/")
    async let reading = stage.read("/a")
    #expect(try await eventually { stage.provider.count(.fetch, of: "a") == 1 })
    stage.tree.change("a") { $0.contents = Data("new".utf8) }
    try await stage.replica.synchronize()
    _ = try? await reading
    #expect(try stage.item("/a") != nil)
    #expect(try await stage.read("/a") == "new")
    await stage.stop()
  }

  @Test
  func `a document is fetched once; bringing what was announced is no change`() async throws {
    let stage = try await ReplicaStage(.plain)
    try await stage.list("/")
    let before = try stage.generation()
    #expect(try await stage.read("/a") == "alpha\n")
    #expect(try await stage.read("/a") == "alpha\n")
    #expect(stage.provider.base.fetches == 1)
    #expect(try stage.generation() == before)
    #expect(try stage.item("/a")?.flags.contains(.dataless) == false)
    await stage.stop()
  }

  /// Writes 200 000 bytes, as a program does in a domain of a provider.
  ///
  /// - Parameter size: What the row says of that.
  private func write(
    _ id: ItemID, noting size: Int64, _ stage: ReplicaStage, _ body: (Transaction) throws(StoreError) -> Void
  ) throws {
    try stage.withContents(String(repeating: "ours", count: 50_000), inFile: true) { key in
      try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
        try transaction.changeSetting("provider", to: "any")
        try transaction.setContents(key, size: size, of: id)
        try body(transaction)
      }
    }
  }

  /// Whoever has compared a document with the disk may have read its row before a program wrote it.
  @Test func `contents that agree with their row by now are not dropped`() async throws {
    let stage = try await ReplicaStage(.plain)
    try await stage.list("/")
    let id = try stage.id("/a")
    try write(id, noting: 200_000, stage) { _ in }
    // They are on the disk, and no mark says that they may not be.
    try stage.store.finishHousekeeping()
    #expect(try !stage.store.reconcile(id, author: ReplicaStage.program))
    #expect(try await stage.push())
    #expect(try !stage.store.reconcile(id, author: ReplicaStage.program))
    #expect(try stage.item("/a")?.flags.contains(.dataless) == false)
    #expect(stage.providedText("/a")?.count == 200_000)
    await stage.stop()
  }

  /// A loss of power has taken the commit of what a program appended, and left the bytes. The change before that is not noted as pending.
  @Test func `a document that has another size than its row agrees with it, also before its change is noted`()
    async throws
  {
    let stage = try await ReplicaStage(.plain)
    try await stage.list("/")
    let id = try stage.id("/a")
    try write(id, noting: 100_000, stage) { (transaction) throws(StoreError) in
      try transaction.changeSetting("push.anchor", to: "0")
    }
    try stage.store.finishHousekeeping()
    #expect(try stage.store.reconcile(id, author: ReplicaStage.program))
    #expect(try stage.item("/a")?.size == 200_000)
    await stage.stop()
  }

  /// Somebody writes it all the time, for which the provider is not to blame.
  @Test func `a document that changes again and again while it is fetched is read when that is over`() async throws {
    let stage = try await ReplicaStage(
      ProviderScript(items: ProviderScript.tree, faults: [Fault(.held, in: .fetch, of: "a", times: 5)]))
    try await stage.list("/")
    async let reading = stage.read("/a")
    for number in 1...5 {
      try #require(try await eventually { stage.provider.heldCount == 1 })
      stage.tree.change("a") { $0.contents = Data("text \(number)".utf8) }
      try await stage.replica.synchronize()
      stage.provider.release()
    }
    #expect(try await reading == "text 5")
    await stage.stop()
  }

  /// The contents come with what the provider reports of the document, which it has elsewhere until the move is uploaded.
  @Test func `a document that was moved here and then read is moved at the provider`() async throws {
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(600), .seconds(600))
    let stage = try await ReplicaStage(.plain, limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    try stage.move("/a", to: "/empty/moved")
    #expect(try await stage.read("/empty/moved") == "alpha\n")
    try await stage.restart()
    #expect(try await stage.push())
    #expect(stage.providedText("/empty/moved") == "alpha\n")
    #expect(stage.provided("/a") == nil)
    await stage.stop()
  }

  @Test
  func `two who read at once share one fetch`() async throws {
    let script = ProviderScript(items: ProviderScript.tree, faults: [Fault(.late, in: .fetch, milliseconds: 100)])
    let stage = try await ReplicaStage(script)
    try await stage.list("/")
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<5 { group.addTask { try await stage.read("/a") } }
      for try await text in group { #expect(text == "alpha\n") }
    }
    #expect(stage.provider.base.fetches == 1)
    await stage.stop()
  }

  @Test
  func `new contents at the provider replace those that are here, and are fetched when they are read`() async throws {
    let stage = try await ReplicaStage(.plain)
    try await stage.list("/")
    _ = try await stage.read("/a")
    let old = try #require(try stage.item("/a")?.content)
    stage.tree.change("a") { $0.contents = Data("another alpha\n".utf8) }
    try await stage.replica.synchronize()
    #expect(try stage.item("/a")?.size == 14)
    #expect(try stage.item("/a")?.flags.contains(.dataless) == true)
    try stage.store.removeDiscarded()
    #expect(stage.store.contents.size(of: old) == nil)
    #expect(try await stage.read("/a") == "another alpha\n")
    // A new name is no new contents.
    stage.tree.change("a") { $0.name = "b" }
    try await stage.replica.synchronize()
    #expect(try await stage.read("/b") == "another alpha\n")
    #expect(stage.provider.base.fetches == 2)
    await stage.stop()
  }

  @Test
  func `the real size counts; what is no file is an error; nothing is left over`() async throws {
    let stage = try await ReplicaStage(.contents)
    try await stage.list("/")
    try await stage.list("/folder")
    #expect(try await stage.read("/a") == "alpha\nand more\n")
    #expect(try stage.item("/a")?.size == 15)
    #expect(await stage.failure { _ = try await stage.read("/folder/b") } == EIO)
    #expect(await stage.failure { _ = try await stage.read("/folder/c") } == EIO)
    let files = try stage.store.allContents()
    #expect(files.count == 1, "\(files)")
    await stage.stop()
  }

  @Test
  func `a document that does not exist gives ENOENT, and is gone here`() async throws {
    let stage = try await ReplicaStage(.noSuchDocument)
    try await stage.list("/")
    // An answer during the first look at changes is not believed, and the next reading asks again.
    for _ in 0..<100 where try stage.item("/a") != nil {
      #expect(await stage.failure { _ = try await stage.read("/a") } == ENOENT)
    }
    #expect(try stage.item("/a") == nil)
    await stage.stop()
  }

  @Test
  func `contents that never come are an input/output error in bounded time, and may come late`() async throws {
    let stage = try await ReplicaStage(.never, limits: .impatient)
    try await stage.list("/")
    #expect(await stage.failure { _ = try await stage.read("/a") } == EIO)
    await stage.stop()
    #expect(stage.replica.loader.fetchers.threadCount == 0)
    let late = ProviderScript(
      items: ProviderScript.tree, faults: [Fault(.late, in: .fetch, times: 1, milliseconds: 3500)])
    let second = try await ReplicaStage(late, limits: .impatient)
    try await second.list("/")
    #expect(await second.failure { _ = try await second.read("/a") } == EIO)
    #expect(try await second.read("/a") == "alpha\n")
    #expect(try await eventually { second.log.text.contains("too late") })
    let files = try second.store.allContents()
    #expect(files.count == 1, "\(files)")
    await second.stop()
  }

  @Test
  func `stopping ends whoever waits`() async throws {
    var limits = ReplicaLimits.quick
    limits.fetch = .seconds(60)
    let stage = try await ReplicaStage(.never, limits: limits)
    try await stage.list("/")
    async let failure = stage.failure { _ = try await stage.read("/a") }
    #expect(try await eventually { stage.replica.loader.loads.count == 1 })
    await stage.stop()
    #expect(await failure == EIO)
    #expect(await stage.failure { _ = try await stage.read("/a") } == EIO)
    await #expect(throws: (any Error).self) { try await stage.replica.synchronize() }
  }

  @Test
  func `a file with another name is copied, not taken from under it`() throws {
    let temporary = try TemporaryStore()
    let (directory, store) = (temporary.directory, temporary.store)
    let url = directory.appendingPathComponent("one")
    let text = String(repeating: "text", count: 2_000)
    try Data(text.utf8).write(to: url)
    try FileManager.default.linkItem(at: url, to: directory.appendingPathComponent("two"))
    let (contents, size) = try ProvidedContents(url: url, item: nil).take(into: store.contents, by: ContentCopier())
    #expect(size == Int64(text.utf8.count))
    try Data("changed".utf8).write(to: directory.appendingPathComponent("two"))
    let key = try #require(contents.file)
    #expect(try store.text(of: key) == text)
    #expect(!FileManager.default.fileExists(atPath: url.path))
    // Nothing is read through a link.
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: store.contents.url(of: key))
    #expect(throws: (any Error).self) {
      _ = try ProvidedContents(url: url, item: nil).take(into: store.contents, by: ContentCopier())
    }
  }

  @Test
  func `a file with holes that cannot be moved keeps its holes`() throws {
    let temporary = try TemporaryStore()
    let (directory, store) = (temporary.directory, temporary.store)
    let url = directory.appendingPathComponent("one")
    try Data("text".utf8).write(to: url)
    try FileManager.default.linkItem(at: url, to: directory.appendingPathComponent("two"))
    try #require(truncate(url.path, 64 << 20) == 0)
    let (contents, size) = try ProvidedContents(url: url, item: nil).take(into: store.contents, by: ContentCopier())
    #expect(size == 64 << 20)
    let key = try #require(contents.file)
    #expect(try #require(store.contents.blocks(of: key)) * 512 < 1 << 20)
  }

  @Test func `contents that are large have as long as a slow line takes for them`() {
    let limits = ReplicaLimits()
    #expect(limits.longestFetch(of: 0) == .seconds(3600))
    #expect(limits.longestFetch(of: 100 << 20) == .seconds(3600))
    #expect(limits.longestFetch(of: 10 << 30) == .seconds(163_840))
  }
}
