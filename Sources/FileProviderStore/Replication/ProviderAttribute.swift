/// What a provider says of an item for people and for its own conditions.
///
/// It is kept among the item's extended attributes, but is none of a person's: it is not listed with them, not copied, not sent to the provider, and
/// changes with the provider's word alone.
package enum ProviderAttribute: String, CaseIterable, Sendable {
  /// The identifiers of its decorations (a badge, a colour), as text, separated by commas.
  case decorations = "user.fileprovider.decorations"
  /// The name of the person whose it is.
  case owner = "user.fileprovider.owner"
  /// The name of the person who changed it last.
  case editor = "user.fileprovider.editor"
  /// `1` where this account shares it with others, `0` where others share it with this account.
  case sharedByMe = "user.fileprovider.shared-by-me"
  /// The provider's own facts, as a JSON object.
  case userInfo = "user.fileprovider.user-info"
  /// What it says of its own transfers, where one is under way or failed: a JSON object with the names of Apple's properties.
  case transfer = "user.fileprovider.transfer"
}

extension StoreReader {
  /// All that a provider says of an item in this way.
  package func providerAttributes(of id: ItemID) throws(StoreError) -> [ProviderAttribute: [UInt8]] {
    let statement = try statement("SELECT name, value FROM xattrs WHERE item = ? AND name >= ? AND name < ?")
    statement.bind(1, id)
    statement.bind(2, spelling: "user.fileprovider.")
    // The character after the full stop.
    statement.bind(3, spelling: "user.fileprovider/")
    defer { statement.reset() }
    var values: [ProviderAttribute: [UInt8]] = [:]
    while try statement.step() {
      if let attribute = ProviderAttribute(rawValue: statement.spelling(0)) {
        values[attribute] = Array(statement.bytes(1))
      }
    }
    return values
  }

  /// One of them; `nil` where the provider says nothing.
  package func providerAttribute(_ attribute: ProviderAttribute, of id: ItemID) throws(StoreError) -> [UInt8]? {
    try extendedAttribute(attribute.rawValue, of: id)
  }
}

extension Transaction {
  /// Takes over what the provider said, whatever else was changed here: one row of the log for all of it.
  ///
  /// Facts of the provider's own may well be others each time it is asked, a time for example. While it says that the item is of the version that it was,
  /// such a value is kept and none is told of it: nobody who follows the log would know what to do with that.
  ///
  /// - Parameter row: What the provider said before.
  func mergeProviderAttributes(_ item: ProvidedItem, of id: ItemID, _ row: ProvidedRow) throws(StoreError) {
    var now = try self.item(id)
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
    try update(now, fields: .xattrs)
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
