/// Writes what a provider said. What is the same already is not logged.
extension Transaction {
  /// Creates or changes an item so that it is as its provider has it.
  ///
  /// - Parameters:
  ///   - item: What the provider said.
  ///   - parent: The folder it is in here.
  ///   - keepsContents: Whether the contents that are here are of the stated version, because they came with it.
  /// - Returns: The item here.
  /// - Throws: `noSuchItem` or `notFolder` for the parent; `invalidMove` when the folder would be in itself;
  ///   `featureUnsupported` for a trash that the domain lacks.
  @discardableResult
  package func apply(
    _ item: ProvidedItem, in parent: ItemID, keepsContents: Bool = false
  ) throws(StoreError) -> ItemID {
    guard let row = try reader.provided(identifier: item.identifier) else { return try add(item, in: parent) }
    guard let record = try reader.record(row.item) else { return try applyToDeleted(item, row, in: parent) }
    guard record.kind == item.kind else {
      // An item never changes its kind here: its number stands for one thing as long as it exists.
      _ = try deleteTree(record.id, limit: .max)
      return try add(item, in: parent)
    }
    if parent != record.parent || !item.filename.isIdentical(to: row.filename) {
      try relocate(record, to: parent, filename: item.filename)
    }
    try applyContents(item, of: record.id, row, keepsContents: keepsContents)
    try applyAttributes(item, of: record.id)
    try applyExtendedAttributes(item, of: record.id)
    try applyMembership(item, of: record.id)
    try keep(ProvidedRow(item, is: record.id))
    try agree(item, of: record.id, in: parent)
    return record.id
  }

  /// Writes what a provider said of an item whose deletion here it does not know of: the item comes back where its contents changed.
  private func applyToDeleted(_ item: ProvidedItem, _ row: ProvidedRow, in parent: ItemID) throws(StoreError) -> ItemID
  {
    guard item.kind == .file, item.contentVersion != row.contentVersion else {
      try keep(ProvidedRow(item, is: row.item))
      try agreeOfDeleted(item, of: row.item, in: parent)
      return row.item
    }
    try forgetProvided(row.item)
    return try add(item, in: parent)
  }

  private func add(_ item: ProvidedItem, in parent: ItemID) throws(StoreError) -> ItemID {
    let folder = try folder(parent)
    if parent == .trash {
      guard try reader.supportsTrash() else { throw StoreError(.featureUnsupported, "this domain has no trash") }
    }
    // An item in the trash had another place before: as far as is known, the root.
    let place = parent == .trash ? ItemID.root : parent
    let (name, isOwn) = try freeName(for: item.filename, in: place)
    var new = NewItem(
      parent: place, name: name, kind: item.kind, mode: item.initialMode, owner: folder.owner, group: folder.group)
    new.size = item.size ?? 0
    new.target = item.target
    new.modified = item.modified
    new.created = item.created ?? item.modified
    new.flags = item.kind == .folder ? .unlisted : item.kind == .file ? .dataless : []
    new.flags.set(.restricted, item.isRestricted)
    // The first listing of a folder is not a change of it: its date stays the provider's.
    new.touchesParent = !folder.flags.contains(.unlisted)
    let id = try create(new).id
    try keep(ProvidedRow(item, is: id))
    try applyExtendedAttributes(item, of: id)
    try applyMembership(item, of: id)
    if parent == .trash {
      _ = try trash(id, user: folder.owner)
    } else {
      try noteName(of: id, in: place, isOwn: isOwn)
    }
    try agree(item, of: id, in: parent)
    return id
  }

  // MARK: Fields

  private func applyAttributes(_ item: ProvidedItem, of id: ItemID) throws(StoreError) {
    let now = try self.item(id)
    var changes = AttributeChanges()
    // The provider states the owner's bits only; those of others stay as they are unless the owner's change.
    if item.kind != .symlink, let mode = item.mode, mode & 0o700 != now.mode & 0o700 { changes.mode = mode }
    if item.kind == .folder {
      // A folder's date strictly follows its changes here, and never goes back.
      if let modified = item.modified, modified > now.modified { changes.modified = modified }
    } else {
      changes.modified = item.modified
    }
    changes.created = item.created
    if now.flags.contains(.dataless) { changes.size = item.size }
    try setAttributes(changes, of: id)
    if now.flags.contains(.restricted) != item.isRestricted { try setFlags(.restricted, item.isRestricted, of: id) }
  }

  private func applyContents(
    _ item: ProvidedItem, of id: ItemID, _ row: ProvidedRow, keepsContents: Bool
  ) throws(StoreError) {
    let now = try self.item(id)
    switch item.kind {
    case .symlink:
      guard let target = item.target, try target != reader.target(of: id) else { return }
      try setTarget(target, of: now)
    case .file:
      guard !keepsContents, !now.flags.contains(.dataless), isOtherContents(item, than: row, now) else { return }
      try setContents(nil, size: item.size ?? now.size, dataless: true, of: id)
    default: return
    }
  }

  /// Whether the provider has other contents than those that are here.
  private func isOtherContents(_ item: ProvidedItem, than row: ProvidedRow, _ now: ItemAttributes) -> Bool {
    if let version = item.contentVersion { return version != row.contentVersion }
    // For a provider without versions the date and the size decide.
    if let modified = item.modified, modified != now.modified { return true }
    if let size = item.size, size != now.size { return true }
    return false
  }

  private func setTarget(_ target: [UInt8], of item: ItemAttributes) throws(StoreError) {
    let row = try reader.statement(.updateTarget)
    row.bind(1, blob: target)
    row.bind(2, item.id)
    try row.run()
    var item = item
    item.size = Int64(target.count)
    try update(item, fields: .contents)
  }

  private func applyExtendedAttributes(_ item: ProvidedItem, of id: ItemID) throws(StoreError) {
    guard let attributes = item.extendedAttributes else { return }
    if try self.item(id).flags.contains(.attributed) {
      for name in try reader.extendedAttributeNames(of: id) where attributes[ExactText(name)] == nil {
        try removeExtendedAttribute(name, of: id)
      }
    }
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      try setExtendedAttribute(name.text, to: value, of: id)
    }
  }

  private func applyMembership(_ item: ProvidedItem, of id: ItemID) throws(StoreError) {
    guard item.lastUsed != nil || item.tags != nil || item.favoriteRank != nil || item.shared != nil else { return }
    try changeMembership(of: id) { membership in
      if let lastUsed = item.lastUsed { membership.lastUsed = lastUsed }
      if let tags = item.tags { membership.tags = tags }
      if let favoriteRank = item.favoriteRank { membership.favoriteRank = favoriteRank }
      if let shared = item.shared { membership.shared = shared }
    }
  }
}
