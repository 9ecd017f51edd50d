extension StoreCheck {
  /// Compares a document's contents with their checksum. With repairs, those that have none get one.
  func verifyContents(of id: ItemID) throws(StoreError) {
    switch try verdict(on: id) {
    case .intact, nil: return
    case .damaged(let position):
      try reportItem(
        "its contents on the disk differ from what was written, from byte \(position) on", id, .left)
    case .unknown:
      guard repairs, case .made(let item, let sum) = try store.makeChecksum(of: id) else { return }
      try store.change(author: options.author) { (transaction) throws(StoreError) in
        try transaction.noteChecksum(sum, of: item)
      }
    }
  }

  /// - Returns: `nil` if nothing is left to be reported of the document.
  private func verdict(on id: ItemID) throws(StoreError) -> ContentVerdict? {
    do throws(StoreError) { return try store.verifyContents(of: id) } catch {
      switch error.code {
      // Deleted or replaced meanwhile. Missing contents are reported elsewhere.
      case .damaged: return nil
      case .inputOutput:
        try reportItem("cannot read its contents from the disk: \(error.message)", id, .left)
        return nil
      default: throw error
      }
    }
  }
}
