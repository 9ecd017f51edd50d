extension ProvidedReader {
  /// Whether the contents of a document are of another version than what was reported before, or a link has another target than was synced, as far as both
  /// were reported; or whether an item of another kind has taken the identifier, which may be a path.
  package func hasOtherContents(_ item: ProvidedItem, than row: ProvidedRow) throws(StoreError) -> Bool {
    if item.kind == .file { return item.contentVersion != row.contentVersion }
    guard let synced = try synced(row.item) else { return false }
    if item.kind != synced.kind { return true }
    switch item.kind {
    case .symlink:
      guard let target = item.reportedTarget, let known = synced.target else { return false }
      return known != ProvidedItem.missingTarget && target != known
    default: return false
    }
  }

  /// In which fields an item differs from what is synced.
  ///
  /// - Parameter fields: Those that are compared. Whether contents of a document differ is unknown: they do where they are among these and
  ///   here.
  package func differences(
    _ record: ItemRecord, _ synced: SyncedFields, among fields: ChangedFields
  ) throws(StoreError) -> ChangedFields {
    var found: ChangedFields = []
    let attributes = record.attributes
    func compare(_ field: ChangedFields, _ differs: () throws(StoreError) -> Bool) throws(StoreError) {
      if fields.contains(field), try differs() { found.insert(field) }
    }
    try compare(.contents) { () throws(StoreError) in
      switch record.kind {
      case .file: !attributes.flags.contains(.dataless)
      case .symlink: try reader.target(of: record.id) != synced.target
      default: false
      }
    }
    // Names in the trash are different from each other, which is the store's doing.
    try compare(.filename) { () throws(StoreError) in record.parent != .trash && record.name != synced.name }
    try compare(.parent) { () throws(StoreError) in record.parent != synced.parent }
    // One that leaves the trash may have another name there than it has here, and that is not uploaded yet.
    if found.contains(.parent), record.parent != .trash, record.name != synced.name { found.insert(.filename) }
    try compare(.mode) { () throws(StoreError) in
      record.kind != .symlink && (attributes.mode ^ synced.mode) & 0o700 != 0
    }
    try compare(.times) { () throws(StoreError) in
      attributes.modified != synced.modified || attributes.created != synced.created
    }
    try compare(.xattrs) { () throws(StoreError) in
      guard let known = synced.extendedAttributes else { return true }
      return try pushableAttributes(of: record) != known.filter { TagData.isSent($0.key.text) }
    }
    guard !fields.isDisjoint(with: [.tags, .lastUsed, .favorite]) else { return found }
    let membership = try reader.membership(of: record.id) ?? Membership()
    try compare(.tags) { () throws(StoreError) in membership.tagList != TagData(synced.tags ?? []).names }
    try compare(.lastUsed) { () throws(StoreError) in membership.lastUsed != synced.lastUsed }
    try compare(.favorite) { () throws(StoreError) in membership.favoriteRank != synced.favoriteRank }
    return found
  }
}
