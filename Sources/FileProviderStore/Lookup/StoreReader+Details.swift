// What only some items have, beside their row.
extension StoreReader {
  /// Where a symbolic link points.
  package func target(of id: ItemID) throws(StoreError) -> [UInt8]? {
    let statement = try statement("SELECT target FROM targets WHERE item = ?")
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? Array(statement.bytes(0)) : nil
  }

  /// The number of a device node, as `st_rdev` has it; 0 for anything else.
  package func device(of id: ItemID) throws(StoreError) -> UInt64 {
    let statement = try statement("SELECT number FROM devices WHERE item = ?")
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? UInt64(bitPattern: statement.integer(0)) : 0
  }

  /// The value of an extended attribute, whose name is a spelling like each of them here (see `ByteSpelling`).
  package func extendedAttribute(_ name: String, of id: ItemID) throws(StoreError) -> [UInt8]? {
    let statement = try statement("SELECT value FROM xattrs WHERE item = ? AND name = ?")
    statement.bind(1, id)
    statement.bind(2, spelling: name)
    defer { statement.reset() }
    return try statement.step() ? Array(statement.bytes(0)) : nil
  }

  /// The names of an item's extended attributes, in the order of their bytes, without a `ProviderAttribute`.
  package func extendedAttributeNames(of id: ItemID) throws(StoreError) -> [String] {
    let statement = try statement("SELECT name FROM xattrs WHERE item = ? ORDER BY name")
    statement.bind(1, id)
    defer { statement.reset() }
    var names: [String] = []
    while try statement.step() {
      let name = statement.spelling(0)
      if ProviderAttribute(rawValue: name) == nil { names.append(name) }
    }
    return names
  }

  /// All of an item's `ProviderAttribute`s.
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

  /// The value of one `ProviderAttribute`; `nil` where the provider says nothing.
  package func providerAttribute(_ attribute: ProviderAttribute, of id: ItemID) throws(StoreError) -> [UInt8]? {
    try extendedAttribute(attribute.rawValue, of: id)
  }
}
