// The copy of contents that were sent is named after the document that they were of. When a program saves a document as a new one in its place before
// the call is answered, that copy is what the provider may have of the new one.
extension Transaction {
  private static func sentContentsKey(_ id: ItemID) -> String { StoreReader.sentContents + String(id.rawValue) }

  /// Has what was sent of a document, and was not answered, count as sent of the one that replaces it.
  func passSentContents(from old: ItemID, to new: ItemID) throws(StoreError) {
    guard let row = try reader.pending(old),
      row.options.contains(.mayAlreadyExist) || row.state == .calling && row.sent.contains(.contents)
    else { return }
    let owner = try endSentContents(of: old) ?? old
    try setSetting(Self.sentContentsKey(new), to: String(owner.rawValue))
  }

  /// Notes that it is known what became of what was sent of the documents that one has replaced.
  ///
  /// - Returns: The one after which the copy is named; `nil` for none.
  package func endSentContents(of id: ItemID) throws(StoreError) -> ItemID? {
    guard let owner = try reader.formerOwnerOfSentContents(of: id) else { return nil }
    try setSetting(Self.sentContentsKey(id), to: nil)
    return owner
  }

  /// Forgets what nobody will ask for any more.
  ///
  /// - Returns: The documents that are gone, after which copies are named that are to be compared with what the provider has.
  package func wantedSentContents() throws(StoreError) -> Set<ItemID> {
    var wanted: Set<ItemID> = []
    for id in try reader.itemsWithSentContents() {
      guard let owner = try reader.formerOwnerOfSentContents(of: id) else { continue }
      if try reader.pending(id)?.options.contains(.mayAlreadyExist) == true {
        wanted.insert(owner)
      } else {
        try setSetting(Self.sentContentsKey(id), to: nil)
      }
    }
    return wanted
  }
}

extension StoreReader {
  static let sentContents = "sentcontents/"

  /// The document that one has replaced after its contents were sent, after which the copy of those is named.
  package func formerOwnerOfSentContents(of id: ItemID) throws(StoreError) -> ItemID? {
    try setting(Self.sentContents + String(id.rawValue)).flatMap { Int64($0) }.map { ItemID(rawValue: $0) }
  }

  fileprivate func itemsWithSentContents() throws(StoreError) -> [ItemID] {
    let statement = try statement("SELECT key FROM settings WHERE key > ? AND key < ?")
    statement.bind(1, Self.sentContents)
    // The character after the slash.
    statement.bind(2, "sentcontents0")
    defer { statement.reset() }
    var items: [ItemID] = []
    while try statement.step() {
      guard let id = Int64(statement.text(0).dropFirst(Self.sentContents.utf8.count)) else { continue }
      items.append(ItemID(rawValue: id))
    }
    return items
  }
}
