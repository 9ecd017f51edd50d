import SQLite

// Where a provider names its items by path, one that somebody has moved there is gone, and a new one is elsewhere. What is only elsewhere is not made
// again: it would be there twice.
extension StoreReader {
  private static let newerSQL = SQLText(
    """
    SELECT p.item, p.content_version, i.size, i.parent, p.filename FROM provided p CROSS JOIN items i ON i.id = p.item
    WHERE p.item > ? AND p.content_version IS NOT NULL AND i.kind = 1 ORDER BY p.item
    """)
  private static let newestRestoringSQL = SQLText("SELECT max(item) FROM held WHERE state = 3")

  /// The documents that some others may be now, as far as versions and sizes tell: newer ones that are not gone. Their contents have to be compared.
  ///
  /// - Parameter ids: Documents of which the provider says that they are gone, some at a time: each call looks at all newer documents.
  package func possibleSuccessors(of ids: [ItemID]) throws(StoreError) -> [ItemID: [ItemID]] {
    struct Contents: Hashable {
      let version: [UInt8]
      let size: Int64
    }
    var gone: [Contents: [ItemID]] = [:]
    for id in ids {
      guard let item = try item(id), item.kind == .file, let version = try provided(id)?.contentVersion else {
        continue
      }
      gone[Contents(version: version, size: item.size), default: []].append(id)
    }
    var found: [ItemID: [ItemID]] = [:]
    guard let first = gone.values.joined().min() else { return [:] }
    let statement = try statement(Self.newerSQL)
    statement.bind(1, first)
    defer { statement.reset() }
    while try statement.step() {
      let contents = Contents(version: statement.blobOrNil(1) ?? [], size: statement.integer(2))
      let other = ItemID(rawValue: statement.integer(0))
      guard let some = gone[contents], try heldState(of: other) == nil else { continue }
      let place = ItemID(rawValue: statement.integer(3))
      // What has come back where it was, as after a power cut that took back that it was made again, is that one and no other.
      let there = try child(of: place, named: FileName(providing: statement.text(4)))?.id
      if let there, there != other, try heldState(of: there) != nil { continue }
      for id in some where id < other { found[id, default: []].append(other) }
    }
    // Where very many have the same, the version tells nothing, and comparing each with each would take hours.
    return found.filter { $0.value.count <= Self.mostSuccessors }
  }

  private static let mostSuccessors = 4

  /// The newest item that is to be made again; `nil` where there is none.
  package func newestRestoring() throws(StoreError) -> ItemID? {
    let statement = try statement(Self.newestRestoringSQL)
    defer { statement.reset() }
    return try statement.step() ? statement.integerOrNil(0).map { ItemID(rawValue: $0) } : nil
  }

  /// Whether there are folders that have never been listed and are newer than all that is to be made again: what was moved may be in them.
  func hasNewFolders() throws(StoreError) -> Bool {
    guard let newest = try newestRestoring() else { return false }
    return try !unlistedContainers(after: newest, limit: 1).isEmpty
  }
}
