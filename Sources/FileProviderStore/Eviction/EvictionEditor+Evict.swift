import FileProviderInterface

extension EvictionEditor {
  /// Drops the contents of a document that the provider has. Nothing is logged: readers see no difference, and they come again when somebody opens it.
  ///
  /// - Parameters:
  ///   - id: The document. Pending changes are noted up to this transaction (`notePending`).
  ///   - isUnused: Whether no process has the contents open; holds until the commit.
  /// - Returns: How many bytes of the disk become free.
  /// - Throws: `noSuchItem`, `isFolder`; `notEvictable` for contents that are needed here; `notPermitted` where the provider keeps them downloaded.
  func evict(
    _ id: ItemID, ifUnused isUnused: (ContentKey) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int64 {
    let record = try transaction.record(id)
    let item = record.attributes
    guard item.kind == .file else { throw StoreError(.isFolder, "“\(record.name)” is not a document") }
    let isWhole = !item.flags.contains(.dataless)
    guard let content = try isWhole ? item.content : ProvidedReader(reader).partialContents(of: id)?.content else {
      return try transaction.dropFormer(of: id)
    }
    guard try ProvidedReader(reader).provided(id) != nil else {
      let isNeverUploaded =
        try ProvidedReader(reader).pending(id)?.state == .local ? true : RescueReader(reader).isRescued(id)
      throw StoreError(
        .notEvictable,
        isNeverUploaded
          ? "“\(record.name)” exists only on this machine: it is never uploaded"
          : "“\(record.name)” is not uploaded yet")
    }
    // `allowsEvicting` was replaced by the policy: without one, contents are downloaded lazily, and may be evicted.
    guard try ProvidedReader(reader).contentPolicy(of: id) != .downloadEagerlyAndKeepDownloaded else {
      throw StoreError(.notPermitted, "the provider keeps “\(record.name)” downloaded")
    }
    guard try !(ProvidedReader(reader).pending(id)?.dirty.contains(.contents) ?? false) else {
      throw StoreError(.notEvictable, "changes to “\(record.name)” are not uploaded yet")
    }
    guard try !isAtProviderAlone(item) else {
      throw StoreError(.notEvictable, "the provider has not uploaded “\(record.name)” yet")
    }
    guard try !ProvidedReader(reader).isHeld(id) else {
      throw StoreError(.notEvictable, "the provider deleted “\(record.name)”, so it may exist only here")
    }
    if let refusal = try EvictionReader(reader).pinRefusal(of: id) { throw refusal }
    guard try !ContentReader(reader).isWritten(id), try isUnused(content) else {
      throw StoreError(.notEvictable, "“\(record.name)” is open")
    }
    let room = try (transaction.contents.blocks(of: content) ?? 0) * 512
    if isWhole {
      try transaction.setContents(nil, size: item.size, dataless: true, of: id, logged: false)
    } else {
      try transaction.dropPartial(of: id)
    }
    return try room + transaction.dropFormer(of: id)
  }

  /// Whether the provider accepted the contents and still has to upload them, so that no other copy exists.
  private func isAtProviderAlone(_ item: ItemAttributes) throws(StoreError) -> Bool {
    guard item.flags.contains(.attributed) else { return false }
    return try reader.providerAttribute(.transfer, of: item.id).map(ProviderTransfer.init)?.isUploaded == false
  }
}

extension EvictionReader {
  /// The pinned item whose pin holds for an item: itself or the nearest folder above it, the root included.
  package func pinnedItem(atOrAbove id: ItemID) throws(StoreError) -> ItemID? {
    var next = id
    while let item = try reader.item(next) {
      if item.flags.contains(.member), try reader.membership(of: next)?.pinned == true { return next }
      if next.isFixed { break }
      next = item.parent
    }
    return nil
  }

  /// Why the contents of an item, or of what is below it, stay on this machine; `nil` where no pin holds for it.
  package func pinRefusal(of id: ItemID) throws(StoreError) -> StoreError? {
    guard let pinned = try pinnedItem(atOrAbove: id) else { return nil }
    let path = try reader.path(of: pinned) ?? "item \(pinned)"
    return StoreError(.notEvictable, "“\(path)” is pinned; “pin --remove \(path)” unpins it")
  }
}
