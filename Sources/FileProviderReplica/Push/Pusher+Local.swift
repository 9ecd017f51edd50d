import FileProviderStore

/// What the provider cannot store, and is not sent.
extension Pusher {
  /// Splits what is to be sent of an item into what the provider can store and what stays here: attributes that are too large in all.
  func split(
    _ fields: ChangedFields, of id: ItemID, _ transaction: Transaction
  ) throws(StoreError) -> (sent: ChangedFields, kept: ChangedFields) {
    guard fields.contains(.xattrs), let record = try transaction.reader.record(id) else { return (fields, []) }
    let attributes = try ProvidedReader(transaction.reader).pushableAttributes(of: record)
    let size = attributes.reduce(0) { $0 + $1.key.text.utf8.count + $1.value.count }
    guard size > TemplateItem.mostAttributeBytes else { return (fields, []) }
    state.logOnce("extended attributes of more than 32 KiB in total stay on this machine", id)
    return (fields.subtracting(.xattrs), .xattrs)
  }

  /// Logs which things that no provider stores are, or were, on this machine.
  func logLocalKinds() throws(StoreError) {
    let kinds = try store.readCommitted { (reader) throws(StoreError) in try PendingReader(reader).localKinds() }
    for (kind, words) in Self.namesOfKinds where kinds.contains(kind) {
      state.logOnce("\(words) stay on this machine: no provider can store them")
    }
  }

  private static let namesOfKinds: [(LocalKinds, String)] = [
    (.pipes, "pipes"), (.sockets, "sockets"), (.devices, "device nodes"),
    (.owners, "owners, and permissions of others than the owner,"),
  ]
}
