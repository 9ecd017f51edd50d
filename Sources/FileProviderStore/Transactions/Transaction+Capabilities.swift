import FileProviderInterface

/// What a provider allows with its items, and what has to be known before they are changed.
///
/// An item with the flag `restricted` has a row in `synced` that says what is allowed. Everything is allowed with all others, and with what the
/// provider does not know, so a change in a local domain looks at nothing but a flag that it has read anyway. The root has no row: its flag says that
/// nothing is added to it.
///
/// What the mode of an item shows, too (writing, and adding to a folder) is `accessDenied`; the rest, which no mode can show, is
/// `notPermitted`, as for an item with the attribute “immutable” (chattr(1)). Each is checked before anything is changed.
extension Transaction {
  /// Refuses to put something into a folder that is not listed, or that the provider lets nothing be put into.
  func checkAdding(to folder: borrowing ItemAttributes) throws(StoreError) {
    guard isGuarded(folder.flags) else { return }
    try checkListed(folder)
    try check(folder, .allowsAddingSubItems, .accessDenied, "the provider does not allow adding items to this folder")
  }

  /// Refuses to give an item a place that the provider does not allow, or in a folder that is not listed: an item of that name may be there.
  func checkPlacing(
    _ record: ItemRecord, in folder: borrowing ItemAttributes, as name: FileName
  ) throws(StoreError) {
    let isMoved = folder.id != record.parent
    if isGuarded(record.attributes.flags) {
      if isMoved {
        let refusal = "the provider does not allow moving “\(record.name)” to another folder"
        try check(record.attributes, .allowsReparenting, .notPermitted, refusal)
      }
      if name != record.name {
        try check(
          record.attributes, .allowsRenaming, .notPermitted, "the provider does not allow renaming “\(record.name)”")
      }
    }
    guard isGuarded(folder.flags) else { return }
    if isMoved { try checkAdding(to: folder) } else { try checkListed(folder) }
  }

  /// Refuses to delete what the provider does not let be deleted, and folders that are not listed: there may be something in them.
  func checkDeleting(_ record: ItemRecord) throws(StoreError) {
    guard isGuarded(record.attributes.flags) else { return }
    try check(
      record.attributes, .allowsDeleting, .notPermitted, "the provider does not allow deleting “\(record.name)”")
    try checkListed(record.attributes)
  }

  /// Refuses to let an item take another's place. A document that the provider does not know, in the place of one that it knows, is new contents of
  /// that one; anything else deletes it.
  func checkReplacing(_ target: ItemRecord, by record: ItemRecord) throws(StoreError) {
    guard isGuarded(target.attributes.flags) else { return }
    if target.kind == .file, record.kind == .file, try ProvidedReader(reader).provided(record.id) == nil {
      try checkWriting(target.attributes)
    } else {
      try checkDeleting(target)
    }
  }

  func checkTrashing(_ record: ItemRecord) throws(StoreError) {
    guard isGuarded(record.attributes.flags) else { return }
    try check(
      record.attributes, .allowsTrashing, .notPermitted, "the provider does not allow trashing “\(record.name)”")
  }

  /// Refuses to change contents or attributes that the provider does not let be changed.
  package func checkWriting(_ item: borrowing ItemAttributes) throws(StoreError) {
    guard isGuarded(item.flags) else { return }
    try check(item, .allowsWriting, .accessDenied, "the provider does not allow changing the item")
  }

  /// Refuses to go on with a folder that may have items which nobody here knows of.
  package func checkListed(_ folder: borrowing ItemAttributes) throws(StoreError) {
    guard obeysProvider, folder.flags.contains(.unlisted), folder.id != .trash else { return }
    let id = folder.id
    let name = try reader.record(id)?.name.spelling ?? "/"
    throw StoreError(
      .unlisted, "the folder “\(name)” was never listed; open it on a mount first", item: id)
  }

  /// Whether there is anything to check of an item.
  @inline(__always) private func isGuarded(_ flags: ItemFlags) -> Bool {
    !flags.isDisjoint(with: [.unlisted, .restricted]) && obeysProvider
  }

  private func check(
    _ item: borrowing ItemAttributes, _ capability: NSFileProviderItemCapabilities, _ code: StoreError.Code,
    _ refusal: @autoclosure () -> String
  ) throws(StoreError) {
    guard item.flags.contains(.restricted) else { return }
    if item.id != .root, try ProvidedReader(reader).provided(item.id)?.allows(capability) ?? true { return }
    throw StoreError(code, refusal())
  }
}

extension CapabilityReader {
  /// Whether a provider lets a document's contents be changed.
  package func mayWrite(_ item: borrowing ItemAttributes) throws(StoreError) -> Bool {
    guard item.flags.contains(.restricted), let row = try ProvidedReader(reader).provided(item.id) else { return true }
    return row.allows(.allowsWriting)
  }
}

extension ProvidedRow {
  /// Whether the provider allows something with the item.
  func allows(_ capability: NSFileProviderItemCapabilities) -> Bool {
    NSFileProviderItemCapabilities(rawValue: UInt(UInt64(bitPattern: capabilities))).contains(capability)
  }
}

extension ProvidedItem {
  /// Whether the provider does not allow everything that changes the item.
  var isRestricted: Bool {
    let changing: NSFileProviderItemCapabilities = [
      .allowsWriting, .allowsReparenting, .allowsRenaming, .allowsTrashing, .allowsDeleting,
    ]
    return !NSFileProviderItemCapabilities(rawValue: capabilities).isSuperset(of: changing)
  }
}
