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
  /// Takes over what the provider said, whatever else was changed here.
  func mergeProviderAttributes(_ item: ProvidedItem, of id: ItemID) throws(StoreError) {
    let known = try self.item(id).flags.contains(.attributed) ? try reader.providerAttributes(of: id) : [:]
    guard known != item.attributes else { return }
    for attribute in ProviderAttribute.allCases {
      if let value = item.attributes[attribute] {
        try setExtendedAttribute(attribute.rawValue, to: value, of: id)
      } else if known[attribute] != nil {
        try removeExtendedAttribute(attribute.rawValue, of: id)
      }
    }
  }
}
