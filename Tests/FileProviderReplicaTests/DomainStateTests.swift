import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica

/// What a provider says of its domain as a whole, and gets back with each request.
@Suite struct DomainStateTests {
  private final class StatefulProvider: AskedProvider, NSFileProviderDomainState, @unchecked Sendable {
    // Sendable: what changes has a lock.
    private let state = Mutex((version: NSFileProviderDomainVersion(), facts: ["plan": "free"] as [String: String]))

    func say(_ version: NSFileProviderDomainVersion, _ facts: [String: String]) {
      state.withLock { $0 = (version, facts) }
    }

    var domainVersion: NSFileProviderDomainVersion { state.withLock { $0.version } }
    var userInfo: [AnyHashable: Any] { state.withLock { $0.facts } }
  }

  private static let first = NSFileProviderDomainVersion()

  private final class Stage {
    private let place: TestDirectory
    private let domain = NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "test")
    private(set) var provider: StatefulProvider
    let store: ItemStore
    private(set) var replica: Replica

    init() async throws {
      place = try TestDirectory("states")
      store = try ItemStore(directory: place.url)
      provider = StatefulProvider(domain: domain, tree: MemoryTree([MemoryItem("text", contents: "text")]))
      replica = Replica(
        store: store, extension: provider, domain: domain, logger: RecordedLog().logger, limits: .quick)
      try await replica.start()
    }

    /// A new process, whose provider says so.
    func restart(_ version: NSFileProviderDomainVersion, _ facts: [String: String]) async throws {
      await replica.stop()
      provider = StatefulProvider(domain: domain, tree: provider.base.tree)
      provider.say(version, facts)
      replica = Replica(
        store: store, extension: provider, domain: domain, logger: RecordedLog().logger, limits: .quick)
      try await replica.start()
    }

    /// The version that the next call has.
    func asked() async throws -> NSFileProviderDomainVersion? {
      try await replica.synchronize()
      return provider.request("enumerator NSFileProviderWorkingSetContainerItemIdentifier")?.domainVersion
    }

    func facts() throws -> [String: String]? {
      try store.readCommitted { (reader) throws(StoreError) in try StoredDomainState.facts(reader) }
    }
  }

  @Test
  func `a provider's version comes back with the requests after the call in which it was said, and its facts are kept`()
    async throws
  {
    let stage = try await Stage()
    _ = try await stage.asked()
    #expect(try await stage.asked() == Self.first)
    #expect(try stage.facts() == ["plan": "free"])
    let second = Self.first.next()
    stage.provider.say(second, ["plan": "paid", "room": "9"])
    _ = try await stage.asked()
    #expect(try await stage.asked() == second)
    #expect(try stage.facts() == ["plan": "paid", "room": "9"])
    await stage.replica.stop()
  }

  @Test func `facts without a newer version are not read, and an older version is ignored`() async throws {
    let stage = try await Stage()
    let second = Self.first.next()
    stage.provider.say(second, ["plan": "paid"])
    _ = try await stage.asked()
    stage.provider.say(second, ["plan": "other"])
    _ = try await stage.asked()
    #expect(try stage.facts() == ["plan": "paid"])
    stage.provider.say(Self.first, ["plan": "old"])
    _ = try await stage.asked()
    #expect(try await stage.asked() == second)
    #expect(try stage.facts() == ["plan": "paid"])
    await stage.replica.stop()
  }

  @Test func `the version outlives the process`() async throws {
    let stage = try await Stage()
    let third = Self.first.next().next()
    stage.provider.say(third, ["plan": "paid"])
    _ = try await stage.asked()
    try await stage.restart(Self.first, ["plan": "lost"])
    #expect(try await stage.asked() == third)
    #expect(try stage.facts() == ["plan": "paid"])
    await stage.replica.stop()
  }

  @Test func `a provider without a state gets no version`() async throws {
    let place = try TestDirectory("states")
    let domain = NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "test")
    let provider = AskedProvider(domain: domain, tree: MemoryTree([]))
    let replica = Replica(
      store: try ItemStore(directory: place.url), extension: provider, domain: domain, logger: RecordedLog().logger,
      limits: .quick)
    try await replica.start()
    try await replica.synchronize()
    let request = try #require(provider.request("enumerator NSFileProviderWorkingSetContainerItemIdentifier"))
    #expect(request.domainVersion == nil)
    await replica.stop()
  }
}
