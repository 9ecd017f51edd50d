import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import Foundation
import Logging
import TestSupport
import Testing

/// The smallest provider, as its author writes it, without a change feed and without a trash.
@Suite struct GreetingsProviderTests {
  @Test
  func `three greetings appear, and can be read`() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let domain = NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "greetings")
    let replica = Replica(
      store: store, making: { GreetingsProvider(domain: $0) }, domain: domain, logger: Logger(label: "test"),
      limits: .quick)
    try await replica.start()
    #expect(try await replica.synchronize(listsEverything: true).isComplete)
    let item = try #require(try store.readCommitted { (reader) throws(StoreError) in try reader.resolve("/fr.txt") })
    #expect(item.size == 7)
    try await replica.load(.contents(item.id))
    let content = try #require(
      try store.readCommitted { (reader) throws(StoreError) in try reader.item(item.id)?.content })
    #expect(try store.text(of: content) == "Bonjour")
    #expect(try store.readCommitted { (reader) throws(StoreError) in try TreeReader(reader).supportsTrash() } == false)
    await replica.stop()
    // Nothing of the store is written any more when its folder is removed.
    try store.finish()
  }
}
