import FileProviderStore

/// Names that items cannot have here.
extension Breaches {
  /// Gives items of a folder their own names back, where those are free, and logs those whose name another one has.
  func logNames(in folder: ItemID, _ transaction: Transaction) throws(StoreError) {
    for id in try RescueEditor(transaction).giveBackNames(in: folder) {
      guard let row = try ProvidedReader(transaction.reader).provided(id) else { continue }
      log(
        "two items of the provider have the same name; added a number to one", of: row.identifier, named: row.filename)
    }
  }

  /// Logs a name that no item can have here.
  func logName(of item: ProvidedItem) {
    guard (try? FileName(item.filename)) == nil else { return }
    log(
      "the provider's name of an item is not allowed here; shown under another name", of: item.identifier,
      named: item.filename)
  }
}
