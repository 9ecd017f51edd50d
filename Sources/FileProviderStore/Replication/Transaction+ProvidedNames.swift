/// Handles names that are taken.
///
/// A provider may have two items of one name in a folder, for a moment (two items exchanged theirs, and the change of
/// one came first) or for good (some stores allow it). The later item gets a number here, `name (2).ext`, and a note in
/// the settings, under its folder. After each change to that folder that the provider tells, and after each pull, the noted
/// items get their own names back where those are free.
extension Transaction {
  /// A free name in a folder for an item with a given name at its provider.
  ///
  /// - Returns: The name, and whether it is the item's own.
  func freeName(
    for filename: String, in parent: ItemID, except id: ItemID? = nil
  ) throws(StoreError) -> (name: FileName, isOwn: Bool) {
    let own = FileName(providing: filename)
    if try isFree(own, in: parent, except: id) { return (own, true) }
    var number = 2
    while true {
      let candidate = own.numbered(number)
      if try isFree(candidate, in: parent, except: id) { return (candidate, false) }
      // With many items of one name this avoids a probe for each of them.
      number += number < 16 ? 1 : Int.random(in: 1...number)
    }
  }

  private func isFree(_ name: FileName, in parent: ItemID, except id: ItemID?) throws(StoreError) -> Bool {
    guard let holder = try reader.child(of: parent, named: name) else { return true }
    return holder.id == id
  }

  /// Notes whether an item has its own name.
  func noteName(of id: ItemID, in parent: ItemID, isOwn: Bool) throws(StoreError) {
    let key = Self.key(of: id, in: parent)
    if isOwn {
      if try reader.setting(key) != nil { try setSetting(key, to: nil) }
    } else {
      try setSetting(key, to: "")
    }
  }

  /// Whether no note says that an item in a folder does not have its own name.
  func hasOwnName(_ id: ItemID, in parent: ItemID) throws(StoreError) -> Bool {
    try reader.setting(Self.key(of: id, in: parent)) == nil
  }

  /// Gives the noted items of a folder their own names back, where those are free now.
  ///
  /// - Returns: Those whose names another item has.
  @discardableResult
  package func giveBackNames(in parent: ItemID) throws(StoreError) -> [ItemID] {
    var left: [ItemID] = []
    for id in try reader.renamedItems(in: parent) {
      guard let record = try reader.record(id), record.parent == parent, let row = try reader.provided(id) else {
        try setSetting(Self.key(of: id, in: parent), to: nil)
        continue
      }
      if try reader.pending(id)?.dirty.contains(.filename) == true { continue }
      let own = FileName(providing: row.filename)
      if own != record.name {
        guard try isFree(own, in: parent, except: nil) else {
          left.append(id)
          continue
        }
        try place(record, in: parent, name: own)
        try touchFolder(parent)
      }
      try setSetting(Self.key(of: id, in: parent), to: nil)
    }
    return left
  }

  private static func key(of id: ItemID, in parent: ItemID) -> String {
    "\(StoreReader.renamed)\(parent.rawValue)/\(id.rawValue)"
  }
}

extension StoreReader {
  static let renamed = "renamed/"

  /// The folders in which items do not have their own names; of very many, some.
  package func foldersOfRenamedItems() throws(StoreError) -> Set<ItemID> {
    let statement = try statement("SELECT key FROM settings WHERE key > ? AND key < ? LIMIT 1000")
    statement.bind(1, Self.renamed)
    // The character after the slash.
    statement.bind(2, "renamed0")
    defer { statement.reset() }
    var folders: Set<ItemID> = []
    while try statement.step() {
      let folder = statement.text(0).dropFirst(Self.renamed.utf8.count).prefix { $0 != "/" }
      if let id = Int64(folder) { folders.insert(ItemID(rawValue: id)) }
    }
    return folders
  }

  /// The items in a folder that do not have their own name.
  func renamedItems(in parent: ItemID) throws(StoreError) -> [ItemID] {
    let prefix = "\(Self.renamed)\(parent.rawValue)"
    // The character after the slash, so that the range holds this folder's keys only.
    let statement = try statement("SELECT key FROM settings WHERE key > ? AND key < ? LIMIT 1000")
    statement.bind(1, prefix + "/")
    statement.bind(2, prefix + "0")
    defer { statement.reset() }
    var items: [ItemID] = []
    while try statement.step() {
      if let id = Int64(statement.text(0).dropFirst(prefix.utf8.count + 1)) { items.append(ItemID(rawValue: id)) }
    }
    return items
  }
}
