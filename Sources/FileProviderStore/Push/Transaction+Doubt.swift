// A call that sent contents and was not answered may have happened. If the provider has other contents than before then, they may be ours, and no
// conflict: they are compared.
extension Transaction {
  /// Notes what the comparison of a document's contents with the provider's has shown.
  ///
  /// - Parameters:
  ///   - item: What the provider said.
  ///   - key: The contents that were compared.
  ///   - changed: The document's last change when they were.
  ///   - areOurs: Whether the provider has what was sent.
  ///   - arePresent: Whether that is what the document had when they were compared.
  package func endDoubt(
    of id: ItemID, _ item: ProvidedItem, _ key: ContentKey?, changed: Generation, areOurs: Bool,
    arePresent: Bool
  ) throws(StoreError) {
    guard var row = try reader.pending(id), var said = try reader.provided(id) else { return }
    row.options.remove(.mayAlreadyExist)
    if areOurs {
      said.contentVersion = item.contentVersion
      try keep(said)
      if var agreed = try reader.agreed(id) {
        if let size = item.size { agreed.size = size }
        if let modified = item.modified { agreed.modified = modified }
        try keep(agreed)
      }
      if arePresent, let now = try reader.item(id), now.content == key, now.lastChange == changed {
        row.fields.remove(.contents)
      }
    }
    try keep(row)
  }
}
