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
      guard holder.path.isFolder, try mayExist || isEmpty(holder.path) else { throw try collision(with: holder) }
    }
    let entry = try made(path)
    tree.endChange([path, entry.path], entry: entry)
    // The system knows what is in it without listing it.
    tree.beginFollowing(entry.path, interval: session.pace)
    provider.noteReading(of: entry.path)
    return Outcome(entry: entry)
  }

  /// Gives an item another name, or another folder.
  ///
  /// - Parameter version: The version of its contents: by it, an item that is there already is known.
  func move(_ path: RemotePath, to target: RemotePath, version: String) throws -> RemoteEntry {
    let isRefused = session.facts.keepsTargets && session.facts.hasMove
    if !isRefused, let holder = try holder(of: target), holder.path.bytes == target.bytes {
      throw try collision(with: holder)
    }
    do {
      if session.facts.hasMove {
        try server.move(path, to: target, cancellation)
      } else {
        try copyAndDelete(path, to: target)
      }
    } catch let error as WebDAVError {
      switch error.status {
      case 412:
        guard let holder = try holder(of: target) else { throw error }
        // The one in the way is the item itself, when it is not at its old place any more and has its version.
        let isMoved = holder.path.isFolder == path.isFolder && holder.contentVersion == version
        guard try isMoved && self.holder(of: path) == nil else { throw try collision(with: holder) }
      case 409: throw try confirmed(error, in: target.parent)
      case 404?, 410?:
        // It may have been moved by a call whose answer was lost.
        guard let holder = try holder(of: target), holder.path.isFolder == path.isFolder,
          holder.contentVersion == version
        else { throw error }
      default: throw error
      }
    }
    let entry = try made(target)
    tree.endChange([path, target, entry.path], removed: path, entry: entry)
    session.dates.move(path, to: entry)
    return entry
  }

  /// What a move is on a server that has none: one document after the other, so that each is deleted only as the version that was copied.
  private func copyAndDelete(_ path: RemotePath, to target: RemotePath) throws {
    guard session.facts.hasCopy else { throw NSFileProviderError(.cannotSynchronize) }
    try cancellation.check()
    guard path.isFolder else { return try copyAndDeleteDocument(path, to: target) }
    // What came to be there in the meantime is told as what is in the way of a move.
    do { try server.makeFolder(target, cancellation) } catch let error as WebDAVError where error.status == 405 {
      throw WebDAVError(.status(412))
    }
    for child in try server.list(path, cancellation).children.keys {
      try copyAndDelete(child, to: target.appending(child.name, isFolder: child.isFolder))
    }
    try deleteEmpty(path)
  }

  private func copyAndDeleteDocument(_ path: RemotePath, to target: RemotePath) throws {
    let version = try server.entry(at: path, cancellation).contentVersion
    try server.copy(path, to: target, cancellation)
    do { try delete(path, version: version) } catch {
      // Somebody has changed it meanwhile: it stays where it is, and the copy goes.
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
  /// A server deletes whatever is in a folder, also what came a moment ago: so it is asked first. What comes between the two requests goes, too.
  func deleteEmpty(_ path: RemotePath, number: String? = nil) throws {
    guard try isEmpty(path) else { throw NSFileProviderError(.directoryNotEmpty) }
    do { try discard(path, .none, number) } catch let error as WebDAVError where error.isMissing {}
    tree.endChange([path], removed: path)
  }

  private func isEmpty(_ path: RemotePath) throws -> Bool {
    let listing = try server.list(path, cancellation)
    return listing.children.isEmpty && listing.untold.isEmpty && listing.isComplete && listing.strange == 0
  }

  /// Deletes a folder with all that is in it, one by one: each as it is when it is seen.
  func deleteAll(_ path: RemotePath, number: String? = nil) throws {
    for child in try server.list(path, cancellation).children.values {
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
