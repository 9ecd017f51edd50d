import Foundation

/// Looks at folders on the server, and notes what is there.
struct Look {
  let session: Session
  let cancellation: Cancellation?

  init(_ session: Session, _ cancellation: Cancellation?) {
    self.session = session
    self.cancellation = cancellation
  }

  /// Lists a folder for the system: everything that is in it.
  ///
  /// - Parameter whenChanged: Called where something has changed since it was listed last: no look finds that again.
  /// - Throws: When the listing lacks an item, or the properties of one that is not known yet.
  func list(_ path: RemotePath, whenChanged: () -> Void) throws -> [KnownItem] {
    let begun = session.tree.beginListing()
    let listing = try session.server.list(path, cancellation)
    let (items, changed, hasChanged) = session.tree.takeAll(
      listing, of: path, begun: begun, interval: session.pace)
    session.cards?.note(changed)
    if hasChanged { whenChanged() }
    let known = Set(items.map(\.entry.path.bytes))
    guard listing.isComplete, listing.unreported.isSubset(of: known) else {
      throw WebDAVError(.badAnswer("the listing of a folder is incomplete"))
    }
    return items
  }

  /// Looks again at a folder that is known.
  ///
  /// - Parameter gone: Gets the missing items. They are reported after all folders were checked, since they may be in another one now.
  /// - Returns: Whether anything has changed.
  func look(_ path: RemotePath, gone: inout [KnownItem]) throws -> Bool {
    // Changes since the token of a home may be of its calendars, which are not shown.
    let hasToken = session.facts.hasSyncTokens && !(session.settings.isCardDAV && path.isRoot)
    if hasToken, let token = session.tree.folder(path)?.token,
      let changed = try lookSince(token, path, gone: &gone)
    {
      return changed
    }
    let begun = session.tree.beginListing()
    let listing = try session.server.list(path, cancellation)
    let outcome = session.tree.take(listing, of: path, begun: begun)
    noteCards(outcome)
    gone += outcome.gone
    return outcome.hasChanged || !outcome.gone.isEmpty
  }

  /// Looks at a folder, and at those below it that have another version now. For servers whose folder versions change with everything below.
  func descend(_ path: RemotePath, gone: inout [KnownItem]) throws -> Bool {
    var isChanged = false
    var rest = [path]
    var versions: [(folder: RemotePath, tag: EntityTag?)] = []
    while let next = rest.popLast() {
      let begun = session.tree.beginListing()
      let listing = try session.server.list(next, cancellation)
      let outcome = session.tree.take(listing, of: next, begun: begun, isDescending: true)
      versions.append((next, listing.folder?.tag))
      gone += outcome.gone
      if outcome.hasChanged || !outcome.gone.isEmpty { isChanged = true }
      for child in listing.children.values where child.path.isFolder {
        if let known = session.tree.folder(child.path), known.tag != child.tag { rest.append(child.path) }
      }
    }
    for (folder, tag) in versions.reversed() { session.tree.update(folder) { $0.tag = tag } }
    return isChanged
  }

  private func noteCards(_ outcome: KnownTree.Outcome) {
    session.cards?.note(outcome.changed)
    session.cards?.forget(outcome.gone.map(\.entry.path))
  }

  // MARK: Tokens

  /// Asks what has changed in a folder since a token.
  ///
  /// - Returns: Whether anything has; `nil` when the folder has to be listed.
  private func lookSince(_ token: String, _ path: RemotePath, gone: inout [KnownItem]) throws -> Bool? {
    let begun = session.tree.beginListing()
    let answer: SyncAnswer
    do { answer = try session.server.changes(in: path, since: token, cancellation) } catch let error as WebDAVError {
      guard let status = error.status, ![401, 429, 503].contains(status) else { throw error }
      // Servers reject an expired token in many ways. A single error may be a mishap.
      var isRefused = false
      session.tree.update(path) { folder in
        folder.refusals += 1
        isRefused = folder.refusals > 1
        if isRefused { (folder.token, folder.refusals) = (nil, 0) }
      }
      if isRefused { return nil }
      throw error
    }
    let outcome = session.tree.take(answer, of: path, begun: begun)
    noteCards(outcome)
    gone += outcome.gone
    return outcome.hasChanged
  }
}
