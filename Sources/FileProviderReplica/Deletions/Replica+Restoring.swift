import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging

/// Documents that the person has made again at the provider, and that it has to be asked about first.
extension Replica {
  /// Lists the folders that have come since the newest item that is to be made again: what was moved may be in them, and nobody has looked.
  func listNewFolders() throws(StoreError) {
    guard var key = try store.readCommitted({ (reader) throws(StoreError) in try reader.newestRestoring() }) else {
      return
    }
    // What cannot be listed is no reason to keep a person waiting.
    var report = SynchronizationReport()
    while !inFlight.isStopped {
      let some = try store.readCommitted { [key] (reader) throws(StoreError) in
        try reader.unlistedContainers(after: key, limit: 256)
      }
      guard let last = some.last else { return }
      key = last
      list(some, &report)
    }
  }

  /// Has documents made again: fetches their contents, and looks whether the provider has them elsewhere. What cannot be fetched is held again.
  ///
  /// - Returns: Whether any are to be removed instead, because they were only moved there.
  func restoreDocuments() throws(StoreError) -> Bool {
    var key = ItemID.none
    var moved = 0
    while !inFlight.isStopped {
      let (some, successors) = try store.readCommitted { [key] (reader) throws(StoreError) in
        let some = try reader.heldItems(.restoring, after: key, limit: 100)
        return (some, try reader.possibleSuccessors(of: some))
      }
      guard let last = some.last else { break }
      key = last
      for id in some where !inFlight.isStopped {
        if try restore(id, or: successors[id] ?? []) == .isElsewhere { moved += 1 }
      }
    }
    if moved > 0 {
      logger.notice(
        "\(moved) documents that were to be made again have been moved at the provider, and are there already",
        metadata: [Logger.Key.count: "\(moved)"])
    }
    return moved > 0
  }

  private enum Restoration {
    case isMadeAgain
    /// The provider has the document under another identifier.
    case isElsewhere
    /// Not now.
    case isOpen
  }

  private func restore(_ id: ItemID, or successors: [ItemID]) throws(StoreError) -> Restoration {
    do {
      for other in successors where try isSame(id, as: other) {
        return try change { (transaction) throws(StoreError) in
          guard try transaction.reader.heldState(of: id) == .restoring else { return .isOpen }
          try transaction.decide(.accepted, on: id)
          return .isElsewhere
        }
      }
      // A person may have decided on folders just now.
      let kind = try store.readCommitted { (reader) throws(StoreError) in try reader.item(id)?.kind }
      if kind == .file { try fetch(id, LoadInterest()) }
      let pace = limits.pace
      return try change { (transaction) throws(StoreError) in
        guard try transaction.reader.heldState(of: id) == .restoring else { return .isOpen }
        try transaction.createAgain(id, pace)
        return .isMadeAgain
      }
    } catch let error as StoreError { throw error } catch {
      if inFlight.isStopped { return .isOpen }
      // What fails for the moment is tried again with the next pull.
      let reaction = ProviderErrorPolicy(error).reaction
      guard reaction != .wait && reaction != .answer && reaction != .retry else { return .isOpen }
      try change { (transaction) throws(StoreError) in try transaction.decide(.held, on: id) }
      return .isOpen
    }
  }

  /// Whether the provider has a document's contents, as they are here, in another one.
  func isSame(_ id: ItemID, as other: ItemID) throws -> Bool {
    let (document, identifier) = try store.readCommitted { (reader) throws(StoreError) in
      (try reader.item(id), try reader.providerIdentifier(of: other))
    }
    guard let document, !document.flags.contains(.dataless), let identifier else { return false }
    do {
      let item = try calls.item(for: identifier)
      guard item.kind == .file, item.size ?? document.size == document.size else { return false }
      return try comparison(of: item, with: document, sentBy: id) == .present
    } catch {
      // It has gone again.
      guard ProviderErrorPolicy(error).reaction == .remove else { throw error }
      return false
    }
  }
}
