extension ProvidedReader {
  /// Some of what a provider has that is here whole: documents with their contents, folders that were listed.
  ///
  /// - Parameters:
  ///   - key: The items after this one; `.none` to begin with.
  ///   - limit: How many items to look at.
  /// - Returns: What was found, and after which item to go on; `nil` at the end.
  package func materializedItems(
    after key: ItemID, limit: Int
  ) throws(StoreError) -> (items: [StoredItem], next: ItemID?) {
    let ids = try reader.itemNumbers(after: key, limit: limit)
    var items: [StoredItem] = []
    for id in (key == .none ? [ItemID.root] : []) + ids {
      guard let record = try reader.record(id), isMaterialized(record.attributes) else { continue }
      if id != .root, try provided(id) == nil { continue }
      items.append(try StoredItem(record, reader: reader))
    }
    return (items, ids.count < limit ? nil : ids.last)
  }

  private func isMaterialized(_ item: ItemAttributes) -> Bool {
    switch item.kind {
    case .folder: !item.flags.contains(.unlisted)
    case .file: !item.flags.contains(.dataless)
    default: false
    }
  }
}
