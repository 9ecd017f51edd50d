extension Transaction {
  /// So many leases are held at once at most; each is an open file.
  private static let mostLeases = 256

  /// Ensures that no process has the contents of a document open, and that none opens them before the commit.
  ///
  /// Whoever has them open, or mapped, goes on reading them: they must be neither dropped nor replaced by what the provider has now, or a
  /// mount would show one program parts of both.
  ///
  /// - Returns: False when a process has them open. True on a disk without leases: open files keep their contents.
  func isUnused(_ content: ContentKey?, of id: ItemID) throws(StoreError) -> Bool {
    guard leases.count < Self.mostLeases else { return false }
    do throws(StoreError) {
      guard let lease = try contents.claim(content, of: id) else { return false }
      leases.append(ContentLease(lease))
    } catch {
      // Contents that no process can open have no readers.
      guard error.code == .damaged || error.code == .featureUnsupported else { throw error }
    }
    return true
  }

  /// Whether somebody has a document's contents open.
  package func areContentsOpen(of id: ItemID) throws(StoreError) -> Bool {
    guard let item = try reader.item(id), item.kind == .file else { return false }
    guard item.flags.contains(.dataless) else { return try !isUnused(item.content, of: id) }
    let parts = try ProvidedReader(reader).partialContents(of: id)
    return if let parts { try !isUnused(parts.content, of: id) } else { false }
  }
}
