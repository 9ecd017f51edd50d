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
    try await withReplica(failing: .excludedFromSync) { provider, replica, store, tree in
      try await replica.load(.contents(#require(try item("/a", store))))
      try makeFolder(store)
      #expect(try await eventually { tree.items.contains { $0.name == "new" } })
      #expect(provider.failures == ["fetch": 1, "create": 1])
    }
  }

  @Test func `a provider that signals in each call that fails is asked once more, and not for ever`() async throws {
    try await withReplica(failing: .cannotSynchronize, isForGood: true) { provider, replica, store, _ in
      try makeFolder(store)
      #expect(
        try await eventually { try provider.failures["create"] ?? 0 >= 2 && isRefused(store) && !replica.isPushing })
      // On a busy machine what follows from a signal may come after the error all the same.
      #expect(provider.failures["create"] ?? 0 < 10)
    }
  }

  private func withReplica(
    failing code: NSFileProviderError.Code, isForGood: Bool = false,
    _ body: (ResolvingProvider, Replica, ItemStore, MemoryTree) async throws -> Void
  ) async throws {
    let directory = try TestDirectory("resolved")
    let domain = NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "test")
    let tree = MemoryTree(ProviderScript.tree)
    let store = try ItemStore(directory: directory.url)
    let provider = ResolvingProvider(MemoryProvider(domain: domain, tree: tree), domain, code, isForGood: isForGood)
    let replica = Replica(
      store: store, extension: provider, domain: domain, logger: RecordedLog().logger, limits: .quick)
    try await replica.start()
    try await replica.synchronize(listsEverything: true)
    try await body(provider, replica, store, tree)
    await replica.stop()
  }

  private func makeFolder(_ store: ItemStore) throws {
    let new = NewItem(
      parent: .root, name: FileName(unchecked: "new"), kind: .folder, mode: 0o755, owner: 0, group: 0)
    try store.change(author: "program") { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).create(new)
    }
  }

  private func isRefused(_ store: ItemStore) throws -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in
      try reader.integer("SELECT count(*) FROM pending WHERE state = 3") == 1
    }
  }

  private func item(_ path: String, _ store: ItemStore) throws -> ItemID? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.resolve(path)?.id }
  }
}

private final class ResolvingProvider: NSObject, ForwardingProvider, Sendable {
  let base: MemoryProvider
  private let domain: NSFileProviderDomain
  private let code: NSFileProviderError.Code
  private let isForGood: Bool
  private let failed = Mutex<[String: Int]>([:])

  /// - Parameters:
  ///   - code: What creations fail with.
  ///   - isForGood: Whether they fail each time.
  init(_ base: MemoryProvider, _ domain: NSFileProviderDomain, _ code: NSFileProviderError.Code, isForGood: Bool) {
    (self.base, self.domain, self.code, self.isForGood) = (base, domain, code, isForGood)
    super.init()
  }

  convenience init(domain: NSFileProviderDomain) {
    self.init(MemoryProvider(domain: domain), domain, .excludedFromSync, isForGood: false)
  }

  /// How many calls have failed.
  var failures: [String: Int] { failed.withLock { $0 } }

  /// Signals that an error is resolved, and then fails with it.
  ///
  /// - Returns: Whether the call fails.
  private func fails(
    _ call: String, _ code: NSFileProviderError.Code, _ fail: @escaping @Sendable (any Error) -> Void
  ) -> Bool {
    let isToFail = failed.withLock { failed in
      guard isForGood || failed[call] == nil else { return false }
      failed[call, default: 0] += 1
      return true
    }
    guard isToFail else { return false }
    let error = NSFileProviderError(code)
    NSFileProviderManager(for: domain)?.signalErrorResolved(error) { _ in
      // What follows from the signal by itself comes first.
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { fail(error) }
    }
    return true
  }

  func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    if fails("create", code, { completionHandler(nil, [], false, $0) }) { return Progress() }
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
