import FileProviderInterface
import FileProviderStore
import Logging

/// Items in folders that were never listed: members of the working set, and the folders above them.
///
/// When changes may have been missed, listing again what was listed does not reach these. They are few, and each is
/// asked for. Nor does it reach what was created without an answer and moved into such a folder.
extension Puller {
  /// Asks for all of them, if that is due.
  ///
  /// - Returns: Whether another round is to go on with that before anything is taken for not created.
  func askForItemsInUnlistedFolders(_ report: inout SynchronizationReport) -> Bool {
    do {
      guard let request = try state.unlistedRequest() else { return false }
      var key = ItemID.none
      while true {
        let some = try store.readCommitted { (reader) throws(StoreError) in
          try ReplicationReader(reader).itemsInUnlistedFolders(after: key, limit: 100)
        }
        guard let last = some.last else { break }
        key = last
        for id in some { try askForItemInUnlistedFolder(id) }
      }
      let before = report.failures.count
      let isWhole = try listForUnconfirmed(&report)
      let failures = report.failures.dropFirst(before)
      if isWhole, !failures.contains(where: { Self.mayEnd($0.error) }) {
        try state.endUnlistedRequest(request)
      }
      // Where none can be listed, the next round would come no further.
      return !isWhole && failures.count < limits.mostSearchedFolders
    } catch {
      state.note(error, of: .none)
      report.failures.append(.init(container: .workingSet, error: error))
      return false
    }
  }

  /// Lists unlisted folders where something is being created, or may have been: it may have been moved there, and no change will
  /// report that any more.
  ///
  /// - Returns: False where some are left.
  private func listForUnconfirmed(_ report: inout SynchronizationReport) throws(StoreError) -> Bool {
    let isDue = try store.readCommitted { (reader) throws(StoreError) in
      // For a provider that never reports changes they would be listed at each signal.
      guard try ReplicationReader(reader).listing(of: .none)?.page != nil else { return false }
      return try ReplicationReader(reader).isAnyCreationUnconfirmed()
    }
    guard isDue else { return true }
    return listUnlisted(&report, most: limits.mostSearchedFolders)
  }

  /// - Throws: An error which means that the provider cannot be asked at all; an item that it does not return stays as it
  ///   is.
  private func askForItemInUnlistedFolder(_ id: ItemID) throws {
    let known = try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).provided(id) }
    guard let known else { return }
    do {
      try state.asking { question in
        let item = try calls.item(for: NSFileProviderItemIdentifier(known.identifier))
        try loader.applier.apply(ProvidedBatch(updated: [item]), anchor: nil, asked: question)
      }
    } catch let error as StoreError {
      throw error
    } catch {
      switch ProviderErrorPolicy(error).reaction {
      case .remove: try state.removeHere(id, known: known)
      case .wait: throw error
      case .answer where (error as NSError).domain == ProviderErrorPolicy.ownDomain: throw error
      default: state.note(error, of: id)
      }
    }
  }
}
