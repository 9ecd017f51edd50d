/// Which items a reader of changes is concerned with: one of the containers, or everything.
package enum ChangeScope: Hashable, Sendable {
  /// The items whose parent this is (the root, a folder, the trash).
  case children(ItemID)
  /// One document.
  case document(ItemID)
  /// The members of the working set.
  case workingSet
  /// Every item.
  case everything

  /// Whether the item was in the container before the change.
  @inline(__always) func hadBefore(_ row: borrowing LogRow) -> Bool {
    switch self {
    case .children(let parent): row.event != .create && row.beforeParent ?? row.parent == parent
    case .document(let item): row.event != .create && row.item == item
    case .workingSet: row.wasMember
    case .everything: row.event != .create
    }
  }

  /// Whether the item is in the container after the change.
  @inline(__always) func hasAfter(_ row: borrowing LogRow) -> Bool {
    switch self {
    case .children(let parent): row.event != .delete && row.parent == parent
    case .document(let item): row.event != .delete && row.item == item
    case .workingSet: row.isMember
    case .everything: row.event != .delete
    }
  }

  /// Whether the change is any of this container's business.
  @inline(__always) func isConcerned(by row: borrowing LogRow) -> Bool {
    row.event != .gap && (hadBefore(row) || hasAfter(row))
  }
}
