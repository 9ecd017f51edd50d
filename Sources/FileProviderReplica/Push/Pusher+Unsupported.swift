import FileProviderInterface
import FileProviderStore

/// What follows when the provider answers that it does not support what was sent.
extension Pusher {
  /// The provider does not know a field: what is more than name, place and contents stays here.
  func handleUnsupported(_ call: PushCall, _ error: NSError) throws(StoreError) {
    if call.operation == .create, try keepInTrash(call, error) { return }
    let extra = call.sentFields.subtracting([.contents, .filename, .parent])
    guard call.operation == .modify, !extra.isEmpty else { return try park(call, error) }
    let words = extra.words.joined(separator: ", ")
    state.logOnce("the provider does not store \(words): changes to them stay on this machine", call.item)
    // Of contents and places the provider may have taken one, or all.
    try end(call, mayHaveHappened: extra != call.fields) { row in
      row.kept.formUnion(extra)
      row.fields.subtract(extra)
      if row.fields.isEmpty, !row.isStale { row.state = .local }
    }
  }

  /// A provider may create nothing in its trash: what was trashed before it was uploaded stays here, unless it was taken out meanwhile.
  ///
  /// - Returns: Whether it was to be created there.
  private func keepInTrash(_ call: PushCall, _ error: NSError) throws(StoreError) -> Bool {
    let isKept = try change { (transaction) throws(StoreError) -> Bool in
      guard let id = try PushEditor(transaction).present(call), try transaction.reader.isItem(id, atOrBelow: .trash)
      else {
        return false
      }
      try PushEditor(transaction).endCall(call, mayHaveHappened: false) { _ in }
      return try PendingEditor(transaction).keepInTrash(id)
    }
    if isKept { return true }
    guard call.template.parent == NSFileProviderItemIdentifier.trashContainer.rawValue else { return false }
    try tryLater(call, error)
    return true
  }
}
