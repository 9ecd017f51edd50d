import FileProviderStore
import Glibc

// `user.xdg.tags` and three of `user.fileprovider.` are the item's membership in the working set; others of those are
// read-only, as is what address cards say of contacts; all other `user.` attributes are stored as they are. There are no other name spaces.
extension FileSystem {
  /// How `setxattr(2)` is to treat an attribute that is there, or is not.
  package struct AttributeMode: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let any: AttributeMode = []
    /// It must not be there (`XATTR_CREATE`).
    package static let creating = AttributeMode(rawValue: 1)
    /// It must be there (`XATTR_REPLACE`).
    package static let replacing = AttributeMode(rawValue: 2)
  }

  /// The value of an extended attribute.
  ///
  /// - Throws: `ENODATA` when there is none; `EOPNOTSUPP` for a name that no attribute here can have.
  package func extendedAttribute(
    _ name: String, of inode: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) -> [UInt8] {
    guard name.hasBytePrefix("user.") else { throw .notSupported }
    guard name.utf8.count > 5 else { throw .invalid }
    guard let id = inode.item else { throw .noAttribute }
    guard let item = try context.item(id) else {
      if let value = unlinkedAttributes(of: id)?[ExactText(name)] { return value }
      guard removed.find(id) != nil || openFiles.find(id) != nil else { throw .stale }
      throw .noAttribute
    }
    if let attribute = ContactAttribute(rawValue: name), try isCardByName(item, context) {
      return try contactAttribute(attribute, of: item, context)
    }
    let special = SpecialAttribute(rawValue: name)
    guard special != nil || item.flags.contains(.attributed) else { throw .noAttribute }
    let isModified = special != nil && openFiles.find(id)?.withState { $0.isModified } ?? false
    let value = try context.read { (reader) throws(StoreError) in
      if let special { return try special.value(of: item, isModified: isModified, reader) }
      return try reader.extendedAttribute(name, of: id)
    }
    guard let value else { throw .noAttribute }
    return value
  }

  /// The names of a node's extended attributes that a copy should have, too.
  package func extendedAttributeNames(
    of inode: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) -> [String] {
    guard let id = inode.item else { return [] }
    guard let item = try context.item(id) else { return unlinkedAttributes(of: id)?.keys.sorted().map(\.text) ?? [] }
    guard !item.flags.isDisjoint(with: [.attributed, .member]) else { return [] }
    let names = try context.read { (reader) throws(StoreError) in
      var names = item.flags.contains(.attributed) ? try reader.extendedAttributeNames(of: id) : []
      if item.flags.contains(.member), let membership = try reader.membership(of: id) {
        names += SpecialAttribute.names(of: membership)
      }
      return names
    }
    // A provider, or a name that the file had before, may have left some of a card.
    guard names.contains(where: { ContactAttribute(rawValue: $0) != nil }), try isCardByName(item, context) else {
      return names
    }
    return names.filter { ContactAttribute(rawValue: $0) == nil }
  }

  /// Sets an extended attribute.
  ///
  /// - Throws: `EEXIST`, `ENODATA` as the mode asks; `EPERM` for one that can only be read; `EINVAL` for a value that
  ///   makes no sense; `E2BIG`, `EOPNOTSUPP`, `EROFS`.
  package func setExtendedAttribute(
    _ name: String, to value: [UInt8], _ mode: AttributeMode, of inode: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) {
    try checkAttribute(name, of: inode, context)
    guard let id = inode.item else { throw .readOnly }
    if try setUnlinkedAttribute(name, to: value, mode, of: id) { return }
    let special = SpecialAttribute(rawValue: name)
    let membershipChange = try special.map { (special) throws(ErrorNumber) in try special.change(to: value) }
    try change(context) { (transaction, _) throws(StoreError) in
      if mode != .any {
        let item = try transaction.item(id)
        let exists: Bool
        if let special {
          exists = try special.value(of: item, isModified: false, transaction.reader) != nil
        } else {
          exists = try transaction.reader.extendedAttribute(name, of: id) != nil
        }
        if mode.contains(.creating) && exists { throw StoreError(.exists) }
        if mode.contains(.replacing) && !exists { throw StoreError(.noSuchAttribute) }
      }
      if let membershipChange {
        try TreeEditor(transaction).changeMembership(of: id, membershipChange)
      } else {
        try transaction.changeExtendedAttribute(name, to: value, of: id)
      }
    }
    refreshOpen([id], context)
  }

  /// Removes an extended attribute.
  package func removeExtendedAttribute(
    _ name: String, of inode: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) {
    try checkAttribute(name, of: inode, context)
    guard let id = inode.item else { throw .readOnly }
    if try setUnlinkedAttribute(name, to: nil, .replacing, of: id) { return }
    if let special = SpecialAttribute(rawValue: name) {
      _ = try extendedAttribute(name, of: inode, context)
      let membershipChange = try special.change(to: nil)
      try change(context) { (transaction, _) throws(StoreError) in
        try TreeEditor(transaction).changeMembership(of: id, membershipChange)
      }
    } else {
      try change(context) { (transaction, _) throws(StoreError) in
        try transaction.removeExtendedAttribute(name, of: id)
      }
    }
    refreshOpen([id], context)
  }

  private func checkAttribute(
    _ name: String, of inode: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) {
    try checkWritable(inode)
    guard name.hasBytePrefix("user.") else { throw .notSupported }
    guard name.utf8.count > 5 else { throw .invalid }
    if let special = SpecialAttribute(rawValue: name), special.isReadOnly { throw .notPermitted }
    if ContactAttribute(rawValue: name) != nil, let id = inode.item, let item = try context.item(id),
      try isCardByName(item, context)
    {
      throw .notPermitted
    }
    if name.hasBytePrefix("user.fileprovider."), SpecialAttribute(rawValue: name) == nil { throw .notPermitted }
  }
}
