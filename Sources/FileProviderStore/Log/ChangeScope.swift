/// The items that concern a reader of changes: those of one container, those below a folder, or all.
package enum ChangeScope: Hashable, Sendable {
  /// The items whose parent this is (the root, a folder, the trash).
  case children(ItemID)
  /// The items below this folder, however deep.
  case tree(ItemID)
  /// One document.
  case document(ItemID)
  /// The members of the working set.
  case workingSet
  /// Every item.
  case everything
}

/// A scope in one view of the database, which interprets rows of the log.
///
/// Whether an item is below a folder is found by climbing from its parent as it is in this view. A folder that comes or
/// leaves is one change, which covers everything in it.
final class ScopeView {
  private let scope: ChangeScope
  private let reader: StoreReader
  /// For folders, whether they are below the folder of `tree`.
  private var below: [ItemID: Bool] = [:]

  init(_ scope: ChangeScope, _ reader: StoreReader) {
    self.scope = scope
    self.reader = reader
  }

  /// Whether the item was in the container before the change.
  @inline(__always) func hadBefore(_ row: borrowing LogRow) throws(StoreError) -> Bool {
    switch scope {
    case .children(let parent): row.event != .create && row.beforeParent ?? row.parent == parent
    case .tree(let folder):
      row.event == .create ? false : try isFolder(row.beforeParent ?? row.parent, atOrBelow: folder)
    case .document(let item): row.event != .create && row.item == item
    case .workingSet: row.wasMember
    case .everything: row.event != .create
    }
  }

  /// Whether the item is in the container after the change.
  @inline(__always) func hasAfter(_ row: borrowing LogRow) throws(StoreError) -> Bool {
    switch scope {
    case .children(let parent): row.event != .delete && row.parent == parent
    case .tree(let folder): row.event == .delete ? false : try isFolder(row.parent, atOrBelow: folder)
    case .document(let item): row.event != .delete && row.item == item
    case .workingSet: row.isMember
    case .everything: row.event != .delete
    }
  }

  /// Whether the change concerns this container.
  @inline(__always) func isConcerned(by row: borrowing LogRow) throws(StoreError) -> Bool {
    guard row.event != .gap else { return false }
    return try hadBefore(row) ? true : hasAfter(row)
  }

  private func isFolder(_ id: ItemID, atOrBelow top: ItemID) throws(StoreError) -> Bool {
    var climbed: [ItemID] = []
    var current = id
    var result = false
    while true {
      if current == top {
        result = true
        break
      }
      if let known = below[current] {
        result = known
        break
      }
      guard !current.isFixed, let place = try reader.place(of: current) else { break }
      climbed.append(current)
      current = place.parent
    }
    for folder in climbed { below[folder] = result }
    return result
  }
}
