import FileProviderStore
import Synchronization

/// Nodes that were removed through this mount and are still in use: a working directory, a descriptor with `O_PATH`, an
/// open folder.
///
/// A document that was replaced keeps its contents here as well: a program that has looked up the name just before the
/// replacement opens the old number just after it, and must neither fail nor see a part of the new contents.
///
/// The kernel forgets a node soon after its last name was removed, unless a program still uses it, so this table is nearly
/// empty. A node leaves it when the kernel forgets it.
final class RemovedNodes: Sendable {
  private struct Removed: Sendable {
    var node: NodeAttributes
    var file: OpenFile?
    var entry: Entry
  }

  /// One insertion, distinct from all others of the same node.
  struct Entry: Sendable {
    fileprivate(set) var id: ItemID
    fileprivate(set) var time: Timestamp
    fileprivate var number: Int
  }

  private let nodes = Mutex<[ItemID: Removed]>([:])
  private let count = Atomic<Int>(0)
  private let insertions = Atomic<Int>(0)
  /// The most contents that are kept: the kernel is slow to forget, and descriptors are scarce.
  private static let fileLimit = 256

  /// - Parameter file: The contents, for a program that has just looked up the name.
  /// - Returns: What to withdraw when the node keeps its name after all.
  func insert(_ item: ItemAttributes, at time: Timestamp, file: OpenFile? = nil) -> Entry {
    var node = NodeAttributes(item)
    node.links = 0
    node.changed = max(time, Timestamp(rawValue: item.changed.rawValue + 1))
    let entry = Entry(id: item.id, time: time, number: insertions.add(1, ordering: .relaxed).newValue)
    let removed = Removed(
      node: node, file: count.load(ordering: .relaxed) < Self.fileLimit ? file : nil, entry: entry)
    nodes.withLock {
      if $0.updateValue(removed, forKey: item.id) == nil { count.add(1, ordering: .relaxed) }
    }
    return entry
  }

  /// Removes a node again, unless another change has inserted it since.
  func withdraw(_ entry: Entry) {
    // The file is closed after the lock is released.
    let removed = nodes.withLock { nodes in
      nodes[entry.id]?.entry.number == entry.number ? nodes.removeValue(forKey: entry.id) : nil
    }
    if removed != nil { count.subtract(1, ordering: .relaxed) }
  }

  func find(_ id: ItemID) -> NodeAttributes? {
    if count.load(ordering: .relaxed) == 0 { return nil }
    return nodes.withLock { $0[id]?.node }
  }

  /// The contents of a document that was replaced.
  func file(_ id: ItemID) -> OpenFile? {
    if count.load(ordering: .relaxed) == 0 { return nil }
    return nodes.withLock { $0[id]?.file }
  }

  /// Changes attributes of a node that exists only here.
  ///
  /// - Throws: `ESTALE`.
  func update(_ id: ItemID, _ change: (inout NodeAttributes) -> Void) throws(ErrorNumber) -> NodeAttributes {
    let changed = nodes.withLock { nodes -> NodeAttributes? in
      guard var removed = nodes[id] else { return nil }
      change(&removed.node)
      nodes[id] = removed
      return removed.node
    }
    guard let changed else { throw .stale }
    return changed
  }

  @inline(__always) func forget(_ inode: InodeNumber) {
    if count.load(ordering: .relaxed) == 0 { return }
    guard let id = inode.item else { return }
    // The file is closed after the lock is released.
    let removed = nodes.withLock { $0.removeValue(forKey: id) }
    if removed != nil { count.subtract(1, ordering: .relaxed) }
  }
}
