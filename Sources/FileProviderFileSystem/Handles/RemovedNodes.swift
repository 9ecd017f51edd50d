import FileProviderStore
import Synchronization

/// What was removed through this mount and is still in use: a working directory, a descriptor with `O_PATH`, an open folder.
///
/// The kernel forgets a node soon after its last name is gone, unless somebody still uses it, so this holds next to
/// nothing. The kernel's word that it has forgotten the node takes it out again.
final class RemovedNodes: Sendable {
  private let nodes = Mutex<[ItemID: NodeAttributes]>([:])
  private let count = Atomic<Int>(0)

  func insert(_ item: ItemAttributes, at time: Timestamp) {
    var node = NodeAttributes(item)
    node.links = 0
    node.changed = max(time, Timestamp(rawValue: item.changed.rawValue + 1))
    let attributes = node
    nodes.withLock {
      if $0.updateValue(attributes, forKey: item.id) == nil { count.add(1, ordering: .relaxed) }
    }
  }

  func find(_ id: ItemID) -> NodeAttributes? {
    if count.load(ordering: .relaxed) == 0 { return nil }
    return nodes.withLock { $0[id] }
  }

  /// Changes attributes of a node that is only here.
  ///
  /// - Throws: `ENOENT`.
  func update(_ id: ItemID, _ change: (inout NodeAttributes) -> Void) throws(ErrorNumber) -> NodeAttributes {
    let changed = nodes.withLock { nodes -> NodeAttributes? in
      guard var node = nodes[id] else { return nil }
      change(&node)
      nodes[id] = node
      return node
    }
    guard let changed else { throw .noEntry }
    return changed
  }

  @inline(__always) func forget(_ inode: InodeNumber) {
    if count.load(ordering: .relaxed) == 0 { return }
    guard let id = inode.item else { return }
    nodes.withLock { if $0.removeValue(forKey: id) != nil { count.subtract(1, ordering: .relaxed) } }
  }
}
