import FileProvider
import Synchronization

/// A system that has domains and does nothing with them.
final class RecordingSystem: NSFileProviderManager.System {
  private struct State {
    var domains: [NSFileProviderDomain] = []
    var calls: [NSFileProviderManager.Call] = []
    var log: [String] = []
  }

  private let state = Mutex(State())

  var calls: [NSFileProviderManager.Call] { state.withLock { $0.calls } }
  var log: [String] { state.withLock { $0.log } }

  func hasDomain(_ domain: NSFileProviderDomainIdentifier) -> Bool {
    state.withLock { $0.domains.contains { $0.identifier == domain } }
  }

  func domains() throws -> [NSFileProviderDomain] { state.withLock { $0.domains } }

  func add(_ domain: NSFileProviderDomain) throws {
    state.withLock {
      $0.domains.append(domain)
      $0.log.append("add \(domain.identifier.rawValue)")
    }
  }

  func add(_ domain: NSFileProviderDomain, importing directory: URL) throws {
    state.withLock {
      $0.domains.append(domain)
      $0.log.append("import \(directory.path)")
    }
  }

  func remove(_ domain: NSFileProviderDomainIdentifier, mode: NSFileProviderManager.DomainRemovalMode) throws -> URL? {
    state.withLock { state in
      state.domains.removeAll { $0.identifier == domain }
      state.log.append("remove \(domain.rawValue) \(mode.rawValue)")
      return mode == .removeAll ? nil : URL(fileURLWithPath: "/kept")
    }
  }

  func identifier(ofFileAt url: URL) throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier) {
    (NSFileProviderItemIdentifier(url.lastPathComponent), NSFileProviderDomainIdentifier("account"))
  }

  func userVisibleURL(
    of item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws -> URL { URL(fileURLWithPath: "/mnt/\(item.rawValue)") }

  func perform(_ call: NSFileProviderManager.Call, in domain: NSFileProviderDomainIdentifier) throws {
    guard hasDomain(domain) else { throw NSFileProviderError(.providerDomainNotFound) }
    state.withLock { $0.calls.append(call) }
  }

  func materializedItems(in domain: NSFileProviderDomainIdentifier) -> any NSFileProviderEnumerator {
    OneItemEnumerator()
  }

  func pendingItems(in domain: NSFileProviderDomainIdentifier) -> any NSFileProviderPendingSetEnumerator {
    OneItemEnumerator()
  }

  func temporaryDirectory(of domain: NSFileProviderDomainIdentifier) throws -> URL {
    URL(fileURLWithPath: "/store/temporary")
  }

  func stateDirectory(of domain: NSFileProviderDomainIdentifier) throws -> URL { URL(fileURLWithPath: "/store/state") }

  func progress(of kind: Progress.FileOperationKind, in domain: NSFileProviderDomainIdentifier) -> Progress {
    let progress = Progress()
    progress.setUserInfoObject(kind.rawValue, forKey: .fileOperationKindKey)
    return progress
  }
}

private final class OneItemEnumerator: NSObject, NSFileProviderPendingSetEnumerator {
  var domainVersion: NSFileProviderDomainVersion? { nil }
  var refreshInterval: TimeInterval { 1 }
  var isMaximumSizeReached: Bool { false }

  func invalidate() {}

  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    observer.didEnumerate([BareItem()])
    observer.finishEnumerating(upTo: nil)
  }
}
