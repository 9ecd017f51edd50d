import FileProviderStore
import LinuxSystem

// The working set as folders of symbolic links. Several members may have one name: the one that comes first in the view
// keeps it, the others get their number appended.
extension FileSystem {
  /// The links of one view.
  func memberEntries(of view: VirtualNode, _ context: RequestContext) throws(ErrorNumber) -> [VirtualEntry] {
    var members: [ItemRecord] = []
    // Kept apart from the members, which are large: moving them was half of a first listing.
    var order: [(rank: Int64, place: Int)] = []
    try context.read { (reader) throws(StoreError) in
      try reader.forEachMember(after: .none) { record, membership in
        if let rank = Self.rank(of: membership, in: view) {
          order.append((rank, members.count))
          members.append(copy record)
        }
        return true
      }
    }
    // Members come in the order of their numbers, which decides between equal ranks.
    order.sort { $0 < $1 }
    let inTag = if case .tag = view { true } else { false }
    var taken: Set<FileName> = []
    var entries: [VirtualEntry] = []
    entries.reserveCapacity(members.count)
    let lengths = try pathLengths(of: members, context)
    for (_, place) in order {
      let (record, length) = (members[place], lengths[place])
      let name = Self.uniqueName(record, taken: &taken)
      let node = inTag ? VirtualNode.tagLink(record.id) : .link(record.id)
      guard let length else { continue }
      entries.append(entry(name, link(node, to: record.attributes, size: 3 * (inTag ? 4 : 3) + length)))
    }
    return entries
  }

  /// The length of each item's path from the root, in bytes, without its first slash; `nil` for an item that has none.
  private func pathLengths(of records: [ItemRecord], _ context: RequestContext) throws(ErrorNumber) -> [Int?] {
    try context.read { (reader) throws(StoreError) in
      try reader.snapshot { () throws(StoreError) in
        let paths = FolderPaths()
        var lengths: [Int?] = []
        for record in records {
          let path = try paths.path(of: record.id, named: record.name, in: record.parent, reader)
          lengths.append(path.map { $0.withSpelledBytes(\.count) - 1 })
        }
        return lengths
      }
    }
  }

  /// Where an item stands in a view, or `nil` when it is not in it.
  private static func rank(of membership: Membership, in view: VirtualNode) -> Int64? {
    switch view {
    case .recents: return membership.lastUsed.map { ~$0.rawValue }
    case .favorites: return membership.favoriteRank
    case .shared: return membership.shared ? 0 : nil
    case .recentlyDeleted: return membership.trashed ? 0 : nil
    case .tag: return membership.tagList.contains { VirtualNode.tag(named: Array($0.utf8)) == view } ? 0 : nil
    default: return nil
    }
  }

  private static func uniqueName(_ record: ItemRecord, taken: inout Set<FileName>) -> FileName {
    if taken.insert(record.name).inserted { return record.name }
    var number = 1
    while true {
      // Another member may have that very name.
      let suffix = number == 1 ? " (\(record.id))" : " (\(record.id)) \(number)"
      let name = record.name.adding(suffix, extensionLimit: 0)
      if taken.insert(name).inserted { return name }
      number += 1
    }
  }

  /// A folder for each tag that a member has.
  func tagEntries(_ context: RequestContext) throws(ErrorNumber) -> [VirtualEntry] {
    var tags: Set<ExactText> = []
    try context.read { (reader) throws(StoreError) in
      try reader.forEachMember(after: .none) { _, membership in
        tags.formUnion(membership.tagList.map { ExactText($0) })
        return true
      }
    }
    return tags.sorted().map(\.text).compactMap { tag in
      // Text, and no spelling of other bytes.
      let name = Array(tag.replacing(byte: "/", with: "\u{2215}").utf8)
      guard let name = try? name.withUnsafeBytes({ try FileName(bytes: $0) }) else { return nil }
      return entry(name, folder(.tag(named: Array(tag.utf8))))
    }
  }

  /// Where a link of a view points: from its folder up to the root, and down to the item.
  func virtualTarget(of inode: InodeNumber, _ context: RequestContext) throws(ErrorNumber) -> [UInt8] {
    let target: [UInt8]?
    switch VirtualNode(inode) {
    case .link(let id): target = try memberTarget(id, depth: 3, context)
    case .trashedLink: target = Array(VirtualNode.recentlyDeletedName.utf8)
    case .tagLink(let id): target = try memberTarget(id, depth: 4, context)
    case nil: target = nil
    default: throw .invalid
    }
    guard let target else { throw .noEntry }
    return target
  }

  private func memberTarget(
    _ id: ItemID, depth: Int, _ context: RequestContext
  ) throws(ErrorNumber) -> [UInt8]? {
    try context.read { (reader) throws(StoreError) in
      guard let record = try reader.record(id), let path = try self.path(of: record, reader) else { return nil }
      return (String(repeating: "../", count: depth) + path.belowRoot).spelledBytes
    }
  }

  /// The path of a member.
  private func path(of record: ItemRecord, _ reader: StoreReader) throws(StoreError) -> String? {
    guard record.parent != .trash else { return try reader.path(of: record.id) }
    let folder = try memory.folderPaths.value(
      for: record.parent, at: committedStamp,
      find: { () throws(StoreError) in try FolderPaths().prefix(of: record.parent, reader) })
    return folder.map { $0 + record.name.spelling }
  }
}
