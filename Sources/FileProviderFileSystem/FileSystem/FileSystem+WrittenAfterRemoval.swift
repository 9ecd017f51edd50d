import FileProviderStore

// A provider may remove a document that a program has open. What the program writes to it from then on is kept in the folder *Rescued*, as is what it had
// written before: it does not know of the removal, and did not ask for it.
extension FileSystem {
  /// Keeps what was written to a document without a row, if it was the provider that removed it.
  ///
  /// - Parameter copy: What was written, in a file of its own.
  /// - Returns: False when such a copy is needed.
  func rescue(
    _ file: OpenFile, in transaction: Transaction, copy: ReclaimedContents?, _ consequences: inout Consequences
  ) throws(StoreError) -> Bool {
    let written = file.withState { state in
      WrittenAfterRemoval(
        item: state.attributes, rescued: state.rescued, writes: state.writes, touched: state.touched,
        isEmpty: !state.isModified || (state.live?.size ?? 0) == 0)
    }
    guard !written.isEmpty, let removal = try RescueReader(transaction.reader).removalByProvider(of: file.id) else {
      return true
    }
    guard let copy else { return false }
    var rescued = written.rescued
    if let rescued {
      guard
        try RescueEditor(transaction).rescueWritten(
          again: rescued, contents: copy.key, size: copy.size, modified: written.touched)
      else {
        consequences.add { file.noteRescued(written.writes, as: rescued) }
        return true
      }
    } else {
      rescued = try RescueEditor(transaction).rescueWritten(
        of: written.item, removal, contents: copy.key, size: copy.size, modified: written.touched)
    }
    consequences.add { [rescued] in
      copy.keep()
      file.noteRescued(written.writes, as: rescued)
    }
    return true
  }

  private struct WrittenAfterRemoval: Sendable {
    let item: ItemAttributes
    let rescued: ItemID?
    let writes: UInt64
    let touched: Timestamp
    let isEmpty: Bool
  }
}
