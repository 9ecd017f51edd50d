import FileProvider
import Foundation
import Synchronization
import Testing

@Suite("The manager of a domain") struct NSFileProviderManagerTests {
  let domain = NSFileProviderDomain(
    identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "domain")

  // There is nothing to manage where nothing serves the domain.
  @Test func `does not exist for an unknown domain`() {
    #expect(NSFileProviderManager(for: domain) == nil)
  }

  // Both forms of both calls arrive where the domain is served.
  @Test func `passes calls on`() async throws {
    let backend = RecordingBackend()
    NSFileProviderManager.installBackend(backend, for: domain.identifier)
    defer { NSFileProviderManager.removeBackend(backend, for: domain.identifier) }
    let manager = try #require(NSFileProviderManager(for: domain))

    try await manager.signalEnumerator(for: .workingSet)
    let error = Box<any Error>()
    manager.signalEnumerator(for: .rootContainer) { error.value = $0 }
    #expect(error.value == nil)
    #expect(backend.signals == [.workingSet, .rootContainer])

    try await manager.signalErrorResolved(NSFileProviderError(.notAuthenticated))
    manager.signalErrorResolved(NSFileProviderError(.serverUnreachable)) { error.value = $0 }
    #expect(error.value == nil)
    #expect(backend.resolved == [-1000, -1004])
  }

  // What the backend answers is what the caller gets.
  @Test func `passes errors back`() async throws {
    let backend = RecordingBackend(answer: NSFileProviderError(.noSuchItem))
    NSFileProviderManager.installBackend(backend, for: domain.identifier)
    defer { NSFileProviderManager.removeBackend(backend, for: domain.identifier) }
    let manager = try #require(NSFileProviderManager(for: domain))
    await #expect(throws: NSFileProviderError(.noSuchItem)) {
      try await manager.signalEnumerator(for: NSFileProviderItemIdentifier("gone"))
    }
  }

  // A manager outlives what it speaks to, and says so.
  @Test func `fails once the domain is not served any more`() async throws {
    let backend = RecordingBackend()
    NSFileProviderManager.installBackend(backend, for: domain.identifier)
    let manager = try #require(NSFileProviderManager(for: domain))
    NSFileProviderManager.removeBackend(backend, for: domain.identifier)
    await #expect(throws: NSFileProviderError(.providerDomainNotFound)) {
      try await manager.signalEnumerator(for: .workingSet)
    }
    #expect(NSFileProviderManager(for: domain) == nil)
  }

  // A host that ends late does not take away what its successor installed.
  @Test func `keeps the backend that replaced another`() async throws {
    let old = RecordingBackend()
    let new = RecordingBackend()
    NSFileProviderManager.installBackend(old, for: domain.identifier)
    NSFileProviderManager.installBackend(new, for: domain.identifier)
    defer { NSFileProviderManager.removeBackend(new, for: domain.identifier) }
    NSFileProviderManager.removeBackend(old, for: domain.identifier)
    try await #require(NSFileProviderManager(for: domain)).signalEnumerator(for: .workingSet)
    #expect(old.signals.isEmpty)
    #expect(new.signals == [.workingSet])
  }
}

private final class RecordingBackend: NSFileProviderManager.Backend {
  private let log = Mutex<(signals: [NSFileProviderItemIdentifier], resolved: [Int])>(([], []))
  private let answer: (any Error)?

  init(answer: (any Error)? = nil) { self.answer = answer }

  var signals: [NSFileProviderItemIdentifier] { log.withLock { $0.signals } }
  var resolved: [Int] { log.withLock { $0.resolved } }

  func perform(
    _ call: NSFileProviderManager.Call, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    log.withLock { log in
      switch call {
      case .signal(let container): log.signals.append(container)
      case .errorResolved(_, let code): log.resolved.append(code)
      default: break
      }
    }
    completionHandler(answer)
  }
}
