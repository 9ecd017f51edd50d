// Moves of folders into each other, some made here and some at the provider: they cannot all be. What the provider has reported holds. Moves here that
// it does not have yet are undone, no more of them than necessary.
extension ApplyingEditor {
  /// Undoes moves of folders that were made here, where a folder would be in itself with what the provider reports.
  ///
  /// - Parameters:
  ///   - record: A folder here.
  ///   - parent: The folder in which the provider has it.
  ///   - spared: Folders that cannot go back yet, since where they were is in the way itself.
  func breakCycle(for record: ItemRecord, to parent: ItemID, sparing spared: Set<ItemID> = []) throws(StoreError) {
    guard record.attributes.isFolder, try reader.isItem(parent, atOrBelow: record.id) else { return }
    var current = parent
    while current != record.id, let folder = try reader.record(current) {
      if !spared.contains(current), let pending = try ProvidedReader(reader).pending(current),
        pending.dirty.contains(.parent),
        pending.state != .calling, let synced = try ProvidedReader(reader).synced(current)
      {
        try moveBack(folder, pending, to: synced.parent, outOf: record, spared)
        guard try reader.isItem(parent, atOrBelow: record.id) else { return }
      }
      current = folder.parent
    }
  }

  /// Moves a folder out of another one, to where the provider has it.
  private func moveBack(
    _ folder: ItemRecord, _ pending: PendingRow, to former: ItemID, outOf outer: ItemRecord, _ spared: Set<ItemID>
  ) throws(StoreError) {
    guard try reader.item(former)?.isFolder == true else { return }
    try breakCycle(for: outer, to: former, sparing: spared.union([folder.id]))
    guard try !reader.isItem(former, atOrBelow: outer.id) else { return }
    try RescueEditor(transaction).takeBack(folder, to: former, pending)
    transaction.movedBack = folder.name
  }

  /// Whether a move is being uploaded that would put a folder into itself with what the provider reports: its answer decides.
  package func isMoveSent(between parent: ItemID, and folder: ItemID) throws(StoreError) -> Bool {
    var current = parent
    while current != folder, let item = try reader.item(current), !current.isFixed {
      if let pending = try ProvidedReader(reader).pending(current), pending.state == .calling,
        pending.dirty.contains(.parent)
      {
        return true
      }
      current = item.parent
    }
    return false
  }
}
