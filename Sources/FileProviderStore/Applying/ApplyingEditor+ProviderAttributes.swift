// What a provider reports of an item for users and for its own predicates; see `ProviderAttribute`.
extension ApplyingEditor {
  /// Takes over what the provider reported, whatever else was changed here: one row of the log for all of it.
  ///
  /// Facts of the provider's own may well be others each time it is asked, a time for example. While it reports the item in the same version,
  /// such a value is stored and not logged: no reader of the log could use it.
  ///
  /// - Parameter row: What the provider reported before.
  func mergeProviderAttributes(_ item: ProvidedItem, of id: ItemID, _ row: ProvidedRow) throws(StoreError) {
    var now = try transaction.item(id)
    let known = now.flags.contains(.attributed) ? try reader.providerAttributes(of: id) : [:]
    guard known != item.attributes else { return }
    try writeAttributes(of: item, to: id, over: known)
    var changed = Set(ProviderAttribute.allCases.filter { known[$0] != item.attributes[$0] })
    if item.metadataVersion == row.metadataVersion, known[.userInfo] != nil, item.attributes[.userInfo] != nil {
      changed.remove(.userInfo)
    }
    guard !changed.isEmpty else { return }
    var isAttributed = !item.attributes.isEmpty
    if !isAttributed { isAttributed = try !reader.extendedAttributeNames(of: id).isEmpty }
    now.flags.set(.attributed, isAttributed)
    try transaction.update(now, fields: .xattrs)
  }

  /// Writes what is other than before. Nothing is logged.
  func writeAttributes(
    of item: ProvidedItem, to id: ItemID, over known: [ProviderAttribute: [UInt8]] = [:]
  ) throws(StoreError) {
    for attribute in ProviderAttribute.allCases where known[attribute] != item.attributes[attribute] {
      let value = item.attributes[attribute]
      let row = try reader.statement(value == nil ? .deleteExtendedAttribute : .setExtendedAttribute)
      row.bind(1, id)
      row.bind(2, spelling: attribute.rawValue)
      if let value {
        row.bind(3, blob: value)
        try row.run()
      } else {
        _ = try row.step()
        row.reset()
      }
    }
  }
}
