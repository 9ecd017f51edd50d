/// Paths are never stored: an item knows its parent, so moving a folder changes no other row.
extension StoreReader {
  /// The path of an item from the root, spelled, with a leading slash: `/a/b`, `/` for the root,
  /// `/.Trash-UID/files/NAME` in the trash. A deleted item has its last path, as far as the log remembers it.
  ///
  /// - Returns: `nil` when neither the tree nor the log knows the item.
  package func path(of id: ItemID) throws(StoreError) -> String? {
    if id == .root { return "/" }
    var names: [String] = []
    var current = id
    while current != .root {
      if current == .trash { return "/.Trash/files/" + names.reversed().joined(separator: "/") }
      guard let step = try place(of: current) else { return nil }
      names.append(step.name.spelling)
      if step.parent == .trash, let entry = try trashEntry(of: current) {
        return "/.Trash-\(entry.user)/files/" + names.reversed().joined(separator: "/")
      }
      current = step.parent
    }
    return "/" + names.reversed().joined(separator: "/")
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
