extension Transaction {
  /// So many leases are held at once at most; each is an open file.
  private static let mostLeases = 256

  /// Ensures that no process has the contents open, and that none opens them before the commit.
  ///
  /// Whoever has them open, or mapped, goes on reading them: they must be neither dropped nor replaced by what the provider has now, or a
  /// mount would show one program parts of both.
  ///
  /// - Returns: False when a process has them open. True on a disk without leases: open files keep their contents.
  func isUnused(_ content: ContentKey) throws(StoreError) -> Bool {
    // Whoever has these open has all of their bytes.
    if content.isSmall { return true }
    guard leases.count < Self.mostLeases else { return false }
    do throws(StoreError) {
      guard let lease = try contents.lease(content) else { return false }
      leases.append(ContentLease(lease))
    } catch {
      // Contents that no process can open have no readers.
      guard error.code == .damaged || error.code == .featureUnsupported else { throw error }
    }
    return true
  }

  /// Whether somebody has a document's contents open.
  package func areContentsOpen(of id: ItemID) throws(StoreError) -> Bool {
    var content = try reader.item(id)?.content
    if content == nil { content = try ProvidedReader(reader).partialContents(of: id)?.content }
    return if let content { try !isUnused(content) } else { false }
  }
}
