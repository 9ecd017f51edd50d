import FileProviderInterface
import FileProviderStore
import Synchronization

/// What a round lists.
extension Puller {
  /// Lists the trash unasked: whether there is one decides what a mount shows.
  func listTrash(_ report: inout SynchronizationReport) {
    do {
      let isDue = try store.readCommitted { (reader) throws(StoreError) in
        try reader.item(.trash)?.flags.contains(.unlisted) == true
      }
      if isDue { loader.list([.trash], &report) }
    } catch { report.failures.append(.init(container: .trashContainer, error: error)) }
  }

  /// - Returns: Whether there was anything to list.
  func listDue(_ report: inout SynchronizationReport) -> Bool {
    guard listDue(&report, isDue: { (_, _) in true }) else { return false }
    // A folder that is back has those below it listed again, which may have smaller numbers than it has. Each once: others list at the same time.
    var tried: Set<ItemID> = []
    var hasListed = true
    while hasListed, !inFlight.isStopped {
      let failed = Set(report.failures.map(\.container))
      hasListed = listDue(&report) { (container, reader) throws(StoreError) in
        if let identifier = try ProvidedReader(reader).providerIdentifier(of: container), failed.contains(identifier) {
          return false
        }
        return tried.insert(container).inserted
      }
    }
    return true
  }

  /// Lists those that are due, in the order of their numbers.
  private func listDue(
    _ report: inout SynchronizationReport, isDue: (ItemID, StoreReader) throws(StoreError) -> Bool
  ) -> Bool {
    var hasListed = false
    listAll(&report) { (reader, key, limit) throws(StoreError) in
      var key = key
      while true {
        let some = try ReplicationReader(reader).containersToListAgain(after: key, limit: limit)
        guard let last = some.last else { return [] }
        key = last
        let now = state.containerCalls.withLock { calls in some.filter { !calls.isToBeListedLater($0) } }
        var due: [ItemID] = []
        for container in now where try !waitsForUser(container, reader) {
          if try isDue(container, reader) { due.append(container) }
        }
        if due.isEmpty { continue }
        hasListed = true
        return due
      }
    }
    return hasListed
  }

  /// Whether a container is not listed before the user has decided on a mass deletion that it belongs to: the provider has reported it gone.
  private func waitsForUser(_ container: ItemID, _ reader: StoreReader) throws(StoreError) -> Bool {
    try ProvidedReader(reader).nearestHeldState(of: container) == .held
  }

  /// Whether a container is to be listed again besides some that cannot be.
  func isAnythingToListAgain(
    but failed: Set<NSFileProviderItemIdentifier>, _ reader: StoreReader
  ) throws(StoreError) -> Bool {
    var key = ItemID.none
    while true {
      let some = try ReplicationReader(reader).containersToListAgain(after: key, limit: 256)
      guard let last = some.last else { return false }
      key = last
      // Of what counts as gone it is to be decided, and one that could not be listed for that would be due again at once.
      for container in some where try !ProvidedReader(reader).isHeld(container) {
        guard let identifier = try ProvidedReader(reader).providerIdentifier(of: container), failed.contains(identifier)
        else { return true }
      }
    }
  }

  /// Lists what was never listed, and what is found by that, each once.
  ///
  /// - Parameter most: How many folders at most.
  /// - Returns: False where there may be more.
  @discardableResult
  func listUnlisted(_ report: inout SynchronizationReport, most: Int = .max) -> Bool {
    var tried: Set<ItemID> = []
    while tried.count < most {
      let before = tried.count
      listAll(&report) { (reader, key, limit) throws(StoreError) in
        var some: [ItemID] = []
        var key = key
        while some.isEmpty, tried.count < most {
          let next = try ReplicationReader(reader).unlistedContainers(after: key, limit: min(limit, most - tried.count))
          guard let last = next.last else { break }
          key = last
          some = next.filter { tried.insert($0).inserted }
        }
        return some
      }
      if tried.count == before { return true }
    }
    return false
  }

  private func listAll(
    _ report: inout SynchronizationReport, _ containers: (StoreReader, ItemID, Int) throws(StoreError) -> [ItemID]
  ) {
    var key = ItemID.none
    while !inFlight.isStopped {
      let some: [ItemID]
      do {
        some = try store.readCommitted { (reader) throws(StoreError) in try containers(reader, key, Self.listedInARow) }
      } catch {
        report.failures.append(.init(container: .workingSet, error: error))
        return
      }
      guard let last = some.last else { return }
      key = last
      loader.list(some, &report)
    }
  }

  /// So many containers are looked for at once.
  private static let listedInARow = 4096
}
