extension StoreCheck {
  func checkContents() throws(StoreError) {
    var owned: Set<ContentKey> = []
    var key = ItemID.none
    while true {
      let batch = try store.readCommitted { (reader) throws(StoreError) in
        try reader.documents(after: key, limit: 10_000)
      }
      for item in batch {
        if let content = item.content { owned.insert(content) }
        try checkContents(of: item)
      }
      guard let last = batch.last else { break }
      key = last.id
    }
    try checkRemoved()
    try checkOwnerless(owned)
  }

  /// Checks what is kept of what was removed on the provider's word.
  private func checkRemoved() throws(StoreError) {
    var last: RemovedDocument?
    while true {
      let batch = try store.readCommitted { (reader) throws(StoreError) in
        try RescueReader(reader).oldestRemoved(after: last, limit: 10_000)
      }
      guard let end = batch.last else { return }
      for document in batch where !store.hasContents(of: document) {
        if repairs {
          try store.change(author: options.author) { (transaction) throws(StoreError) in
            try RescueEditor(transaction).drop([document])
          }
        }
        report(
          StoreFinding(
            "the preserved contents of a document that the provider deleted have changed", item: document.item,
            path: document.path, repairs ? .repaired : .left))
      }
      last = end
    }
  }

  private func checkContents(of item: ItemAttributes) throws(StoreError) {
    guard let content = item.content else {
      if item.size > 0 && !item.flags.contains(.dataless) { try reportGone(item) }
      return
    }
    guard let size = store.contents.size(of: content) else { return try reportGone(item) }
    if size != item.size { return try checkSize(item, content) }
    if options.verifiesContents { try verifyContents(of: item.id) }
  }

  /// A document that was deleted meanwhile, or has other contents, is not reported.
  private func reportGone(_ old: ItemAttributes) throws(StoreError) {
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(old.id) }
    guard let item, item.content == old.content else { return }
    var problem = "its contents of \(item.size) bytes are missing"
    guard let content = item.content, let foreign = store.contents.foreign(in: content) else {
      return try reportItem(problem, item.id, try isToBeRecovered(item.id) ? .due : .left)
    }
    problem += "; \(foreign) is in their place"
    if repairs, let place = store.contents.setAside(content) { problem += ", which is now \(place)" }
    try reportItem(problem, item.id, .left)
  }

  /// Whether the next opening makes row and contents agree: the row, or the mark of a writer, is acknowledged and not committed, or the machine
  /// stopped while the document was marked.
  private func isToBeRecovered(_ id: ItemID) throws(StoreError) -> Bool {
    if try hasAcknowledgedChanges() { return true }
    guard !repairs, let boot = store.contents.boot else { return false }
    return try store.readCommitted { (reader) throws(StoreError) in
      guard try EpochRecord(StoreSettings(connection: reader.connection)).boot != boot.text else { return false }
      return try ContentReader(reader).isMarked(id)
    }
  }

  private func checkSize(_ old: ItemAttributes, _ content: ContentKey) throws(StoreError) {
    if try isBeingWritten(old.id) { return }
    let willBeRecovered = try isToBeRecovered(old.id)
    // Read again, because a writer may have finished meanwhile.
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(old.id) }
    guard let item, item.content == content, let size = store.contents.size(of: content), size != item.size else {
      return
    }
    let problem = "its contents have \(size) bytes instead of \(item.size)"
    if repairs {
      try store.change(author: options.author) { (transaction) throws(StoreError) in
        guard try transaction.reader.item(item.id)?.content == content,
          try !ContentReader(transaction.reader).isMarked(item.id), let size = store.contents.size(of: content)
        else { return }
        var changes = AttributeChanges()
        changes.size = size
        _ = try transaction.setAttributes(changes, of: item.id)
      }
    }
    try reportItem(problem, item.id, repairs ? .repaired : willBeRecovered ? .due : .left)
  }

  private func isBeingWritten(_ id: ItemID) throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in try ContentReader(reader).isMarked(id) }
  }
}
