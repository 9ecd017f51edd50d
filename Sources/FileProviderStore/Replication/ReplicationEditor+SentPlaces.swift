import FileProviderSQLite

// Where the provider was asked to put an item, as long as it has not answered. A provider that names its items by path has the item under another
// identifier there afterwards: an unknown one may then be this item, and that its old identifier is gone does not mean that the item is.
extension ReplicationEditor {
  /// Notes a place that a call asks for. Those of earlier calls that were not answered stay noted.
  func recordSentPlace(_ place: SentPlace, of id: ItemID) throws(StoreError) {
    let row = try reader.statement(.noteSentPlace)
    row.bind(1, id)
    row.bind(2, place.parent)
    row.bind(3, place.name)
    try row.run()
    try transaction.deleteRows(of: id, .forgetOldSentPlaces)
    transaction.memory.isAnythingUnconfirmed = nil
  }

  /// Notes that it is known where an item is.
  ///
  /// - Parameter identifier: The item's identifier.
  /// - Returns: Whether another item was reported there meanwhile, so that the folders have to be listed again.
  @discardableResult
  package func concludeSentPlaces(of id: ItemID, identifier: String?) throws(StoreError) -> Bool {
    let places = try ReplicationReader(reader).sentPlaces(of: id)
    if places.isEmpty { return false }
    let reported = try ReplicationReader(reader).reportedIdentifier(of: id)
    try transaction.deleteRows(of: id, .endSentPlaces)
    guard let reported, identifier?.isIdentical(to: reported) != true else { return false }
    for place in places { try expireListing(of: place.parent) }
    return true
  }

  /// Transfers the places of one item to the one that replaces it.
  func transferPlaces(from old: ItemID, to new: ItemID) throws(StoreError) {
    let row = try reader.statement(.transferSentPlaces)
    row.bind(1, old)
    row.bind(2, new)
    try row.run()
  }
}
