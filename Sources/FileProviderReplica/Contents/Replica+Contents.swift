import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

extension Replica {
  /// Fetches a document's contents into the store, trying again what fails for the moment.
  ///
  /// - Throws: The provider's error, when trying again at once is useless; its consequences have been drawn.
  func fetch(_ document: ItemID) throws {
    var backoff = backoff()
    var renewals = 0
    while true {
      do {
        if try fetchOnce(document) {
          latches.withLock { $0.clear(document) }
          return
        }
        // The changes told of another version while this one was on its way.
        renewals += 1
        guard renewals <= Self.mostRestarts else { throw ReplicaError.broken("the contents never match their version") }
      } catch let error as StoreError {
        throw error
      } catch {
        switch ProviderErrorPolicy(error).reaction {
        case .retry:
          guard let pause = backoff.next() else { throw error }
          try inFlight.pause(pause)
        case .renew:
          renewals += 1
          guard renewals <= Self.mostRestarts else { throw error }
        default:
          try react(to: error, of: document)
        }
      }
    }
  }

  /// - Returns: Whether the contents are here now; false when they were outdated on arrival.
  private func fetchOnce(_ document: ItemID) throws -> Bool {
    let before = try store.readCommitted { (reader) throws(StoreError) in
      (item: try reader.item(document), row: try reader.provided(document))
    }
    guard let item = before.item, let row = before.row else { throw ReplicaError.noSuchItem }
    guard item.flags.contains(.dataless) else { return true }
    let request = NSFileProviderRequest(isSystemRequest: false)
    let fetched = try calls.contents(
      of: NSFileProviderItemIdentifier(row.identifier), as: (document, item.size), request: request)
    let (key, size) = try take(fetched)
    var isTaken = false
    defer { if !isTaken { store.contents.remove(key) } }
    let isHere = try change { (transaction) throws(StoreError) in
      let now = try transaction.reader.provided(document)
      guard let now, now.contentVersion == row.contentVersion || now.contentVersion == fetched.item?.contentVersion
      else { return false }
      isTaken = try transaction.takeContents(key, size: size, fetched.item, of: document)
      return true
    }
    return isHere
  }

  /// Takes over what came; not to the end when the replica stops.
  private func take(_ fetched: ProvidedContents) throws -> (key: ContentKey, size: Int64) {
    let copier = ContentCopier { [inFlight] _ in !inFlight.isStopped }
    do { return try fetched.take(into: store.contents, by: copier) } catch let error as StoreError
      where error.code == .interrupted
    {
      throw ReplicaError.stopped
    }
  }
}
