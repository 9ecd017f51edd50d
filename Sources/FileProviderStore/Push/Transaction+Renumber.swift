// Providers that name their items by path give other identifiers to all that is in a folder when they give one to the folder. Those are learnt by
// listing the folder again; until then nothing below it is told to the provider.
extension Transaction {
  static func renumberedKey(_ id: ItemID) -> String { StoreReader.renumbered + String(id.rawValue) }

  /// Notes that the items in a folder have other identifiers than those known here, and has it listed again.
  func renumber(_ id: ItemID) throws(StoreError) {
    guard try !item(id).flags.contains(.unlisted) else { return }
    try setSetting(Self.renumberedKey(id), to: "")
    try beginListing(of: id)
  }

  /// Notes that the identifiers in a folder are known.
  func endRenumbering(of id: ItemID) throws(StoreError) {
    if try reader.isRenumbered(id) { try setSetting(Self.renumberedKey(id), to: nil) }
  }
}

extension StoreReader {
  static let renumbered = "renumbered/"

  /// Whether the items in a folder have other identifiers than those known here.
  func isRenumbered(_ id: ItemID) throws(StoreError) -> Bool {
    try setting(Transaction.renumberedKey(id)) != nil
  }

  /// The folders whose items have other identifiers than those known here.
  package func renumberedFolders() throws(StoreError) -> [ItemID] {
    let statement = try statement("SELECT key FROM settings WHERE key > ? AND key < ?")
    statement.bind(1, Self.renumbered)
    // The character after the slash.
    statement.bind(2, "renumbered0")
    defer { statement.reset() }
    var folders: [ItemID] = []
    while try statement.step() {
      if let id = Int64(statement.text(0).dropFirst(Self.renumbered.utf8.count)) {
        folders.append(ItemID(rawValue: id))
      }
    }
    return folders
  }
}
