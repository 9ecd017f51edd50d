import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// A provider that can update an older copy gets the one that was here.
@Suite struct IncrementalFetchTests {
  /// A store with a replica of such a provider, and one document, which is here and of which the provider has another version.
  private final class Stage {
    let place: TestDirectory
    let provider: IncrementalProvider
    let store: ItemStore
    let replica: Replica

    init(limits: ReplicaLimits = .quick, policy: Int = 0) async throws {
      place = try TestDirectory("increments")
      let domain = NSFileProviderDomain(
        identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "test")
      var item = MemoryItem("log", contents: "one\n")
      item.contentPolicy = policy
      provider = IncrementalProvider(domain: domain, tree: MemoryTree([item]))
      store = try ItemStore(directory: place.url)
      replica = Replica(
        store: store, extension: provider, domain: domain, logger: RecordedLog().logger, limits: limits)
      try await replica.start()
      try await replica.load(.listing(.root))
      #expect(try await read() == "one\n")
      try await renew("one\ntwo\n")
    }

    func renew(_ text: String) async throws {
      provider.base.tree.change("log") { $0.contents = Data(text.utf8) }
      try await replica.synchronize()
    }

    func document() throws -> ItemAttributes {
      try #require(try store.readCommitted { (reader) throws(StoreError) in try reader.resolve("/log") })
    }

    func read() async throws -> String? {
      try await replica.load(.contents(try document().id))
      return try text()
    }

    func text() throws -> String? {
      guard let key = try document().content else { return nil }
      return try store.text(of: key)
    }

    func former() throws -> FormerContents? {
      let id = try document().id
      return try store.readCommitted { (reader) throws(StoreError) in try ContentReader(reader).formerContents(of: id) }
    }

    func contents() throws -> Int {
      _ = try store.removeDiscarded()
      return try store.allContents().count
    }

    /// Ends the replica; nothing is left of what the provider was given, and the store is whole.
    func end() async throws {
      await replica.stop()
      #expect(provider.places.allSatisfy { !FileManager.default.fileExists(atPath: $0.path) })
      var findings: [String] = []
      try StoreCheck.run(storeIn: place.url, StoreCheck.Options()) { finding in
        if finding.state == .left { findings.append("\(finding)") }
      }
      #expect(findings == [])
    }
  }

  @Test func `what was here is given with its version, and is gone when the new contents are here`() async throws {
    let stage = try await Stage()
    #expect(try stage.contents() == 1)
    #expect(try await stage.read() == "one\ntwo\n")
    #expect(stage.provider.asked == [.init(contents: "one\n", version: "1")])
    #expect(stage.provider.base.fetches == 1)
    #expect(try stage.former() == nil && stage.contents() == 1)
    try await stage.end()
  }

  @Test func `the provider may answer with the very file that it was given`() async throws {
    let stage = try await Stage()
    stage.provider.behave(.inPlace)
    #expect(try await stage.read() == "one\ntwo\n")
    #expect(stage.provider.asked.count == 1)
    try await stage.end()
  }

  @Test(arguments: [NSFileProviderError.Code.versionNoLongerAvailable, .cannotSynchronize])
  func `what it spoils is a copy, and where it fails the contents come as a whole`(
    code: NSFileProviderError.Code
  ) async throws {
    let stage = try await Stage()
    stage.provider.behave(.failing(code))
    let former = try #require(try stage.former()?.content)
    #expect(try await stage.read() == "one\ntwo\n")
    #expect(stage.provider.asked.count == 1 && stage.provider.base.fetches == 2)
    _ = try stage.contents()
    #expect(stage.store.contents.size(of: former) == nil)
    try await stage.end()
  }

  @Test func `neither contents nor an error is a failure like any`() async throws {
    let stage = try await Stage()
    stage.provider.behave(.nothing)
    #expect(try await stage.read() == "one\ntwo\n")
    #expect(stage.provider.base.fetches == 2)
    try await stage.end()
  }

  @Test func `out of reach, the provider is asked again with the same contents`() async throws {
    let stage = try await Stage()
    stage.provider.behave(.failing(.serverUnreachable))
    await #expect(throws: (any Error).self) { _ = try await stage.read() }
    #expect(stage.provider.base.fetches == 1)
    stage.provider.behave(.appending)
    try await stage.replica.synchronize()
    #expect(try await stage.read() == "one\ntwo\n")
    #expect(stage.provider.asked.allSatisfy { $0 == .init(contents: "one\n", version: "1") })
    try await stage.end()
  }

  @Test func `of two versions that nobody read the one that was here is given`() async throws {
    let stage = try await Stage()
    try await stage.renew("one\ntwo\nthree\n")
    #expect(try await stage.read() == "one\ntwo\nthree\n")
    #expect(stage.provider.asked == [.init(contents: "one\n", version: "1")])
    try await stage.end()
  }

  @Test func `contents that were changed here are never given`() async throws {
    let stage = try await Stage()
    #expect(try await stage.read() == "one\ntwo\n")
    let id = try stage.document().id
    let made = try stage.store.contents.create()
    let key = made.key
    made.keep()
    try stage.store.change(author: "org.example.program") { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: 0, modified: .now, of: id)
    }
    try await stage.renew("something else\n")
    #expect(try stage.former() == nil)
    try await stage.end()
  }

  @Test func `what was here is dropped with the document, and on request`() async throws {
    let stage = try await Stage()
    let id = try stage.document().id
    try stage.store.evict(id)
    #expect(try stage.former() == nil && stage.contents() == 0)
    #expect(try await stage.read() == "one\ntwo\n")
    #expect(stage.provider.asked.isEmpty)
    try await stage.renew("gone\n")
    #expect(try stage.former() != nil)
    stage.provider.base.tree.remove("log")
    try await stage.replica.synchronize()
    #expect(try stage.contents() == 0)
    try await stage.end()
  }

  @Test func `nothing is kept where the provider wants contents dropped that have changed`() async throws {
    let stage = try await Stage(policy: 2)
    #expect(try stage.former() == nil && stage.contents() == 0)
    #expect(try await stage.read() == "one\ntwo\n")
    #expect(stage.provider.asked.isEmpty && stage.provider.base.fetches == 2)
    try await stage.end()
  }
}
