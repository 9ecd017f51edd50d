import FileProviderStore

/// Names that items cannot have here.
extension Breaches {
  /// Gives items of a folder their own names back, where those are free, and tells of those whose name another one has.
  func tellOfNames(in folder: ItemID, _ transaction: Transaction) throws(StoreError) {
    for id in try RescueEditor(transaction).giveBackNames(in: folder) {
      guard let row = try ProvidedReader(transaction.reader).provided(id) else { continue }
      tell(
        "two items of the provider have the same name; added a number to one", of: row.identifier, named: row.filename)
    }
  }

  /// Tells of a name that no item can have here.
  func tellOfName(of item: ProvidedItem) {
    guard (try? FileName(item.filename)) == nil else { return }
    tell(
      "the provider's name of an item is not allowed here; shown under another name", of: item.identifier,
      named: item.filename)
  }
}
