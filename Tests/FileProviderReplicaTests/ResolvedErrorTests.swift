import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// A provider that signals the end of an error before the calls that have failed with it are answered.
@Suite struct ResolvedErrorTests {
  @Test func `what has failed before the signal and is answered after it is tried again`() async throws {
    let directory = try TestDirectory("resolved")
    let domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "test")
    let tree = MemoryTree(ProviderScript.tree)
    let store = try ItemStore(directory: directory.url)
    let provider = ResolvingProvider(MemoryProvider(domain: domain, tree: tree), domain)
    let replica = Replica(
      store: store, extension: provider, domain: domain, logger: RecordedLog().logger, limits: .quick)
    try await replica.start()
    try await replica.synchronize(listsEverything: true)
    try await replica.load(.contents(#require(try item("/a", store))))
    let new = NewItem(parent: .root, name: FileName(unchecked: "new"), kind: .folder, mode: 0o755, owner: 0, group: 0)
    try store.change(author: "program") { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).create(new)
    }
    #expect(try await eventually { tree.items.contains { $0.name == "new" } })
    #expect(provider.failures == 2)
    await replica.stop()
  }

  private func item(_ path: String, _ store: ItemStore) throws -> ItemID? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.resolve(path)?.id }
  }
}

private final class ResolvingProvider: NSObject, ForwardingProvider, Sendable {
  let base: MemoryProvider
  private let domain: NSFileProviderDomain
  private let failed = Mutex<Set<String>>([])

  init(_ base: MemoryProvider, _ domain: NSFileProviderDomain) {
    (self.base, self.domain) = (base, domain)
    super.init()
  }

  convenience init(domain: NSFileProviderDomain) { self.init(MemoryProvider(domain: domain), domain) }

  /// How many calls have failed.
  var failures: Int { failed.withLock { $0.count } }

  /// Signals that an error is resolved, and then fails with it.
  ///
  /// - Returns: Whether this is the first call of its kind.
  private func fails(
    _ call: String, _ code: NSFileProviderError.Code, _ fail: @escaping @Sendable (any Error) -> Void
  ) -> Bool {
    guard failed.withLock({ $0.insert(call).inserted }) else { return false }
    let error = NSFileProviderError(code)
    NSFileProviderManager(for: domain)?.signalErrorResolved(error) { _ in fail(error) }
    return true
  }

  func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    if fails("create", .excludedFromSync, { completionHandler(nil, [], false, $0) }) { return Progress() }
    return base.createItem(
      basedOn: itemTemplate, fields: fields, contents: url, options: options, request: request,
      completionHandler: completionHandler)
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    if fails("fetch", .notAuthenticated, { completionHandler(nil, nil, $0) }) { return Progress() }
    return base.fetchContents(
      for: itemIdentifier, version: requestedVersion, request: request, completionHandler: completionHandler)
  }
}
