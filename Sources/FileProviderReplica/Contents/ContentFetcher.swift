import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

/// Fetches the contents of documents.
final class ContentFetcher: ReplicaPart {
  let state: ReplicaState
  let applier: BatchApplier
  let downloads = Downloads()
  /// Who adds to the parts of a document.
  let parts = DocumentTurns()

  init(_ applier: BatchApplier) { (state, self.applier) = (applier.state, applier) }

  /// Fetches a document's contents into the store, trying again what fails for the moment.
  ///
  /// - Throws: The provider's error, when trying again at once is useless; its consequences have been drawn.
  func fetch(_ document: ItemID, _ interest: LoadInterest) throws {
    try fetching(document, interest) { [self] in try fetchOnce(document, interest) }
  }

  /// Fetches something of a document until it is here.
  ///
  /// - Parameter once: Returns false when what came was outdated on arrival.
  func fetching(_ document: ItemID, _ interest: LoadInterest, _ once: () throws -> Bool) throws {
    var backoff = backoff()
    var renewals = 0
    while true {
      try interest.check()
      let asked = try state.identifier(of: document)
      let known = try provided(document)
      do {
        if try once() {
          state.latches.withLock { $0.clear(document) }
          state.noteMaterialized()
          return
        }
        // Another version was reported during the download. Somebody may write it all the time, for which the provider is not to blame.
        renewals += 1
        if renewals > ReplicaState.mostRestarts {
          guard let pause = backoff.next() else { throw ReplicaError.otherVersion }
          try inFlight.pause(pause)
        }
      } catch let error as StoreError {
        throw error
      } catch {
        // A cancelled call is no evidence about the provider.
        try interest.check()
        switch ProviderErrorPolicy(error).reaction {
        case .retry:
          guard let pause = backoff.next() else { throw error }
          try inFlight.pause(pause)
        case .remove where try state.isElsewhere(document, than: asked):
          guard let pause = backoff.next() else { throw ReplicaError.timedOut }
          try inFlight.pause(pause)
        case .renew:
          renewals += 1
          guard renewals <= ReplicaState.mostRestarts else { throw error }
        case .remove where try provided(document) != known:
          // What the changes have reported of it since is newer than that it is gone.
          renewals += 1
          guard renewals <= ReplicaState.mostRestarts else { throw error }
        default:
          try state.react(to: error, of: document, known: known)
        }
      }
    }
  }

  private func provided(_ document: ItemID) throws(StoreError) -> ProvidedRow? {
    try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).provided(document) }
  }

  /// - Returns: Whether the contents are here now; false when they were outdated on arrival.
  private func fetchOnce(_ document: ItemID, _ interest: LoadInterest) throws -> Bool {
    let before = try store.readCommitted { (reader) throws(StoreError) in
      (
        item: try reader.item(document), row: try ProvidedReader(reader).provided(document),
        synced: try ProvidedReader(reader).synced(document),
        parts: try ProvidedReader(reader).partialContents(of: document)
      )
    }
    guard let item = before.item, let row = before.row else { throw ReplicaError.noSuchItem }
    guard item.flags.contains(.dataless) else { return true }
    if let parts = before.parts, parts.version == row.contentVersion, calls.fetchesByRange {
      return try fetchRest(of: document, size: parts.size, interest)
    }
    let load = ContentLoad(document: document, size: item.size, interest: interest, downloads: downloads)
    let identifier = NSFileProviderItemIdentifier(row.identifier)
    let (reported, taken) = try fetchAll(of: document, identifier, load) { ($0.item, try take($0)) }
    let (contents, size) = taken
    var isTaken = false
    defer { if !isTaken, let file = contents.file { store.contents.remove(file) } }
    let isHere: Bool
    (isHere, isTaken) = try change { (transaction) throws(StoreError) -> (Bool, Bool) in
      let now = try ProvidedReader(transaction.reader).provided(document)
      // Where items are named by path, another one may have had the identifier when the provider was asked.
      guard let now, now.identifier.isIdentical(to: row.identifier),
        now.contentVersion == row.contentVersion || now.contentVersion == reported?.contentVersion
      else { return (false, false) }
      let synced = try ProvidedReader(transaction.reader).synced(document)
      let isSame = synced?.modified == before.synced?.modified && synced?.size == before.synced?.size
      // Without a version nothing else tells whether what came is what was reported meanwhile.
      if now.contentVersion == nil, !isSame { return (false, false) }
      // Programs may have read of the version that is known here, while another one came as a whole.
      let version = reported?.contentVersion ?? row.contentVersion
      if calls.fetchesByRange, let parts = try ProvidedReader(transaction.reader).partialContents(of: document),
        parts.version == now.contentVersion, parts.version != version
      {
        return (false, false)
      }
      // What was reported of it during the download is newer than what came with its contents.
      let isNewer = isSame && now == row || now.contentVersion != reported?.contentVersion
      let isTaken = try ApplyingEditor(transaction).takeContents(
        contents, size: size, isNewer ? reported : nil, of: document)
      return (true, isTaken)
    }
    return isHere
  }

  /// Takes over what came; not to the end when the replica stops.
  private func take(_ fetched: ProvidedContents) throws -> (contents: IncomingContents, size: Int64) {
    let copier = ContentCopier { [inFlight] _ in !inFlight.isStopped }
    do { return try fetched.take(into: store.contents, by: copier) } catch let error as StoreError
      where error.code == .interrupted
    {
      throw ReplicaError.stopped
    }
  }
}
