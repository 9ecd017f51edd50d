package import FileProviderInterface
package import Foundation

extension WebDAVProvider {
  package func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    if containerItemIdentifier == .trashContainer, !domain.supportsSyncingTrash {
      throw CocoaError(.featureUnsupported)
    }
    if !request.isSystemRequest { noteOpening(of: containerItemIdentifier) }
    return WebDAVEnumerator(self, containerItemIdentifier, request)
  }

  package func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    run(isReading: true) { [self] session, call in
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
    try session.withPlace(of: identifier, call.cancellation) { path in
      noteReading(of: path.parent)
      let entry = try session.server.entry(at: path, call.cancellation)
      // Another item may have its place.
      if !path.isTop, let number = entry.cloud?.number, number != identifier.rawValue {
        throw WebDAVError(.status(404))
      }
      let item = try session.item(entry, call.cancellation)
      guard item.identifier == identifier.rawValue else { throw Session.missing(identifier) }
      return (item, session)
    }
  }

  package func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    run(isReading: true) { [self] session, call in
      try session.withPlace(of: itemIdentifier, call.cancellation) { path in
        guard !path.isFolder else { throw Session.missing(itemIdentifier) }
        noteReading(of: path.parent)
        return (try Fetch(session, call).contents(of: path), session)
      }
    } whenDone: { result in
      switch result {
      case .success(let (fetched, session)): completionHandler(fetched.url, session.object(fetched.item), nil)
      case .failure(let error): completionHandler(nil, nil, error)
      }
    }
  }
}
