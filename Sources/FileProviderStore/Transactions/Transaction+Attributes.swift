import LinuxSystem

extension Transaction {
  /// Sets attributes. Those that are the same already are left alone, and then nothing is logged.
  ///
  /// - Returns: The item as it is now.
  /// - Throws: `noSuchItem`.
  @discardableResult
  package func setAttributes(_ changes: AttributeChanges, of id: ItemID) throws(StoreError) -> ItemAttributes {
    var item = try item(id)
    var fields: ChangedFields = []
    if let mode = changes.mode, mode & 0o7777 != item.mode {
      item.mode = mode & 0o7777
      fields.insert(.mode)
    }
    if let owner = changes.owner, owner != item.owner {
      item.owner = owner
      fields.insert(.owner)
    }
    if let group = changes.group, group != item.group {
      item.group = group
      fields.insert(.owner)
    }
    if let size = changes.size, size != item.size {
      item.size = size
      try noteRoom(of: &item)
      fields.insert(.contents)
    }
    if changes.contentsChanged { fields.insert(.contents) }
    if let modified = changes.modified, modified != item.modified {
      item.modified = modified
      fields.insert(.times)
    }
    if let accessed = changes.accessed, accessed != item.accessed {
      item.accessed = accessed
      fields.insert(.times)
    }
    if let created = changes.created, created != item.created {
      item.created = created
      fields.insert(.times)
    }
    if changes.touches && fields.isEmpty { fields.insert(.times) }
    guard !fields.isEmpty else { return item }
    return try update(item, fields: fields)
  }

  /// Points a document at new contents. The old ones are discarded when the new ones are on the disk.
  ///
  /// - Parameters:
  ///   - content: The content file, complete; `nil` for none.
  ///   - size: Its size in bytes.
  ///   - dataless: Whether the contents are at the provider only.
  ///   - mark: The name of the document's mark, until the contents are known to be on the disk.
  @discardableResult
  package func setContents(
    _ content: ContentKey?, size: Int64, modified: Timestamp? = nil, dataless: Bool = false, of id: ItemID,
    logged: Bool = true, mark: String = ContentMark.closed
  ) throws(StoreError) -> ItemAttributes {
    var item = try item(id)
    guard item.kind == .file else { throw StoreError(.isFolder, "item \(id) has no contents") }
    if content != item.content, item.content != nil {
      try replaceContents(of: item, isKnown: content.map(\.isSmall) ?? true)
      try forgetThatContentsAreOnDisk(id)
    }
    // They are on the disk with this commit, so nothing that they replace may come back.
    if let content, content.isSmall { try noteContentsOnDisk(id) }
    if item.flags.contains(.dataless) {
      try dropPartial(of: id)
      if !dataless { try dropFormer(of: id) }
    }
    if let content, !content.isSmall { try markContents(of: id, as: mark) }
    item.content = content
    item.size = size
    if let modified { item.modified = modified }
    item.flags.set(.dataless, dataless)
    try noteRoom(of: &item)
    if logged { return try update(item, fields: .contents) }
    try store(item)
    return item
  }

  /// Notes whether a document's contents occupy as much space as their size. Contents given as a whole were copied: they have no space allocated ahead.
  func noteRoom(of item: inout ItemAttributes) throws(StoreError) {
    guard item.kind == .file else { return }
    var blocks: Int64?
    if item.size > 0, let content = item.content, !content.isSmall { blocks = try contents.blocks(of: content) }
    item.noteRoom(isSparse: blocks.map { $0 != ContentFiles.usualBlocks(item.size) } ?? false)
  }

  /// Sets flags that a replica keeps. Nothing is logged: readers do not see them change.
  package func setFlags(_ flags: ItemFlags, _ present: Bool, of id: ItemID) throws(StoreError) {
    var item = try item(id)
    item.flags.set(flags, present)
    try store(item)
  }

  /// Sets an extended attribute.
  ///
  /// - Throws: `noSuchItem`; `tooLarge` for more than 64 KiB; `invalidName`; `accessDenied`.
  package func changeExtendedAttribute(_ name: String, to value: [UInt8], of id: ItemID) throws(StoreError) {
    guard value.count <= 65536 else { throw StoreError(.tooLarge, "an extended attribute has at most 64 KiB") }
    guard !name.isEmpty, name.withSpelledBytes(\.count) <= 255 else {
      throw StoreError(.invalidName, "the name of an extended attribute has 1 to 255 bytes")
    }
    var item = try item(id)
    if try reader.extendedAttribute(name, of: id) == value { return }
    try checkWriting(item)
    let row = try reader.statement(.setExtendedAttribute)
    row.bind(1, id)
    row.bind(2, spelling: name)
    row.bind(3, blob: value)
    try row.run()
    item.flags.insert(.attributed)
    try update(item, fields: .xattrs)
  }

  /// Removes an extended attribute.
  ///
  /// - Throws: `noSuchItem`; `noSuchAttribute`; `accessDenied`.
  package func removeExtendedAttribute(_ name: String, of id: ItemID) throws(StoreError) {
    var item = try item(id)
    try checkWriting(item)
    let row = try reader.statement(.deleteExtendedAttribute)
    row.bind(1, id)
    row.bind(2, spelling: name)
    let existed = try row.step()
    row.reset()
    guard existed else { throw StoreError(.noSuchAttribute, "no attribute “\(name)”") }
    if try reader.extendedAttributeNames(of: id).isEmpty, try reader.providerAttributes(of: id).isEmpty {
      item.flags.remove(.attributed)
    }
    try update(item, fields: .xattrs)
  }
}
