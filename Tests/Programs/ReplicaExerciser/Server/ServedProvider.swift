import FileProvider
import FileProviderTesting
import Foundation

/// The provider of a ``Server``: each call is done and saved before it is answered, with steps of `FaultPoint` around.
final class ServedProvider: NSObject, ForwardingProvider, NSFileProviderPartialContentFetching, Sendable {
  let server: Server
  let journal: Journal?
  let base: RangeProvider

  init(domain: NSFileProviderDomain, server: Server, journal: Journal?) {
    (self.server, self.journal) = (server, journal)
    domain.supportsSyncingTrash = false
    base = RangeProvider(domain: domain, tree: server.tree)
    super.init()
  }

  /// The contract asks for it, and nobody calls it here.
  convenience init(domain: NSFileProviderDomain) {
    self.init(domain: domain, server: Server(MemoryTree()), journal: nil)
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    ServedEnumerator(try base.enumerator(for: containerItemIdentifier, request: request), server: server)
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    FaultPoint.pass()
    return server.read { _ in base.item(for: identifier, request: request, completionHandler: completionHandler) }
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    FaultPoint.pass()
    return server.read { _ in
      base.fetchContents(
        for: itemIdentifier, version: requestedVersion, request: request, completionHandler: completionHandler)
    }
  }

  func fetchPartialContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion,
    request: NSFileProviderRequest, minimalRange requestedRange: NSRange, aligningTo alignment: Int,
    options: NSFileProviderFetchContentsOptions,
    completionHandler:
      @escaping @Sendable (
        URL?, (any NSFileProviderItem)?, NSRange, NSFileProviderMaterializationFlags, (any Error)?
      ) -> Void
  ) -> Progress {
    FaultPoint.pass()
    return server.read { _ in
      base.fetchPartialContents(
        for: itemIdentifier, version: requestedVersion, request: request, minimalRange: requestedRange,
        aligningTo: alignment, options: options, completionHandler: completionHandler)
    }
  }
}

/// An enumerator of a ``Server``.
final class ServedEnumerator: NSObject, NSFileProviderEnumerator, @unchecked Sendable {
  // Sendable: everything is constant, and the enumerator is used under the server's lock.
  private let base: any NSFileProviderEnumerator
  private let server: Server

  init(_ base: any NSFileProviderEnumerator, server: Server) {
    self.base = base
    self.server = server
    super.init()
  }

  func invalidate() { base.invalidate() }

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    FaultPoint.pass()
    server.read { _ in base.enumerateItems(for: observer, startingAt: page) }
  }

  func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor
  ) {
    FaultPoint.pass()
    server.read { _ in base.enumerateChanges(for: observer, from: syncAnchor) }
  }

  func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    FaultPoint.pass()
    server.read { _ in base.currentSyncAnchor(completionHandler: completionHandler) }
  }
}
