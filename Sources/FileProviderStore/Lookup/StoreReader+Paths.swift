/// Paths are never stored: an item knows its parent, so moving a folder changes no other row.
extension StoreReader {
  /// The path of an item from the root, spelled, with a leading slash: `/a/b`, `/` for the root,
  /// `/.Trash-UID/files/NAME` in the trash. A deleted item has its last path, as far as the log remembers it.
  ///
  /// - Returns: `nil` when neither the tree nor the log knows the item.
  package func path(of id: ItemID) throws(StoreError) -> String? {
    var names: [String] = []
    var current = id
    while true {
      switch try pathStep(of: current) {
      case nil: return nil
      case .start(let start)?:
        if names.isEmpty && !id.isFixed { return String(decoding: start.utf8.dropLast(), as: UTF8.self) }
        return start + names.reversed().joined(separator: "/")
      case .below(let folder, let name)?:
        names.append(name.spelling)
        current = folder
      }
    }
  }

  /// The first step of an item's path.
  ///
  /// - Returns: `nil` when neither the tree nor the log knows the item.
  func pathStep(of id: ItemID) throws(StoreError) -> PathStep? {
    if id == .root { return .start("/") }
    // For an item that has left the trash, the user whose trash it was in is unknown: mostly the owner.
    if id == .trash { return .start("/.Trash-\(try item(.root)?.owner ?? 0)/files/") }
    guard let place = try place(of: id) else { return nil }
    if place.parent == .trash, let entry = try trashEntry(of: id) {
      return .start("/.Trash-\(entry.user)/files/\(place.name.spelling)/")
    }
    return .below(place.parent, place.name)
  }

  /// The parent and name of an item, or those that it had when it was deleted.
  package func place(of id: ItemID) throws(StoreError) -> (parent: ItemID, name: FileName)? {
    let living = try statement("SELECT parent, name FROM items WHERE id = ?")
    living.bind(1, id)
    defer { living.reset() }
    if try living.step() { return (ItemID(rawValue: living.integer(0)), living.name(1)) }
    let deleted = try statement("SELECT parent, before_name FROM log WHERE event = 3 AND item = ?")
    deleted.bind(1, id)
    defer { deleted.reset() }
    return try deleted.step() ? (ItemID(rawValue: deleted.integer(0)), deleted.name(1)) : nil
  }

  /// The item at a path from the root; leading, trailing and double slashes are ignored, and no link is followed.
  ///
  /// - Returns: `nil` when there is none.
  package func resolve(_ path: String) throws(StoreError) -> ItemAttributes? {
    var current = try item(.root)
    var names = path.pathNames[...]
    if let first = names.first, first.hasPrefix(".Trash-"), names.dropFirst().first == "files" {
      current = try item(.trash)
      names = names.dropFirst(2)
    }
    for name in names {
      if name == "." { continue }
      guard let folder = current else { return nil }
      if name == ".." {
        if folder.id != .root { current = try item(folder.parent) }
      } else if let name = try? FileName(name) {
        current = try child(of: folder.id, named: name)
      } else {
        return nil
      }
    }
    return current
  }

  /// Whether an item is at or below a folder.
  package func isItem(_ id: ItemID, atOrBelow folder: ItemID) throws(StoreError) -> Bool {
    var current = id
    while current != .none {
      if current == folder { return true }
      let statement = try statement("SELECT parent FROM items WHERE id = ?")
      statement.bind(1, current)
      defer { statement.reset() }
      guard try statement.step() else { return false }
      current = ItemID(rawValue: statement.integer(0))
    }
    return false
  }
}
