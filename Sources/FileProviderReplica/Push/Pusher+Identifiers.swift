import FileProviderInterface
import FileProviderStore
import LinuxSystem

// Providers that name their items by path: a call that moves an item gives it another identifier, and all that is in it.
extension Pusher {
  /// What was found out of an item that is not where it was.
  enum Finding {
    /// It is where the provider was asked to put it, and is asked for under the identifier that it has there.
    case found
    case gone
    /// The provider cannot be asked.
    case unknown(any Error)
  }

  /// Looks for an item that the provider does not have under its identifier where it was asked to put it.
  ///
  /// - Parameter asked: The identifier under which it is not.
  func find(_ id: ItemID, asked: NSFileProviderItemIdentifier?) -> Finding {
    do {
      if try findWhereSent(id) { return .found }
      let isGone = try change { (transaction) throws(StoreError) in
        if let now = try ProvidedReader(transaction.reader).providerIdentifier(of: id), now != asked { return false }
        // A folder that it was in may be what has another identifier now.
        if try ReplicationReader(transaction.reader).isIdentifierUnconfirmed(above: id) { return false }
        try ReplicationEditor(transaction).endMoves(of: id)
        return true
      }
      return isGone ? .gone : .unknown(ReplicaError.timedOut)
    } catch { return .unknown(error) }
  }

  /// Finds out whether another item has an item's identifier by now: somebody has made it where the item was, and that is where the provider was asked
  /// to put it.
  ///
  /// - Parameter item: What the provider has under the identifier.
  func findReplaced(_ id: ItemID, by item: ProvidedItem) throws -> Bool {
    let mayBe = try store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).mayBeReplaced(id, by: item)
    }
    return try mayBe ? findWhereSent(id) : false
  }

  /// Looks for an item at the places where the provider was asked to put it.
  private func findWhereSent(_ id: ItemID) throws -> Bool {
    let places = try store.readCommitted { (reader) throws(StoreError) in
      let kind = if let item = try reader.item(id) { item.kind } else { try ProvidedReader(reader).synced(id)?.kind }
      var places: [(place: SentPlace, folder: NSFileProviderItemIdentifier)] = []
      for place in try ReplicationReader(reader).sentPlaces(of: id).reversed() {
        if let folder = try ProvidedReader(reader).providerIdentifier(of: place.parent) {
          places.append((place, folder))
        }
      }
      return (list: places, kind: kind, present: try reader.record(id)?.name)
    }
    for (place, folder) in places.list {
      let child = try child(of: folder) { FileName(providing: $0.filename) == place.name }
      guard let item = child, item.kind == places.kind else { continue }
      let hasVersion = try isOfSyncedVersion(item, as: id)
      // What has the name of one that was moved aside takes its place here, whatever contents others have given it. Who deleted it has not seen those.
      let isOwnName = places.present.map { place.name.isAside && place.name != $0 } ?? false
      if item.kind == .file, !isOwnName, !hasVersion, try !isSame(item, as: id) { continue }
      let isFound = try change { (transaction) throws(StoreError) in
        try ApplyingEditor(transaction).resolve(id, as: item, in: place, hasVersion: hasVersion)
      }
      if isFound { return true }
    }
    return false
  }

  /// Whether a document at a place is of the very version, size and date that are synced. A version alone is no evidence, nor is a moment near
  /// another: other documents may have the same. Without a date, the version counts only if no other known item has it.
  private func isOfSyncedVersion(_ item: ProvidedItem, as id: ItemID) throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in
      guard let row = try ProvidedReader(reader).provided(id), let synced = try ProvidedReader(reader).synced(id) else {
        return false
      }
      guard let version = item.contentVersion, version == row.contentVersion, item.size == synced.size else {
        return false
      }
      if let modified = item.modified { return modified == synced.modified }
      return item.kind == .file ? try !ProvidedReader(reader).hasItem(except: id, contentVersion: version) : false
    }
  }

  /// Whether a document at a place is the one that was to be put there, and none that somebody else has made: it has the contents that are here or were
  /// sent.
  private func isSame(_ item: ProvidedItem, as id: ItemID) throws -> Bool {
    let document = try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    do {
      switch try sent.comparison(of: item, with: document, sentBy: id) {
      case .present, .sent: return true
      case .begun: return document != nil && item.size != 0
      case .other: return false
      }
    } catch let error as StoreError { throw error } catch  where ProviderErrorPolicy(error).reaction == .remove {
      return false
    }
  }

  /// What the provider lists under an identifier, in the folder where an item was and in those where calls that were not answered were to put it.
  func listed(_ id: ItemID, _ identifier: String) throws -> ProvidedItem? {
    let folders = try store.readCommitted { (reader) throws(StoreError) in
      var folders = Set(try ReplicationReader(reader).sentPlaces(of: id).map(\.parent))
      if let synced = try ProvidedReader(reader).synced(id) { folders.insert(synced.parent) }
      var identifiers: [NSFileProviderItemIdentifier] = []
      for folder in folders.sorted() {
        if let identifier = try ProvidedReader(reader).providerIdentifier(of: folder) { identifiers.append(identifier) }
      }
      return identifiers
    }
    for folder in folders {
      if let item = try child(of: folder, where: { $0.identifier.isIdentical(to: identifier) }) { return item }
    }
    return nil
  }

  /// The first such item of a folder, as the provider lists it now.
  func child(
    of folder: NSFileProviderItemIdentifier, where isWanted: (ProvidedItem) -> Bool
  ) throws -> ProvidedItem? {
    var found: ProvidedItem?
    do {
      try calls.forEachPage(of: folder) { items in
        found = items.first(where: isWanted)
        return found == nil
      }
    } catch  where ProviderErrorPolicy(error).reaction == .remove { return nil }
    return found
  }

  /// Lists the folders again in which all items have got other identifiers, the outer ones first.
  func listRenumberedFolders() throws(StoreError) {
    let (all, folders) = try store.readCommitted { (reader) throws(StoreError) in
      let all = try ReplicationReader(reader).renumberedFoldersToList()
      var outer: [ItemID] = []
      for folder in all {
        if try ProvidedReader(reader).foldersAtProvider(of: folder).allSatisfy({ !all.contains($0) }) {
          outer.append(folder)
        }
      }
      return (all, outer)
    }
    if pushing.read({ !$0.relistings.isEmpty }) { pushing.withLock { $0.relistings.forget(but: all) } }
    for folder in folders where pushing.withLock({ $0.relistings.begin(folder) }) {
      if try store.readCommitted({ (reader) throws(StoreError) in try reader.item(folder) }) == nil {
        loader.fetchers.submit(UInt64.max - UInt64(truncatingIfNeeded: folder.rawValue)) { [self] in
          endRelisting(of: folder, Result { try listDeleted(folder) })
        }
      } else {
        _ = loader.load(.listing(folder)) { [self] in endRelisting(of: folder, $0) }
      }
    }
  }

  private func endRelisting(of folder: ItemID, _ result: Result<Void, any Error>) {
    var pause: Duration?
    if case .failure(let error) = result {
      state.note(error, of: folder)
      pause = state.pause(afterFailures: pushing.read { $0.relistings.failures(of: folder) } + 1)
    }
    pushing.withLock { [pause] in $0.endRelisting(of: folder, pause: pause) }
  }

  /// Learns the identifiers of what is to be deleted in a folder that is deleted here.
  private func listDeleted(_ folder: ItemID) throws {
    let identifier = try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).providerIdentifier(of: folder)
    }
    if let identifier {
      do {
        try calls.forEachPage(of: identifier) { items in
          try change { (transaction) throws(StoreError) in
            for item in items { try ApplyingEditor(transaction).renumberDeleted(item, in: folder) }
          }
          return true
        }
      } catch  where ProviderErrorPolicy(error).reaction == .remove {}
    }
    try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).forgetRenumbering(of: folder) }
  }
}
