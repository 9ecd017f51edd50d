// What a provider reports is compared with everything that is pending. Mostly nothing is pending, and while the first items come there is
// nothing to compare with: then one look a transaction is enough. Together with not reading back what was
// just written that took a new item of a big folder from 34 µs of processor time to 14.
extension ReplicationEditor {
  /// Whether anything is not uploaded yet.
  func isAnythingPending() throws(StoreError) -> Bool {
    if let known = transaction.memory.isAnythingPending { return known }
    let isPending = try reader.findsRow("SELECT 1 FROM pending LIMIT 1")
    transaction.memory.isAnythingPending = isPending
    return isPending
  }

  /// Whether a creation or a move is unconfirmed, or the identifiers of the items in some folder are unknown.
  package func isAnythingUnconfirmed() throws(StoreError) -> Bool {
    if let known = transaction.memory.isAnythingUnconfirmed { return known }
    var isUnconfirmed = try reader.findsRow("SELECT 1 FROM calls WHERE operation <= 2 LIMIT 1")
    if !isUnconfirmed { isUnconfirmed = try reader.findsRow("SELECT 1 FROM renumbered_folders LIMIT 1") }
    transaction.memory.isAnythingUnconfirmed = isUnconfirmed
    return isUnconfirmed
  }

  /// Whether anything at all is noted as gone.
  package func isAnythingHeld() throws(StoreError) -> Bool {
    if let known = transaction.memory.isAnythingHeld { return known }
    let isHeld = try ProvidedReader(reader).isAnythingHeld()
    transaction.memory.isAnythingHeld = isHeld
    return isHeld
  }
}
