import FileProviderProgram
import FileProviderStore

/// Deletes from the domain what the source does not have any more, if it was imported and has not changed since. What
/// was made or changed in the domain stays and is listed, with the folders above it; what is excluded stays, too.
final class ImportRemoval {
  private let store: ItemStore
  private let options: ImportOptions
  private let tally: TransferTally
  private let report: BulkReport

  init(store: ItemStore, options: ImportOptions, tally: TransferTally, report: BulkReport) {
    self.store = store
    self.options = options
    self.tally = tally
    self.report = report
  }

  /// - Returns: Whether anything was deleted.
  func remove(_ id: ItemID, in folder: ItemID, _ place: BulkPlace) throws -> Bool {
    let changes = DomainChanges(reader: try store.makeCommittedReader(), ownOrigin: store.origin)
    let removal = ItemRemoval(
      store: store, author: options.author, excluded: options.excluded, report: report
    ) { [options, tally] item, place in
      if try options.forces || changes.isUntouched(item) { return true }
      tally.skip(
        place.path, "not in the source, and created or changed in the domain; --force deletes it")
      return false
    }
    defer { tally.add { $0.deleted += removal.count } }
    try removal.remove(id, in: folder, place)
    return removal.count > 0
  }
}
