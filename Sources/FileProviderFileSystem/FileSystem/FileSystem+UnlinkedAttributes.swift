import FileProviderStore

// The extended attributes of a document that has no name any more and is still open. The store has forgotten them, so
// they are kept, and changed, with the open document. Whatever their names, they have no meaning to the domain then.
extension FileSystem {
  /// Keeps the attributes of a document that is about to lose its name, if it is open.
  func keepAttributes(
    of item: ItemAttributes, _ reader: StoreReader, _ consequences: inout Consequences
  ) throws(StoreError) {
    guard item.flags.contains(.attributed), let file = openFiles.find(item.id) else { return }
    var kept: [ExactText: [UInt8]] = [:]
    for name in try reader.extendedAttributeNames(of: item.id) {
      kept[ExactText(name)] = try reader.extendedAttribute(name, of: item.id)
    }
    consequences.add { [kept] in file.withState { $0.extendedAttributes = kept } }
  }

  /// The attributes of an unlinked document; `nil` for anything else.
  func unlinkedAttributes(of id: ItemID) -> [ExactText: [UInt8]]? {
    openFiles.find(id)?.withState { $0.isUnlinked ? $0.extendedAttributes : nil }
  }

  /// Changes an attribute of an unlinked document.
  ///
  /// - Parameter value: `nil` removes it.
  /// - Returns: Whether there is such a document.
  /// - Throws: `EEXIST`, `ENODATA` as the mode asks; `E2BIG`.
  func setUnlinkedAttribute(
    _ name: String, to value: [UInt8]?, _ mode: AttributeMode, of id: ItemID
  ) throws(ErrorNumber) -> Bool {
    guard let file = openFiles.find(id), let kept = unlinkedAttributes(of: id) else { return false }
    let name = ExactText(name)
    if value.map({ $0.count > 65536 }) ?? false { throw ErrorNumber(StoreError(.tooLarge)) }
    if mode.contains(.creating) && kept[name] != nil { throw ErrorNumber(StoreError(.exists)) }
    if mode.contains(.replacing) && kept[name] == nil { throw .noAttribute }
    let now = Timestamp.now
    file.withState { state in
      state.extendedAttributes[name] = value
      state.attributes.changed = max(now, Timestamp(rawValue: state.attributes.changed.rawValue + 1))
    }
    return true
  }
}
