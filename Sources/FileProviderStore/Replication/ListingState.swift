package import FileProviderSync
package import Foundation
import FileProviderSQLite

/// How far a container of the provider has been listed: the row of `listings`.
///
/// A listing is a pass over pages. The token of the next page is stored in the same transaction as the items of the
/// page before it, so a pass continues after any interruption. The items seen in the pass are in `listed`; after the
/// last page, an item that was here before the pass began and was not seen has vanished.
///
/// Item 0 is the working set; its page is the anchor from which changes are asked for.
package struct ListingState: Sendable, Hashable {
  /// The page to ask for next, or the anchor; `nil` for the first.
  package var page: Data?
  /// The generation at which the pass began: what entered the container later does not concern it. `beforeEverything` where a pass is yet to begin: one that
  /// is under way then goes on to its end, and does not count.
  package var began: Generation
  /// Whether the last page is in. The next listing of a complete container begins a new pass.
  package var isComplete: Bool
  /// When the listing was asked for that has the page.
  package var asked: Moment
}

extension ReplicationReader {
  /// How far a container has been listed; `nil` if it never was.
  package func listing(of container: ItemID) throws(StoreError) -> ListingState? {
    let statement = try reader.statement("SELECT page, pass, complete, asked FROM listings WHERE item = ?")
    statement.bind(1, container)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return ListingState(
      page: statement.blobOrNil(0).map { Data($0) }, began: Generation(rawValue: statement.integer(1)),
      isComplete: statement.integer(2) != 0, asked: Moment(Int(statement.integer(3))))
  }

  private static let containersToListAgainSQL = SQLText(
    """
    SELECT l.item FROM listings l CROSS JOIN items i ON i.id = l.item
    WHERE l.item > ? AND l.complete = 0 AND i.flags & \(ItemFlags.unlisted.rawValue) = 0 ORDER BY l.item LIMIT ?
    """)
  private static let unlistedContainersSQL = SQLText(
    "SELECT id FROM items WHERE id > ? AND flags & \(ItemFlags.unlisted.rawValue) != 0 ORDER BY id LIMIT ?")
  private static let unlistedFoldersSQL = SQLText(
    """
    SELECT id FROM items WHERE parent = ? AND kind = \(ItemKind.folder.rawValue) AND flags & \(ItemFlags.unlisted.rawValue) != 0
    ORDER BY id LIMIT ?
    """)
  private static let inUnlistedFoldersSQL = SQLText(
    """
    SELECT p.item FROM synced p CROSS JOIN items i ON i.id = p.item CROSS JOIN items f ON f.id = i.parent
    WHERE p.item > ? AND f.flags & \(ItemFlags.unlisted.rawValue) != 0 ORDER BY p.item LIMIT ?
    """)

  /// The containers that have been listed once and have to be listed again, with greater numbers than `key`.
  package func containersToListAgain(after key: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(Self.containersToListAgainSQL)
    statement.bind(1, key)
    statement.bind(2, Int64(limit))
    return try items(statement)
  }

  /// The folders that have never been listed completely, with greater numbers than `key`.
  package func unlistedContainers(after key: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(Self.unlistedContainersSQL)
    statement.bind(1, key)
    statement.bind(2, Int64(limit))
    return try items(statement)
  }

  /// The folders in a container that have never been listed completely, in the order in which they are listed.
  package func unlistedFolders(in container: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(Self.unlistedFoldersSQL)
    statement.bind(1, container)
    statement.bind(2, Int64(limit))
    return try items(statement)
  }

  /// Items here in folders that were never listed: members of the working set and their ancestors, with greater numbers
  /// than `key`.
  package func itemsInUnlistedFolders(after key: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(Self.inUnlistedFoldersSQL)
    statement.bind(1, key)
    statement.bind(2, Int64(limit))
    return try items(statement)
  }

  /// Whether it is noted of any item that a pass has seen it.
  func isAnythingListed(in container: ItemID) throws(StoreError) -> Bool {
    let statement = try reader.statement("SELECT 1 FROM listed WHERE container = ? LIMIT 1")
    statement.bind(1, container)
    defer { statement.reset() }
    return try statement.step()
  }

  /// Whether a pass has seen an item.
  package func isListed(_ item: ItemID, in container: ItemID) throws(StoreError) -> Bool {
    let statement = try reader.statement("SELECT 1 FROM listed WHERE container = ? AND item = ?")
    statement.bind(1, container)
    statement.bind(2, item)
    defer { statement.reset() }
    return try statement.step()
  }

  /// The children of a container that a pass has not seen, although they were there when it began, and at the provider. What was moved here from another
  /// folder, of which the provider does not know yet, is not among them.
  ///
  /// - Parameter began: The generation at which the pass began; nothing has vanished from one that is not under way any more.
  package func vanished(
    from container: ItemID, since began: Generation, after key: ItemID, limit: Int
  ) throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(
      """
      SELECT i.id FROM items i
      WHERE i.parent = ?1 AND i.id > ?2 AND i.entered <= (SELECT pass FROM listings WHERE item = ?1 AND pass = ?4 AND complete = 0)
        AND NOT EXISTS (SELECT 1 FROM listed WHERE container = ?1 AND item = i.id)
        AND EXISTS (SELECT 1 FROM synced WHERE item = i.id)
        AND NOT EXISTS (SELECT 1 FROM pending WHERE item = i.id AND (fields | sent | kept) & 4 AND old_parent IS NOT ?1)
      ORDER BY i.id LIMIT ?3
      """)
    statement.bind(1, container)
    statement.bind(2, key)
    statement.bind(3, Int64(limit))
    statement.bind(4, began)
    return try items(statement)
  }

  /// Whether anything is in a container here that is in it at the provider, too, as far as is known.
  func isAnythingProvided(in container: ItemID) throws(StoreError) -> Bool {
    let statement = try reader.statement(
      """
      SELECT 1 FROM items i WHERE i.parent = ? AND EXISTS (SELECT 1 FROM synced WHERE item = i.id)
        AND NOT EXISTS (SELECT 1 FROM pending WHERE item = i.id AND (fields | sent | kept) & 4) LIMIT 1
      """)
    statement.bind(1, container)
    defer { statement.reset() }
    return try statement.step()
  }

  /// The numbers that a bound statement delivers.
  private func items(_ statement: StoreStatement) throws(StoreError) -> [ItemID] {
    return try reader.numbers(statement)
  }
}
