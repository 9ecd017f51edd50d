package import FileProviderInterface
package import Foundation

extension WebDAVProvider {
  package func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    // A server's trash bin is no folder of the collection.
    if containerItemIdentifier == .trashContainer { throw CocoaError(.featureUnsupported) }
    return WebDAVEnumerator(self, containerItemIdentifier)
  }

  package func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    run { [self] session, call in
      try present(identifier, session, call)
    } whenDone: { result in
      switch result {
      case .success(let (item, session)): completionHandler(session.object(item), nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
  }

  private func present(
    _ identifier: NSFileProviderItemIdentifier, _ session: Session, _ call: Call
  ) throws -> (KnownItem, Session) {
    let path = try session.place(of: identifier, call.cancellation)
    noteReading(of: path.parent)
    do {
      let item = try session.item(session.server.entry(at: path, call.cancellation), call.cancellation)
      guard item.identifier == identifier.rawValue else { throw Session.missing(identifier) }
      return (item, session)
    } catch let error as WebDAVError where error.isMissing {
      throw Session.missing(identifier, at: path)
    }
  }

  package func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    run { [self] session, call in
      let path = try session.place(of: itemIdentifier, call.cancellation)
      guard !path.isFolder else { throw Session.missing(itemIdentifier) }
      noteReading(of: path.parent)
      return (try Fetch(session, call).contents(of: path), session)
    } whenDone: { result in
      switch result {
      case .success(let (fetched, session)): completionHandler(fetched.url, session.object(fetched.item), nil)
      case .failure(let error): completionHandler(nil, nil, error)
      }
    }
  }
}
