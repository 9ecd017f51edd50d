extension TreeEditor {
  /// Changes what makes an item a member of the working set.
  ///
  /// - Parameter change: Is given the present membership, and changes it.
  /// - Throws: `noSuchItem`; `tooLarge` for more than 64 KiB of tags.
  package func changeMembership(of id: ItemID, _ change: (inout Membership) -> Void) throws(StoreError) {
    var item = try transaction.item(id)
    let old = try reader.membership(of: id) ?? Membership()
    var new = old
    change(&new)
    // A value of commas and blanks has no tags.
    if new.tags != nil && new.tagList.isEmpty { new.tags = nil }
    if new.isMember && !old.isMember && item.parent != .trash, try reader.isItem(item.parent, atOrBelow: .trash) {
      new.suspended = true
    }
    guard new != old else { return }
    guard new.tags?.count ?? 0 <= 65536 else { throw StoreError(.tooLarge, "the tags of an item have at most 64 KiB") }
    let wasMember = item.flags.contains(.member)
    if new.isMember { item.flags.insert(.member) } else { item.flags.remove(.member) }
    if new.suspended { item.flags.insert(.suspended) } else { item.flags.remove(.suspended) }
    try transaction.update(item, fields: Self.differences(old, new), wasMember: wasMember)
    try write(new, of: id, entered: wasMember && new.isMember ? nil : transaction.generation)
    if new.isMember || new.suspended { try noteMember(in: item.parent) }
  }

  /// The log's fields in which two memberships differ.
  private static func differences(_ old: Membership, _ new: Membership) -> ChangedFields {
    var fields: ChangedFields = []
    if old.tags != new.tags { fields.insert(.tags) }
    if old.lastUsed != new.lastUsed { fields.insert(.lastUsed) }
    if old.favoriteRank != new.favoriteRank { fields.insert(.favorite) }
    if old.pinned != new.pinned { fields.insert(.pinned) }
    if old.shared != new.shared { fields.insert(.shared) }
    if old.trashed != new.trashed || old.suspended != new.suspended { fields.insert(.trashed) }
    return fields
  }

  /// Writes the row of a membership, or deletes it when the membership is empty.
  ///
  /// - Parameter entered: The generation at which the item entered the working set; `nil` leaves it.
  func write(_ membership: Membership, of id: ItemID, entered: Generation?) throws(StoreError) {
    guard !membership.isEmpty else { return try transaction.deleteRows(of: id, .deleteMembership) }
    let row = try reader.statement(.setMembership)
    row.bind(1, id)
    row.bind(2, entered?.rawValue)
    row.bind(3, membership.lastUsed?.rawValue)
    row.bind(4, blob: membership.tags)
    row.bind(5, membership.favoriteRank)
    row.bind(6, membership.pinned ? 1 : 0)
    row.bind(7, membership.shared ? 1 : 0)
    row.bind(8, membership.trashed ? 1 : 0)
    row.bind(9, membership.suspended ? 1 : 0)
    try row.run()
  }
}
