import FileProviderDomains
import FileProviderInterface
import FileProviderManaging
import FileProviderProgram
import Foundation

/// Answers the managers of a provider under validation: its domain exists, nothing is materialized, and signals are recorded.
final class ValidationSystem: NSFileProviderManager.System {
  private let domain: DomainBox
  private let scratch: URL

  /// Carries the domain to the threads that ask for it.
  private struct DomainBox: @unchecked Sendable {
    // Sendable: the domain does not change after the provider was created.
    let domain: NSFileProviderDomain
  }

  init(_ domain: NSFileProviderDomain, _ scratch: URL) {
    self.domain = DomainBox(domain: domain)
    self.scratch = scratch
  }

  func hasDomain(_ domain: NSFileProviderDomainIdentifier) -> Bool { domain == self.domain.domain.identifier }
  func domains() throws -> [NSFileProviderDomain] { [domain.domain] }

  func temporaryDirectory(of domain: NSFileProviderDomainIdentifier) throws -> URL {
    try DomainFolder.make(DomainFolder.temporary, in: scratch)
  }

  func stateDirectory(of domain: NSFileProviderDomainIdentifier) throws -> URL {
    try DomainFolder.make(DomainFolder.state, in: scratch)
  }

  func perform(_ call: NSFileProviderManager.Call, in domain: NSFileProviderDomainIdentifier) throws {
    switch call {
    case .signal, .errorResolved: return
    default: throw CocoaError(.featureUnsupported)
    }
  }

  func materializedItems(in domain: NSFileProviderDomainIdentifier) -> any NSFileProviderEnumerator { EmptySet() }
  func pendingItems(in domain: NSFileProviderDomainIdentifier) -> any NSFileProviderPendingSetEnumerator { EmptySet() }
  func progress(of kind: Progress.FileOperationKind, in domain: NSFileProviderDomainIdentifier) -> Progress {
    Progress()
  }

  // MARK: What a check does not let a provider do

  func add(_ domain: NSFileProviderDomain) throws { throw CocoaError(.featureUnsupported) }
  func add(_ domain: NSFileProviderDomain, importing directory: URL) throws { throw CocoaError(.featureUnsupported) }

  func remove(_ domain: NSFileProviderDomainIdentifier, mode: NSFileProviderManager.DomainRemovalMode) throws -> URL? {
    throw CocoaError(.featureUnsupported)
  }

  func identifier(ofFileAt url: URL) throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier) {
    throw CocoaError(.fileNoSuchFile)
  }

  func userVisibleURL(of item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier) throws -> URL {
    throw NSFileProviderError(.providerDomainTemporarilyUnavailable)
  }
}

/// A set without items.
private final class EmptySet: NSObject, NSFileProviderPendingSetEnumerator {
  var domainVersion: NSFileProviderDomainVersion? { nil }
  var refreshInterval: TimeInterval { 0 }
  var isMaximumSizeReached: Bool { false }

  func invalidate() {}

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    observer.finishEnumerating(upTo: nil)
  }
}
