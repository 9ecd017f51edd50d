import FileProviderInterface
import Foundation
import FileProviderSQLite

// What was trashed before it was uploaded, where the provider creates nothing in its trash: it stays in the trash of this machine, nothing waits
// for it, and it is uploaded when it is taken out.
extension PendingEditor {
  /// Notes that an item stays in the trash of this machine.
  ///
  /// - Returns: Whether it is there, and the provider does not have it.
  package func keepInTrash(_ id: ItemID) throws(StoreError) -> Bool {
    guard try ProvidedReader(reader).provided(id) == nil, try reader.isItem(id, atOrBelow: .trash) else { return false }
    try ReplicationEditor(transaction).keepLocal(id)
    guard var row = try ProvidedReader(reader).pending(id) else { return true }
    let reason = CocoaError(.featureUnsupported) as NSError
    (row.errorDomain, row.errorCode) = (reason.domain, Int64(reason.code))
    row.errorText = "trashed before it was uploaded; stays in the trash of this machine"
    try ReplicationEditor(transaction).write(row)
    return true
  }

  /// Whether a folder may have left the trash, or a place where all stays here. Asked before the folder's own change is noted.
  ///
  /// An item that the provider never had may be pending for a change that was made in the trash: whatever its state, what is in it stays here.
  func mayRequeueLocal(_ folder: ItemID) throws(StoreError) -> Bool {
    let isKnown = try ProvidedReader(reader).provided(folder) != nil
    if isKnown, try !PendingReader(reader).wasInTrash(folder) { return false }
    return try !reader.isItem(folder, atOrBelow: .trash)
  }

  /// Makes local items in such folders pending. All local items are looked through, so once for all of these folders.
  func requeueLocal(in folders: Set<ItemID>, _ pace: PushPace) throws(StoreError) {
    guard !folders.isEmpty else { return }
    // Those of one folder mostly come one after the other.
    var known: (folder: ItemID, isUploadable: Bool)?
    for id in try PendingReader(reader).neverUploaded() {
      guard let parent = try reader.item(id)?.parent else { continue }
      if known?.folder != parent { known = (parent, try PendingReader(reader).isItem(parent, atOrBelow: folders)) }
      guard known?.isUploadable == true, let row = try ProvidedReader(reader).pending(id) else { continue }
      try note(row.kept, of: id, at: row.newest, row.since, pace)
    }
  }
}

extension PendingReader {
  /// The items that stay on this machine, and that the provider never had.
  fileprivate func neverUploaded() throws(StoreError) -> [ItemID] {
    let statement = try reader.statement(
      "SELECT item FROM pending WHERE state = 4 AND NOT EXISTS (SELECT 1 FROM synced p WHERE p.item = pending.item)")
    return try reader.numbers(statement)
  }

  /// Whether an item is one of some folders, or below one.
  fileprivate func isItem(_ id: ItemID, atOrBelow folders: Set<ItemID>) throws(StoreError) -> Bool {
    var next = id
    while !folders.contains(next) {
      guard !next.isFixed, let parent = try reader.item(next)?.parent else { return false }
      next = parent
    }
    return true
  }

  /// Whether the provider has an item in its trash, according to `synced`.
  fileprivate func wasInTrash(_ id: ItemID) throws(StoreError) -> Bool {
    var current = id
    for _ in 0..<2048 {
      guard let parent = try ProvidedReader(reader).synced(current)?.parent else { return false }
      if parent == .trash { return true }
      current = parent
    }
    return false
  }

  /// What stays on this machine for a reason that is reported to the user, in the order in which it changed first.
  ///
  /// - Parameter body: Returns whether to go on.
  package func forEachLocalItem(_ body: (PendingItem) -> Bool) throws(StoreError) {
    let statement = try reader.statement(Self.localSQL)
    defer { statement.reset() }
    var rows: [PendingRow] = []
    while try statement.step() { rows.append(PendingRow(statement)) }
    for row in rows { if try !body(ProvidedReader(reader).described(row)) { return } }
  }

  private static let localSQL = SQLText(
    "SELECT \(PendingRow.columns) FROM pending WHERE state = 4 AND error IS NOT NULL ORDER BY first, item LIMIT 10000")
}
