import FileProviderInterface

/// What is done with a server's trash bin.
extension Writer {
  /// Deletes something as an item that the system does not know any more, wherever the server keeps it.
  ///
  /// - Parameter number: That of the item, if it is known.
  func discard(_ path: RemotePath, _ condition: WebDAVServer.Precondition, _ number: String?) throws {
    let number = session.hasTrash && !path.isTrashed ? number ?? tree.entry(path)?.cloud?.number : nil
    try session.discarded.deleting(number) {
      try server.delete(path, condition, cancellation).headers["date"].flatMap(HTTPDate.date)
    }
  }

  /// Throws an item away, a folder with all that is in it: the server deletes it, and has it in its bin then under the same number. So nothing that
  /// others put into a folder meanwhile is lost.
  func trash(_ path: RemotePath, number: String) throws -> RemoteEntry {
    var isDeleted = false
    var date: Date?
    // What has the place now may be another item, after a call whose answer was lost, or by somebody else.
    if let holder = try holder(of: path), holder.cloud?.number == number {
      guard !holder.isAnothers else { throw CocoaError(.featureUnsupported) }
      try checkBin()
      isDeleted = true
      let condition = holder.tag.map { WebDAVServer.Precondition.has($0) } ?? .none
      session.discarded.remove(number)
      do {
        let response = try server.delete(path, path.isFolder ? .none : condition, cancellation)
        date = response.headers["date"].flatMap(HTTPDate.date)
      } catch let error as WebDAVError
        where [404, 409, 410, 412].contains(error.status)
      {
        // The request may have come twice.
        guard try self.holder(of: path)?.cloud?.number != number else { throw error }
      }
    }
    let entry: RemoteEntry
    do {
      guard let found = try thrownAway(number, from: path, at: date) else {
        throw isDeleted ? NSFileProviderError(.cannotSynchronize) : WebDAVError(.status(404))
      }
      entry = found
    } catch {
      // It may no longer exist: its deletion is not reported, which would remove it here.
      if isDeleted { tree.endChange([path], removed: path, isReported: false) }
      throw error
    }
    tree.endChange([path, entry.path], removed: path, entry: entry)
    session.dates.move(path, to: entry)
    return entry
  }

  /// Without a bin, a deletion is permanent: so the bin is checked first.
  ///
  /// - Throws: `featureUnsupported` where there is none.
  private func checkBin() throws {
    do { _ = try server.entry(at: .trash, cancellation) } catch let error as WebDAVError
      where [403, 404, 405, 410, 501].contains(error.status)
    { throw CocoaError(.featureUnsupported) }
  }

  /// What was thrown away, in the bin.
  ///
  /// - Parameter date: When that was, by the server's clock, if it was just now.
  /// - Returns: `nil` when it is not there for sure.
  private func thrownAway(_ number: String, from path: RemotePath, at date: Date?) throws -> RemoteEntry? {
    if let date,
      let found = try server.entry(
        inTrash: number, named: path.name, isFolder: path.isFolder, around: date, cancellation)
    {
      return found
    }
    let listing: FolderListing
    do { listing = try server.list(.trash, cancellation) } catch let error as WebDAVError where error.isMissing {
      throw WebDAVError(.badAnswer("the trash bin no longer exists"))
    }
    if let found = listing.children.values.first(where: { $0.cloud?.number == number }) { return found }
    guard listing.isComplete, listing.unreported.isEmpty, listing.strange == 0 else {
      throw WebDAVError(.badAnswer("the listing of the trash bin is incomplete"))
    }
    return nil
  }

  /// Takes an item out of the bin.
  ///
  /// - Parameters:
  ///   - origin: Its original place according to the bin.
  ///   - target: Where it is to be; `nil` for where the server puts it.
  /// - Returns: The item, which is not at its target yet if that could not be done.
  func restore(_ path: RemotePath, number: String, from origin: [[UInt8]], to target: RemotePath?) throws -> Outcome {
    if let target, let holder = try holder(of: target), holder.path.bytes == target.bytes,
      holder.cloud?.number != number
    {
      throw try collision(with: holder)
    }
    do { try server.restore(path, cancellation) } catch let error as WebDAVError where error.isMissing {
      // It may have been restored by a call whose answer was lost.
    }
    guard
      let entry = try server.entry(restored: number, from: origin, cancellation) ?? fromOutside(number, to: target)
    else { throw WebDAVError(.status(404)) }
    tree.endChange([path, entry.path], removed: path, entry: entry)
    session.dates.move(path, to: entry)
    guard let target, entry.path.bytes != target.bytes else { return Outcome(entry: entry) }
    do {
      let item = Identity(path: entry.path, version: entry.contentVersion, number: number)
      return Outcome(entry: try move(item, known: entry, to: target))
    } catch {
      // It is out of the bin; what is left is asked for again.
      return Outcome(entry: entry, stillPending: [.filename, .parentItemIdentifier])
    }
  }

  /// Without its original folder, an item is restored to the top of the user's files: outside, if only a part of them is mounted.
  private func fromOutside(_ number: String, to target: RemotePath?) throws -> RemoteEntry? {
    guard let target, try server.moveIn(number, to: target, cancellation) else { return nil }
    return try server.entry(at: target, cancellation)
  }

  /// Whether the bin has the version of an item that the system knows.
  func isInBin(_ path: RemotePath, version: String) throws -> Bool {
    try server.entry(at: path, cancellation).contentVersion == version
  }

  /// Deletes an item for the system that others have thrown away meanwhile, maybe with something newer in it: it stays in the bin, as what is deleted
  /// from here.
  ///
  /// - Throws: `otherVersion` for what is in a folder there.
  func leaveInBin(_ path: RemotePath, number: String) throws {
    let entry = try server.entry(at: path, cancellation)
    // An item in a folder there can only be restored with the folder.
    guard path.parent == .trash else { throw WebDAVError(.otherVersion) }
    session.discarded.note(number, until: entry.trash?.deleted ?? Date().timeIntervalSince1970)
    tree.endChange([path], removed: path)
  }

  /// Deletes something in the bin for good. Nobody can put anything into a folder there.
  func deleteTrashed(_ path: RemotePath, recursively: Bool) throws {
    guard recursively || !path.isFolder else { return try deleteEmpty(path) }
    try server.delete(path, .none, cancellation)
    tree.endChange([path], removed: path)
  }
}
