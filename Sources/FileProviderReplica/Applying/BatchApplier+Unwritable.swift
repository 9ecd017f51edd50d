import FileProviderStore

/// Items that the store cannot take as the provider says them. That is a fault here, and it must not keep all others back, at each pull again.
extension BatchApplier {
  /// Writes some of a batch, without the item that cannot be written, if there is one. The person is told of that.
  ///
  /// - Returns: What `body` returned; false where one more item is left out, and it is to be called again.
  func advance(
    _ writer: inout BatchWriter, _ body: (inout BatchWriter, Transaction) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let before = writer
    do throws(StoreError) {
      return try change { (transaction) throws(StoreError) in
        writer = before
        return try body(&writer, transaction)
      }
    } catch {
      let failing = writer.failing
      writer = before
      guard error.isOfOneItem, let failing, writer.leaveOut(failing) else { throw error }
      calls.border.breaches.log("cannot store an item from the provider: \(error)", of: failing)
      return false
    }
  }
}
