extension Transaction {
  /// Moves an item into the trash, where it keeps its number and gets a name nothing else there has.
  ///
  /// The item itself becomes a member of the working set (“recently deleted”); members below a trashed folder leave it until the
  /// folder is restored. The cost grows with those members, not with what is in the folder.
  ///
  /// - Parameter user: Who trashes it.
  /// - Returns: Its name in the trash.
  /// - Throws: `noSuchItem`; `featureUnsupported` where the domain has no trash; `exists` when it is in the trash already.
  @discardableResult
  package func trash(_ id: ItemID, user: UInt32, name: FileName? = nil) throws(StoreError) -> String {
    guard try reader.supportsTrash() else { throw StoreError(.featureUnsupported, "this domain has no trash") }
    let record = try record(id)
    guard !id.isFixed else { throw StoreError(.invalidMove, "“\(record.name)” is part of every store") }
    guard try !reader.isItem(id, atOrBelow: .trash) else {
      throw StoreError(.exists, "“\(record.name)” is in the trash already")
    }
    let path = try reader.path(of: id) ?? "/" + record.name
    let trashName: String
    if let name { trashName = name.string } else { trashName = try freeName(in: .trash, like: record.name) }
    let oldParent = record.parent
    var membership = try reader.membership(of: id) ?? Membership()
    let wasMember = membership.isMember
    membership.trashed = true
    membership.suspended = false
    try place(record, in: .trash, name: trashName, fields: .trashed, isMember: true)
    try keep(membership, of: id, entered: wasMember ? nil : generation)
    try touchFolder(oldParent, subfolders: record.attributes.isFolder ? -1 : 0)
    try touchFolder(.trash, subfolders: record.attributes.isFolder ? 1 : 0)
    let row = try reader.statement(
      """
      INSERT OR REPLACE INTO trash(item, original_parent, original_name, original_path, date, uid)
      VALUES (?, ?, ?, ?, ?, ?)
      """)
    row.bind(1, id)
    row.bind(2, oldParent)
    row.bind(3, record.name)
    row.bind(4, String(path.dropFirst()))
    row.bind(5, time.rawValue)
    row.bind(6, Int64(user))
    try row.run()
    if record.attributes.isFolder { try suspendMembers(below: id, true) }
    return trashName
  }

  /// Moves an item out of the trash.
  ///
  /// - Parameters:
  ///   - parent: Where to; by default the folder it came from.
  ///   - name: What to call it; by default what it was called, or a free name like it.
  /// - Throws: `noSuchItem` when the item is not at the top of the trash, or its folder is gone; `exists`.
  package func restore(_ id: ItemID, to parent: ItemID? = nil, name: FileName? = nil) throws(StoreError) {
    let record = try record(id)
    guard record.parent == .trash, let entry = try reader.trashEntry(of: id) else {
      throw StoreError(.noSuchItem, "“\(record.name)” is not in the trash")
    }
    let parent = parent ?? entry.originalParent
    guard let folder = try reader.item(parent), folder.isFolder, try !reader.isItem(parent, atOrBelow: .trash) else {
      throw StoreError(.noSuchItem, "the folder that “\(entry.originalPath)” was in is gone; restore it with --to")
    }
    let newName: String
    if let name {
      guard try reader.child(of: parent, named: name.string) == nil else {
        throw StoreError(.exists, "the name “\(name)” is taken")
      }
      newName = name.string
    } else {
      newName = try freeName(in: parent, like: entry.originalName)
    }
    var membership = try reader.membership(of: id) ?? Membership()
    membership.trashed = false
    try place(record, in: parent, name: newName, fields: .trashed, isMember: membership.isMember)
    try keep(membership, of: id, entered: membership.isMember ? nil : generation)
    try deleteRows(of: id, in: "trash")
    try touchFolder(.trash, subfolders: record.attributes.isFolder ? -1 : 0)
    try touchFolder(parent, subfolders: record.attributes.isFolder ? 1 : 0)
    if record.attributes.isFolder { try suspendMembers(below: id, false) }
  }

  /// A name that is free in a folder: the name itself, or “name 2.ext”, “name 3.ext” and so on.
  package func freeName(in parent: ItemID, like name: String) throws(StoreError) -> String {
    if try reader.child(of: parent, named: name) == nil { return name }
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    var stem = String(name[..<dot])
    var ending = String(name[dot...])
    if ending.utf8.count > 64 { (stem, ending) = (name, "") }
    var number = 2
    while true {
      let suffix = " \(number)\(ending)"
      var candidate = stem
      while candidate.utf8.count + suffix.utf8.count > FileName.maximumLength { candidate.removeLast() }
      if try reader.child(of: parent, named: candidate + suffix) == nil { return candidate + suffix }
      number += 1
    }
  }
}

extension StoreReader {
  /// Whether the domain has a trash.
  package func supportsTrash() throws(StoreError) -> Bool { try setting("trash") != "none" }
}
