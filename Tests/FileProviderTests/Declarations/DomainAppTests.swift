import FileProvider
import Foundation
import Testing

/// A mock, as tests of providers write them.
private final class MockManager: NSFileProviderManager, @unchecked Sendable {
  override func signalEnumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier,
    completionHandler completion: @escaping @Sendable ((any Error)?) -> Void
  ) { completion(NSFileProviderError(.serverUnreachable)) }
}

// The app half of a provider, written as for Apple's platforms: both spellings of every call.
@Suite("An app that manages its domains", .serialized) struct DomainAppTests {
  let system = RecordingSystem()
  let domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier("account"), displayName: "Account")
  let item = NSFileProviderItemIdentifier("document")

  init() { NSFileProviderManager.install(system) }

  @Test func `adds and lists and removes domains`() async throws {
    try await NSFileProviderManager.add(domain)
    #expect(try await NSFileProviderManager.domains() == [domain])
    let manager = try #require(NSFileProviderManager(for: domain))
    #expect(NSFileProviderManager(forDomain: domain) != nil)
    try await NSFileProviderManager.remove(domain)
    await #expect(throws: NSFileProviderError(.providerDomainNotFound)) {
      try await manager.signalEnumerator(for: .workingSet)
    }
    #expect(NSFileProviderManager(for: domain) == nil)
    try await NSFileProviderManager.import(domain, fromDirectoryAt: URL(fileURLWithPath: "/old"))
    #expect(system.log == ["add account", "remove account 0", "import /old"])
    try await NSFileProviderManager.removeAllDomains()
    #expect(try await NSFileProviderManager.domains().isEmpty)
  }

  @Test func `asks with the calls' other names, too`() async throws {
    try await NSFileProviderManager.add(domain)
    let domains: [NSFileProviderDomain] = await withCheckedContinuation { continuation in
      NSFileProviderManager.getDomainsWithCompletionHandler { domains, _ in continuation.resume(returning: domains) }
    }
    #expect(domains == [domain])
    let url = URL(fileURLWithPath: "/mounts/account/document")
    let known = try await NSFileProviderManager.identifierForUserVisibleFile(at: url)
    let found = try await NSFileProviderManager.getIdentifierForUserVisibleFile(at: url)
    #expect(found.0 == known.0 && found.1 == known.1)
  }

  @Test func `is told where preserved files are`() async throws {
    try await NSFileProviderManager.add(domain)
    let kept = try await NSFileProviderManager.remove(domain, mode: .preserveDirtyUserData)
    #expect(kept?.path == "/kept")
    #expect(NSFileProviderManager.DomainRemovalMode(rawValue: 2) == .preserveDownloadedUserData)
    #expect(NSFileProviderManager.DomainRemovalMode.removeAll.rawValue == 0)
  }

  @Test func `gets every call through with a handler`() async throws {
    try await NSFileProviderManager.add(domain)
    let manager = try #require(NSFileProviderManager(for: domain))
    let calls: [(@escaping @Sendable ((any Error)?) -> Void) -> Void] = [
      { manager.signalEnumerator(for: .workingSet, completionHandler: $0) },
      { manager.signalErrorResolved(NSFileProviderError(.notAuthenticated), completionHandler: $0) },
      { manager.evictItem(identifier: item, completionHandler: $0) },
      { manager.requestDownloadForItem(withIdentifier: item, completionHandler: $0) },
      { manager.requestModification(of: .contents, forItemWithIdentifier: item, completionHandler: $0) },
      { manager.reimportItems(below: .rootContainer, completionHandler: $0) },
      { manager.waitForChanges(below: .rootContainer, completionHandler: $0) },
      { manager.waitForStabilization(completionHandler: $0) },
      { manager.disconnect(reason: "update", options: .temporary, completionHandler: $0) },
      { manager.reconnect(completionHandler: $0) },
    ]
    for call in calls {
      let error = await withCheckedContinuation { continuation in call { continuation.resume(returning: $0) } }
      #expect(error == nil)
    }
    #expect(system.calls == Self.expected(item))
  }

  @Test func `gets every call through with async`() async throws {
    try await NSFileProviderManager.add(domain)
    let manager = try #require(NSFileProviderManager(for: domain))
    try await manager.signalEnumerator(for: .workingSet)
    try await manager.signalErrorResolved(NSFileProviderError(.notAuthenticated))
    try await manager.evictItem(identifier: item)
    try await manager.requestDownloadForItem(withIdentifier: item)
    try await manager.requestModification(of: .contents, forItemWithIdentifier: item)
    try await manager.reimportItems(below: .rootContainer)
    try await manager.waitForChanges(below: .rootContainer)
    try await manager.waitForStabilization()
    try await manager.disconnect(reason: "update", options: .temporary)
    try await manager.reconnect()
    #expect(system.calls == Self.expected(item))
    try await manager.register(
      URLSession.shared.dataTask(with: URL(fileURLWithPath: "/dev/null")), forItemWithIdentifier: item)
  }

  private static func expected(_ item: NSFileProviderItemIdentifier) -> [NSFileProviderManager.Call] {
    [
      .signal(.workingSet), .errorResolved(domain: NSFileProviderErrorDomain, code: -1000), .evict(item),
      .download(item, nil), .modify(.contents, item, []), .reimport(.rootContainer), .waitForChanges(.rootContainer),
      .waitForStabilization, .disconnect(reason: "update", isTemporary: true), .reconnect,
    ]
  }

  @Test func `finds its places`() async throws {
    try await NSFileProviderManager.add(domain)
    let manager = try #require(NSFileProviderManager(for: domain))
    #expect(try await manager.getUserVisibleURL(for: item).path == "/mnt/document")
    #expect(try await manager.userVisibleURL(for: item).path == "/mnt/document")
    let (found, owner) = try await NSFileProviderManager.identifierForUserVisibleFile(
      at: URL(fileURLWithPath: "/mnt/document"))
    #expect(found == item && owner == domain.identifier)
    #expect(try manager.temporaryDirectoryURL().path == "/store/temporary")
    #expect(try manager.stateDirectoryURL().path == "/store/state")
    let progress = manager.globalProgress(for: .downloading)
    #expect(progress.userInfo[.fileOperationKindKey] as? String == Progress.FileOperationKind.downloading.rawValue)
    #expect(
      manager.globalProgress(for: .uploading).userInfo[.fileOperationKindKey] as? String
        == Progress.FileOperationKind.uploading.rawValue)
    let eligibility = try NSFileProviderManager.checkDomainsCanBeStoredOnVolume(at: URL(fileURLWithPath: "/tmp"))
    guard case .eligible = eligibility else {
      Issue.record("nothing can be written to /tmp")
      return
    }
  }

  @Test func `lists what is here and what waits`() async throws {
    try await NSFileProviderManager.add(domain)
    let manager = try #require(NSFileProviderManager(for: domain))
    let observer = RecordingObserver()
    manager.enumeratorForMaterializedItems().enumerateItems(for: observer, startingAt: NSFileProviderPage(Data()))
    #expect(observer.items.map(\.filename) == ["bare"])
    let pending = manager.enumeratorForPendingItems()
    pending.enumerateItems(for: observer, startingAt: NSFileProviderPage(Data()))
    #expect(observer.items.count == 2)
    #expect(pending.domainVersion == nil && pending.refreshInterval == 1 && !pending.isMaximumSizeReached)
  }

  // The system cannot be stopped between two steps; whoever asks hears so.
  @Test func `has no steps of synchronization to run`() async throws {
    domain.testingModes = [.interactive, .alwaysEnabled]
    #expect(domain.testingModes.rawValue == 3)
    try await NSFileProviderManager.add(domain)
    let manager = try #require(NSFileProviderManager(for: domain))
    #expect(throws: CocoaError(.featureUnsupported)) { try manager.listAvailableTestingOperations() }
    #expect(throws: CocoaError(.featureUnsupported)) { try manager.run([]) }
  }

  @Test func `hears of changed domains`() async throws {
    try await confirmation(expectedCount: 2) { confirmation in
      let token = NotificationCenter.default.addObserver(
        forName: .fileProviderDomainDidChange, object: nil, queue: nil
      ) { _ in confirmation() }
      defer { NotificationCenter.default.removeObserver(token) }
      try await NSFileProviderManager.add(domain)
      try await NSFileProviderManager.remove(domain)
    }
    #expect(NSFileProviderMaterializedSetDidChange == .fileProviderMaterializedSetDidChange)
    #expect(NSFileProviderPendingSetDidChange.rawValue == "NSFileProviderPendingSetDidChange")
  }

  // A mock overrides the form with a handler; the other form calls it.
  @Test func `reaches a mock through either form`() async throws {
    try await NSFileProviderManager.add(domain)
    let mock = try #require(MockManager(for: domain))
    await #expect(throws: NSFileProviderError(.serverUnreachable)) {
      try await mock.signalEnumerator(for: .workingSet)
    }
    #expect(system.calls.isEmpty)
  }
}
