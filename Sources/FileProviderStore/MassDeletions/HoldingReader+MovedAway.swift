import FileProviderSQLite

/// Where the provider may have documents that are gone from where they were.
package struct MovedAway: Sendable {
  /// For some of them, those that they may be now. Their contents have to be compared.
  package var successors: [ItemID: [ItemID]] = [:]
  /// Whether there are new folders that are unlisted.
  var hasNewFolders = false
  /// The generation up to which it was looked for them: what has come since is looked for again in the transaction that makes a document again.
  package var seen = Generation.zero
}

// Where a provider names its items by path, one that somebody has moved there is gone, and a new one is elsewhere. What is only elsewhere is not made
// again: it would be there twice.
//
// A copy is no successor. So only what is new since all was last seen in its place counts (`isNewSinceGone`), and each for one document alone
// (`claimSuccessor`). Empty documents are all the same: they are made again.
extension MassDeletionReader {
  private static let newerSQL = SQLText(
    """
    SELECT p.item, p.content_version, i.size, i.parent, p.filename, p.identifier
    FROM synced p CROSS JOIN items i ON i.id = p.item
    WHERE p.item > ? AND p.content_version IS NOT NULL AND i.kind = 1 ORDER BY p.item
    """)
  private static let newestRestoringSQL = SQLText("SELECT max(item) FROM held WHERE state = 3")

  /// Looks for what some documents may be now, as far as versions and sizes show.
  ///
  /// - Parameter ids: Documents that the provider reports gone, many at a time: each call looks at all new documents. So it is made
  ///   outside of transactions that change something.
  package func movedAway(_ ids: [ItemID]) throws(StoreError) -> MovedAway {
    try reader.snapshot { () throws(StoreError) in
      let seen = try reader.generation()
      return MovedAway(
        successors: try successors(of: ids), hasNewFolders: try hasNewFolders(), seen: seen)
    }
  }

  /// The documents that some others may be now: newer ones that are not gone, or were gone after that and are to be made again, too.
  ///
  /// - Parameter generation: Only those that have come since are looked at.
  package func successors(
    of ids: [ItemID], cameAfter generation: Generation = .zero
  ) throws(StoreError) -> [ItemID: [ItemID]] {
    struct Contents: Hashable {
      let version: [UInt8]
      let size: Int64
    }
    var gone: [Contents: [ItemID]] = [:]
    for id in ids {
      guard let item = try reader.item(id), item.kind == .file, item.size > 0,
        let version = try ProvidedReader(reader).provided(id)?.contentVersion
      else { continue }
      gone[Contents(version: version, size: item.size), default: []].append(id)
    }
    guard let oldest = gone.values.joined().min() else { return [:] }
    let since = max(generation, try ReplicationReader(reader).goneSince() ?? .zero)
    var found: [ItemID: [ItemID]] = [:]
    let statement = try reader.statement(Self.newerSQL)
    statement.bind(1, max(oldest, ItemID(createdAt: since)))
    defer { statement.reset() }
    while try statement.step() {
      let contents = Contents(version: statement.blobOrNil(1) ?? [], size: statement.integer(2))
      guard let some = gone[contents] else { continue }
      let other = ItemID(rawValue: statement.integer(0))
      let place = ItemID(rawValue: statement.integer(3))
      guard try [nil, .restoring].contains(ProvidedReader(reader).heldState(of: other)),
        try !ReplicationReader(reader).isClaimed(statement.text(5)),
        try ReplicationReader(reader).isNewSinceGone(other, in: place)
      else { continue }
      // What has come back where it was, as after a power cut that took back that it was made again, is that one and no other.
      let there = try reader.child(of: place, named: FileName(providing: statement.text(4)))?.id
      if let there, there != other, try ProvidedReader(reader).heldState(of: there) != nil { continue }
      for id in some where id < other && found[id, default: []].count <= Self.mostSuccessors {
        found[id, default: []].append(other)
      }
    }
    // Where very many have the same, the version shows nothing, and comparing each with each would take hours.
    return found.filter { $0.value.count <= Self.mostSuccessors }
  }

  private static let mostSuccessors = 4

  /// Whether anything is to be made again.
  package func isAnythingRestored() throws(StoreError) -> Bool { try newestRestoring() != nil }

  private func newestRestoring() throws(StoreError) -> ItemID? {
    let statement = try reader.statement(Self.newestRestoringSQL)
    defer { statement.reset() }
    return try statement.step() ? statement.integerOrNil(0).map { ItemID(rawValue: $0) } : nil
  }

  /// The unlisted folders that are new since something is gone, with greater numbers than `key`: what was moved may be in them.
  package func newFolders(after key: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    guard let newest = try newestRestoring() else { return [] }
    // What is held since an earlier version of the program has no generation.
    var key = max(key, try ReplicationReader(reader).goneSince().map { ItemID(createdAt: $0) } ?? newest)
    var found: [ItemID] = []
    while found.count < limit {
      let some = try ReplicationReader(reader).unlistedContainers(after: key, limit: 256)
      guard let last = some.last else { break }
      key = last
      for id in some where found.count < limit {
        if let parent = try reader.item(id)?.parent, try ReplicationReader(reader).isNewSinceGone(id, in: parent) {
          found.append(id)
        }
      }
    }
    return found
  }

  /// Whether there are new folders that are unlisted.
  ///
  /// - Parameter generation: Only those that have come since are looked at.
  func hasNewFolders(cameAfter generation: Generation = .zero) throws(StoreError) -> Bool {
    try !newFolders(after: ItemID(createdAt: generation), limit: 1).isEmpty
  }
}
