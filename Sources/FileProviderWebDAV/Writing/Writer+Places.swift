import FileProviderInterface
import Foundation

extension Writer {
  /// Makes a folder.
  ///
  /// - Parameter mayExist: Whether an earlier call may have made it, whose answer was lost.
  func createFolder(_ path: RemotePath, mayExist: Bool) throws -> Outcome {
    do { try server.makeFolder(path, cancellation) } catch let error as WebDAVError
      where [405, 409, 412].contains(error.status)
    {
      // 409: the folder above is missing; some servers answer so when the name is taken.
      guard let holder = try holder(of: path) else { throw try confirmed(error, in: path.parent) }
      // Also the same request may have come twice. In an empty folder there is nothing of anybody's.
      try checkBook(holder.path)
      guard holder.path.isFolder, try mayExist || isEmptyFolder(holder.path) else { throw try collision(with: holder) }
    }
    let entry = try made(path)
    try checkBook(entry.path)
    tree.endChange([path, entry.path], entry: entry)
    // The system knows what is in it without listing it.
    tree.beginFollowing(entry.path, interval: session.pace)
    observer.noteReading(of: entry.path)
    return Outcome(entry: entry)
  }

  /// Gives an item another name, or another folder.
  ///
  /// - Parameter known: What the server reported of it last, maybe long ago.
  func move(_ item: Identity, known: RemoteEntry, to target: RemotePath) throws -> RemoteEntry {
    let isRefused = session.facts.keepsTargets && session.facts.hasMove
    if !isRefused, let holder = try holder(of: target), holder.path.bytes == target.bytes {
      throw try collision(with: holder)
    }
    do { try relocate(item, known, to: target) } catch let error as WebDAVError {
      if error.status == 409 { throw try confirmed(error, in: target.parent) }
      guard error.reason == .otherVersion || [404, 410, 412].contains(error.status),
        let holder = try holder(of: target)
      else { throw error }
      // A call whose answer was lost may have moved it: then it is there, and not at its old place any more.
      guard try item.isSame(as: holder) && self.holder(of: item.path).map(item.isSame) != true else {
        if error.status == 412 { throw try collision(with: holder) }
        throw error
      }
    }
    let entry = try made(target)
    tree.endChange([item.path, target, entry.path], removed: item.path, entry: entry)
    session.dates.move(item.path, to: entry)
    return entry
  }

  /// Moves an item whose identity is known: by a condition, or else since the server has just reported it.
  private func relocate(_ item: Identity, _ known: RemoteEntry, to target: RemotePath) throws {
    guard session.facts.hasMove else {
      return try copyAndDelete(item.path, to: target, version: present(item).contentVersion)
    }
    var condition = WebDAVServer.Precondition.none
    if known.contentVersion == item.version { condition = moveCondition(known) }
    if condition != .none {
      do { return try server.move(item.path, to: target, condition, cancellation) } catch let error as WebDAVError
        where error.status == 412 || error.status == 400
      {
        guard try holder(of: target) == nil else { throw error }
      }
    }
    // A condition that was refused, and holds, is one that the server makes nothing of, as for some names.
    let again = moveCondition(try present(item))
    try server.move(item.path, to: target, again == condition ? .none : again, cancellation)
  }

  private func moveCondition(_ entry: RemoteEntry) -> WebDAVServer.Precondition {
    guard session.facts.checksMoves == true, !entry.path.isFolder, let tag = entry.tag, !tag.isWeak else {
      return .none
    }
    return .has(tag)
  }

  /// The item as the server has it now.
  ///
  /// - Throws: `otherVersion` when somebody has changed it, or put another one there.
  private func present(_ item: Identity) throws -> RemoteEntry {
    let entry = try server.entry(at: item.path, cancellation)
    guard item.isSame(as: entry) else { throw WebDAVError(.otherVersion) }
    return entry
  }

  /// What a move is on a server that has none: one document after the other, so that each is deleted only as the version that was copied.
  ///
  /// - Parameter version: That of a document, if it was just asked for.
  private func copyAndDelete(_ path: RemotePath, to target: RemotePath, version: String? = nil) throws {
    guard session.facts.hasCopy else { throw NSFileProviderError(.cannotSynchronize) }
    try cancellation.check()
    guard path.isFolder else { return try copyAndDeleteDocument(path, to: target, version: version) }
    // An item that appeared there meanwhile is reported as in the way of a move.
    do { try server.makeFolder(target, cancellation) } catch let error as WebDAVError where error.status == 405 {
      throw WebDAVError(.status(412))
    }
    for child in try server.list(path, cancellation).children.keys {
      try copyAndDelete(child, to: target.appending(child.name, isFolder: child.isFolder))
    }
    try deleteEmpty(path)
  }

  private func copyAndDeleteDocument(_ path: RemotePath, to target: RemotePath, version: String?) throws {
    let version = try version ?? server.entry(at: path, cancellation).contentVersion
    try server.copy(path, to: target, cancellation)
    do { try delete(path, version: version) } catch {
      // It was changed meanwhile: it stays where it is, and the copy is deleted.
      if let copy = try holder(of: target), !copy.path.isFolder { try delete(target, version: copy.contentVersion) }
      throw error
    }
  }

  // MARK: Deleting

  /// Deletes a document, if it is the version that is known.
  func delete(_ path: RemotePath, version: String, number: String? = nil) throws {
    let condition = try condition(for: path, version: version, isChecked: session.facts.checksDeletions)
    do { try discard(path, condition, number) } catch let error as WebDAVError {
      if [409, 412].contains(error.status), let holder = try holder(of: path) {
        throw try confirmed(error, path, holder, version: version)
      }
      // What is gone is deleted: the request may have come twice.
      guard [404, 409, 410, 412].contains(error.status) else { throw error }
      try session.checkMissing(path, cancellation)
    }
    tree.endChange([path], removed: path)
  }

  /// Deletes a folder that has nothing in it.
  ///
  /// A server deletes everything in a folder, including items added a moment ago, so it is checked first. Items added between the two requests are deleted, too.
  func deleteEmpty(_ path: RemotePath, number: String? = nil) throws {
    guard try isEmptyFolder(path, number) else { throw NSFileProviderError(.directoryNotEmpty) }
    do { try discard(path, .none, number) } catch let error as WebDAVError where error.isMissing {}
    tree.endChange([path], removed: path)
  }

  private func isEmptyFolder(_ path: RemotePath, _ number: String? = nil) throws -> Bool {
    let listing = try list(path, number)
    let others = listing.unreported.count + listing.strange + listing.hidden
    return listing.children.isEmpty && others == 0 && listing.isComplete
  }

  /// - Throws: `otherVersion` when another folder has the place.
  private func list(_ path: RemotePath, _ number: String?) throws -> FolderListing {
    let listing = try server.list(path, cancellation)
    if listing.folder?.isAnother(than: number) == true { throw WebDAVError(.otherVersion) }
    return listing
  }

  /// Deletes a folder with all that is in it, one by one: each as it is when it is seen.
  func deleteAll(_ path: RemotePath, number: String? = nil) throws {
    for child in try list(path, number).children.values {
      try cancellation.check()
      do {
        if child.path.isFolder {
          try deleteAll(child.path, number: child.cloud?.number)
        } else {
          try delete(child.path, version: child.contentVersion, number: child.cloud?.number)
        }
      } catch let error as WebDAVError where error.isMissing {
        // Somebody else has deleted it; the rest is still there.
      }
    }
    try deleteEmpty(path, number: number)
  }
}
