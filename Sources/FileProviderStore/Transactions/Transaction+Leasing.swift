extension Transaction {
  /// So many leases are held at once at most; each is an open file.
  private static let mostLeases = 256

  /// Whether a few more documents may be claimed. The others have to wait for the next transaction, or would count as open.
  package var hasRoomForClaims: Bool { (claims?.leases.count ?? 0) < Self.mostLeases - 16 }

  /// Ensures that no process has the contents of a document open, and that none opens them before the commit: whoever does waits for that.
  ///
  /// This transaction has the write lock. Nobody then waits for that lock who keeps it from its end by having the contents open, and nobody opens them between
  /// the check and the commit.
  ///
  /// - Parameter content: A content file, which is leased besides; small contents, or none.
  /// - Returns: False when somebody has them open, a mapping included.
  /// - Throws: `damaged` when the content file is gone; `featureUnsupported` where the disk has no leases; why the kernel gives no lock.
  func claim(_ content: ContentKey?, of id: ItemID) throws(StoreError) -> Bool {
    let claims = claims ?? ContentClaims()
    self.claims = claims
    guard try contents.claim(id, with: &claims.documents) else { return false }
    guard let content, !content.isSmall else { return true }
    guard claims.leases.count < Self.mostLeases, let lease = try contents.lease(content) else { return false }
    claims.add(lease)
    return true
  }

  /// The same for contents that a newer version is about to replace.
  ///
  /// Whoever has them open, or mapped, goes on reading them: they must be neither dropped nor replaced by what the provider has now, or a
  /// mount would show one program parts of both.
  ///
  /// - Returns: False when a process has them open. On a disk without leases, what a mount says is enough.
  func isUnused(_ content: ContentKey?, of id: ItemID) throws(StoreError) -> Bool {
    do throws(StoreError) { return try claim(content, of: id) } catch {
      // Contents that no process can open have no readers.
      guard error.code == .damaged || error.code == .featureUnsupported else { throw error }
      return true
    }
  }

  /// Whether somebody has a document's contents open.
  package func areContentsOpen(of id: ItemID) throws(StoreError) -> Bool {
    guard let item = try reader.item(id), item.kind == .file else { return false }
    guard item.flags.contains(.dataless) else { return try !isUnused(item.content, of: id) }
    let parts = try ProvidedReader(reader).partialContents(of: id)
    return if let parts { try !isUnused(parts.content, of: id) } else { false }
  }
}
