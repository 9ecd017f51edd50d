/// The former place of a trashed item, and who trashed it when.
package struct TrashEntry: Sendable, Hashable {
  package var originalParent: ItemID
  package var originalName: FileName
  /// The path at that time, spelled, from the root of the domain and without a leading slash.
  package var originalPath: String
  package var date: Timestamp
  /// The user who trashed it.
  package var user: UInt32
}

extension TrashEntry {
  init(_ row: StoreStatement, firstColumn first: Int32 = 0) {
    self.init(
      originalParent: ItemID(rawValue: row.integer(first)), originalName: row.name(first + 1),
      originalPath: row.spelling(first + 2), date: Timestamp(rawValue: row.integer(first + 3)),
      user: UInt32(truncatingIfNeeded: row.integer(first + 4)))
  }
}
