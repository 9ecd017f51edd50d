import FileProviderStore

/// What a mount has lately read of its store, to be found again without asking as long as nothing is committed.
struct StoreMemory: Sendable {
  /// The rows that programs asked for last, and the folders that were listed last.
  ///
  /// For programs that ask for one node again and again past the kernel's cache: a query of the store would be most of the answer's time.
  let attributes = StampedMemory<ItemID, ItemAttributes>(setCount: 1024)

  /// The paths of the folders that links of the views point into, with a slash at their ends.
  ///
  /// `ls -l` of a view asks for the target of each link; climbing from each item to the root was most of the answer.
  let folderPaths = StampedMemory<ItemID, String>(setCount: 4096)

  /// The users who have something in the trash, under its number: desktops ask for their folder again and again.
  let trashUsers = StampedMemory<ItemID, [UInt32]>(setCount: 1)

  /// The views that were read last. Their stamp is read with them, since they are remembered while something is open, too.
  ///
  /// `ls -l` of a view asks for each of its entries; without this each answer would visit all members again.
  let views = StampedMemory<VirtualNode, ViewEntries>(setCount: 1, setSize: 4)
}

extension VirtualNode: StampedMemoryKey {
  var memoryPlace: Int { Int(truncatingIfNeeded: inode.rawValue) }
}

/// The entries of a view, and where each name is.
struct ViewEntries: Sendable {
  let all: [VirtualEntry]
  private let byName: [[UInt8]: Int]

  init(_ entries: [VirtualEntry]) {
    all = entries
    var byName: [[UInt8]: Int] = [:]
    for (index, entry) in entries.enumerated() { byName[entry.name] = index }
    self.byName = byName
  }

  /// The entry with a name.
  func find(_ name: UnsafeRawBufferPointer) -> VirtualEntry? { byName[Array(name)].map { all[$0] } }
}
