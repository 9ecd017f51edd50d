import FileProviderStore

/// Items that the store cannot take as the provider reports them. That is a fault here, and must not stop all others at each pull.
extension BatchApplier {
  /// Writes some of a batch, without the item that cannot be written, if there is one. That is logged for the user.
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
