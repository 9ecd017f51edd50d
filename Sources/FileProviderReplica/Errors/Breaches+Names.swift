import FileProviderStore

/// Names that items cannot have here.
extension Breaches {
  /// Gives items of a folder their own names back, where those are free, and tells of those whose name another one has.
  func tellOfNames(in folder: ItemID, _ transaction: Transaction) throws(StoreError) {
    for id in try transaction.giveBackNames(in: folder) {
      guard let row = try transaction.reader.provided(id) else { continue }
      tell(
        "two items of the provider have one name; one is shown with a number", of: row.identifier, named: row.filename)
    }
  }

  /// Tells of a name that no item can have here.
  func tellOfName(of item: ProvidedItem) {
    guard (try? FileName(item.filename)) == nil else { return }
    tell(
      "an item of the provider has a name that cannot be here, and is shown with another", of: item.identifier,
      named: item.filename)
  }
}
