import FileProviderStore
import Testing

@testable import FileProviderFileSystem

@Suite struct NumbersTests {
  /// The numbers of virtual nodes are theirs alone, and lead back to them.
  @Test func `virtual nodes have numbers of their own`() {
    let item = ItemID(rawValue: 1 << 40)
    let nodes: [VirtualNode] = [
      .control, .workingSet, .recents, .favorites, .tags, .shared, .recentlyDeleted, .statistics, .trashedLink,
      .trash(user: 0),
      .trash(user: .max), .trashFiles(user: 1000), .trashInfo(user: 1000), .trashInfoFile(item), .link(item),
      .tagLink(item), .tag(named: Array("red".utf8)),
    ]
    #expect(Set(nodes.map(\.inode)).count == nodes.count)
    for node in nodes {
      #expect(VirtualNode(node.inode) == node)
      #expect(node.inode.item == nil)
    }
  }

  /// An item's inode number is its number; the trash container is no node by itself.
  @Test func `items are their numbers`() {
    #expect(InodeNumber.root.item == .root)
    #expect(InodeNumber(rawValue: 1024).item == ItemID(rawValue: 1024))
    #expect(InodeNumber(rawValue: (1 << 56) - 1).item != nil)
    #expect(InodeNumber(.trash).item == nil)
    #expect(InodeNumber(rawValue: 1 << 56).item == nil)
  }

  /// A handle's number finds nothing any more once the handle is closed, also when its place is used again.
  @Test func `handle numbers are not reused`() {
    let table = HandleTable<FileHandle>()
    let first = table.insert(FileHandle(target: .generated([]), isWritable: false))
    #expect(table[first] != nil)
    #expect(table.remove(first) != nil)
    #expect(table.remove(first) == nil)
    let second = table.insert(FileHandle(target: .generated([]), isWritable: false))
    #expect(second != first)
    #expect(table[first] == nil)
    #expect(table.count == 1)
  }

  @Test(arguments: [
    (".fileprovider", true), (".Trash-0", true), (".Trash-1000", true), (".Trash-", false), (".Trash-01", false),
    (".Trash", false),
  ])
  func `names in the root that belong to virtual nodes`(_ name: String, _ isReserved: Bool) {
    #expect(Array(name.utf8).withUnsafeBytes { VirtualNode.isReserved($0) } == isReserved)
  }

  /// Set-user-ID goes when contents change; set-group-ID where the group may execute, or the caller is none of the group.
  @Test(
    arguments: [
      (0o4755, 7, 0o755), (0o2755, 7, 0o755), (0o2644, 7, 0o2644), (0o2644, 8, 0o644), (0o6711, 7, 0o711),
      (0o6644, 8, 0o644), (0o644, 8, 0o644),
    ] as [(UInt16, UInt32, UInt16)])
  func `privileges are dropped`(_ mode: UInt16, _ group: UInt32, _ expected: UInt16) {
    let caller = Caller(user: 1000, group: 7, process: 0)
    #expect(ModeRules.withoutPrivileges(mode, group: group, by: caller) == expected)
  }
}
