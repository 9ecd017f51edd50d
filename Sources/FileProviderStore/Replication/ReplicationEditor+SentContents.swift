import FileProviderSQLite

// The copy of contents that were sent is named after the document that they were of. When a program saves a document as a new one in its place before
// the call is answered, that copy is what the provider may have of the new one.
extension ReplicationEditor {
  /// Has the unconfirmed contents of a document count as sent of the one that replaces it.
  func transferSentContents(from old: ItemID, to new: ItemID) throws(StoreError) {
    guard let row = try ProvidedReader(reader).pending(old),
      row.options.contains(.mayAlreadyExist) || row.state == .calling && row.sent.contains(.contents)
    else { return }
    let owner = try takeFormerOwnerOfSentContents(of: old) ?? old
    try recordSentContents(of: owner, with: new)
  }

  package func recordSentContents(of owner: ItemID, with id: ItemID) throws(StoreError) {
    let row = try reader.statement(.noteSentContents)
    row.bind(1, id)
    row.bind(2, owner)
    try row.run()
  }

  /// Notes that it is known what became of what was sent of the documents that one has replaced.
  ///
  /// - Returns: The one after which the copy is named; `nil` for none.
  package func takeFormerOwnerOfSentContents(of id: ItemID) throws(StoreError) -> ItemID? {
    guard let owner = try ReplicationReader(reader).formerOwnerOfSentContents(of: id) else { return nil }
    try transaction.deleteRows(of: id, .endSentContents)
    return owner
  }

  /// Forgets what is not needed any more.
  ///
  /// - Returns: The documents that are gone, after which copies are named that are to be compared with what the provider has.
  package func wantedSentContents() throws(StoreError) -> Set<ItemID> {
    var wanted: Set<ItemID> = []
    for id in try ReplicationReader(reader).itemsWithSentContents() {
      guard let owner = try ReplicationReader(reader).formerOwnerOfSentContents(of: id) else { continue }
      if try ProvidedReader(reader).pending(id)?.options.contains(.mayAlreadyExist) == true {
        wanted.insert(owner)
      } else {
        try transaction.deleteRows(of: id, .endSentContents)
      }
    }
    return wanted
  }
}

extension ReplicationReader {
  private static let successorSQL = SQLText("SELECT item FROM calls WHERE operation = 3 AND owner = ?")
  private static let ownerSQL = SQLText("SELECT owner FROM calls WHERE operation = 3 AND item = ?")

  /// The document that one has replaced after its contents were sent, after which the copy of those is named.
  package func formerOwnerOfSentContents(of id: ItemID) throws(StoreError) -> ItemID? {
    let statement = try reader.statement(Self.ownerSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? ItemID(rawValue: statement.integer(0)) : nil
  }

  /// The document that has replaced one after its contents were sent, and with which their copy is compared; `nil` where none has.
  package func successorWithSentContents(of owner: ItemID) throws(StoreError) -> ItemID? {
    let statement = try reader.statement(Self.successorSQL)
    statement.bind(1, owner)
    defer { statement.reset() }
    return try statement.step() ? ItemID(rawValue: statement.integer(0)) : nil
  }

  fileprivate func itemsWithSentContents() throws(StoreError) -> [ItemID] {
    let statement = try reader.statement("SELECT item FROM calls WHERE operation = 3 ORDER BY item")
    return try reader.numbers(statement)
  }
}
