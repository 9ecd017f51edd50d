import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

// The virtual tree: what each node is, and where. The entries of the derived views are in the files beside this one.
extension FileSystem {
  func virtualAttributes(of inode: InodeNumber, _ context: RequestContext) throws(ErrorNumber) -> NodeAttributes {
    guard let node = VirtualNode(inode) else { throw .noEntry }
    switch node {
    case .control, .workingSet, .recents, .favorites, .tags, .shared, .recentlyDeleted: return folder(node)
    case .tag: return folder(node)
    case .trash, .trashFiles, .trashInfo, .trashExpunged, .trashInfoFile, .trashDraft:
      return try trashAttributes(of: node, context)
    case .trashedLink: return recentlyDeletedLink
    case .statistics: return generatedFile(node, size: statisticsContents.count)
    case .link(let id), .tagLink(let id):
      return link(node, to: try context.existing(id), size: try virtualTarget(of: inode, context).count)
    }
  }

  func virtualParent(of inode: InodeNumber, _ context: RequestContext) throws(ErrorNumber) -> InodeNumber {
    guard let node = VirtualNode(inode) else { throw .noEntry }
    switch node {
    case .control, .trash: return .root
    case .workingSet, .statistics: return VirtualNode.control.inode
    case .recents, .favorites, .tags, .shared, .recentlyDeleted: return VirtualNode.workingSet.inode
    case .tag: return VirtualNode.tags.inode
    case .trashFiles(let user), .trashInfo(let user), .trashExpunged(let user):
      return VirtualNode.trash(user: user).inode
    case .trashedLink, .trashInfoFile, .trashDraft, .link, .tagLink: throw .notFolder
    }
  }

  func lookupVirtual(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes? {
    if parent == .root {
      if name.elementsEqual(VirtualNode.controlName.utf8) { return folder(.control) }
      return try VirtualNode.trashUser(name).flatMap { (user) throws(ErrorNumber) in
        try lookupTrash(of: user, context)
      }
    }
    guard let node = VirtualNode(parent) else { throw .noEntry }
    if node.trashUser != nil { return try lookup(name, inTrash: node, context) }
    return try view(node, context).find(name)?.attributes
  }

  /// Opens a view: its entries are made once and stay as they are until it is closed.
  func openView(_ inode: InodeNumber, _ context: RequestContext) throws(ErrorNumber) -> DirectoryHandle {
    guard let node = VirtualNode(inode) else { throw .noEntry }
    let enumerator = try enumerator(of: node, context)
    let entries =
      if node.trashUser != nil {
        try trashEntries(of: node, context)
      } else {
        try view(node, context).all
      }
    enumerator?.noteRows(after: .none, count: entries.count)
    return DirectoryHandle(
      inode: inode, parent: try virtualParent(of: inode, context), rows: .made(entries, enumerator), anchor: anchor)
  }

  /// The enumerator that delivers a view's items; `nil` for folders of folders.
  private func enumerator(of node: VirtualNode, _ context: RequestContext) throws(ErrorNumber) -> StoreEnumerator? {
    switch node {
    case .control, .workingSet, .trash: return nil
    case .recents, .favorites, .tags, .tag, .shared, .recentlyDeleted: return WorkingSetEnumerator(store: store)
    case .trashFiles, .trashInfo, .trashExpunged:
      do throws(StoreError) { return try store.enumerator(for: .trash) } catch { throw context.number(for: error) }
    case .trashedLink, .statistics, .trashInfoFile, .trashDraft, .link, .tagLink: throw .notFolder
    }
  }

  private func makeEntries(of node: VirtualNode, _ context: RequestContext) throws(ErrorNumber) -> [VirtualEntry] {
    switch node {
    case .control:
      return [
        entry("working-set", folder(.workingSet)),
        entry("stats.json", generatedFile(.statistics, size: statisticsContents.count)),
      ]
    case .workingSet:
      return [
        entry("recents", folder(.recents)), entry("favorites", folder(.favorites)), entry("tags", folder(.tags)),
        entry("shared", folder(.shared)), entry(VirtualNode.recentlyDeletedName, folder(.recentlyDeleted)),
        entry("trashed", recentlyDeletedLink),
      ]
    case .recents, .favorites, .shared, .recentlyDeleted, .tag: return try memberEntries(of: node, context)
    case .tags: return try tagEntries(context)
    case .trash, .trashFiles, .trashInfo, .trashExpunged: return try trashEntries(of: node, context)
    case .trashedLink, .statistics, .trashInfoFile, .trashDraft, .link, .tagLink: throw .notFolder
    }
  }

  /// What the root shows besides its items.
  func rootExtras(_ context: RequestContext) throws(ErrorNumber) -> [VirtualEntry] {
    var extras: [VirtualEntry] = []
    if options.showsControlFolder { extras.append(entry(VirtualNode.controlName, folder(.control))) }
    return extras + (try trashFolders(context))
  }

  /// The entries of a view as of the newest generation, which is asked for: it is known while a transaction is open, too.
  private func view(_ node: VirtualNode, _ context: RequestContext) throws(ErrorNumber) -> ViewEntries {
    let generation = try context.read { (reader) throws(StoreError) in try reader.generation() }
    return try memory.views.value(
      for: node, at: generation,
      read: { () throws(ErrorNumber) in ViewEntries(try makeEntries(of: node, context)) })
  }

  // MARK: Attributes of virtual nodes

  func entry(_ name: String, _ attributes: NodeAttributes) -> VirtualEntry {
    VirtualEntry(name: Array(name.utf8), inode: attributes.inode, attributes: attributes)
  }

  func entry(_ name: FileName, _ attributes: NodeAttributes) -> VirtualEntry {
    VirtualEntry(name: name.bytes, inode: attributes.inode, attributes: attributes)
  }

  func folder(_ node: VirtualNode, owner: UInt32 = getuid(), mode: UInt32 = 0o555) -> NodeAttributes {
    NodeAttributes(
      inode: node.inode, mode: UInt32(S_IFDIR) | mode, links: 2, owner: owner, group: getgid(), size: 4096, blocks: 0,
      accessed: began, modified: began, changed: began, isVolatile: !node.isFixed)
  }

  func generatedFile(
    _ node: VirtualNode, size: Int, owner: UInt32 = getuid(), mode: UInt32 = 0o444, time: Timestamp? = nil
  ) -> NodeAttributes {
    let time = time ?? began
    return NodeAttributes(
      inode: node.inode, mode: UInt32(S_IFREG) | mode, links: 1, owner: owner, group: getgid(), size: Int64(size),
      blocks: 8, accessed: time, modified: time, changed: time, isVolatile: true)
  }

  func link(_ node: VirtualNode, to item: ItemAttributes, size: Int) -> NodeAttributes {
    NodeAttributes(
      inode: node.inode, mode: UInt32(S_IFLNK) | 0o777, links: 1, owner: item.owner, group: item.group,
      size: Int64(size), blocks: 0, accessed: item.accessed, modified: item.modified, changed: item.changed,
      isVolatile: true)
  }

  private var recentlyDeletedLink: NodeAttributes {
    NodeAttributes(
      inode: VirtualNode.trashedLink.inode, mode: UInt32(S_IFLNK) | 0o777, links: 1, owner: getuid(), group: getgid(),
      size: Int64(VirtualNode.recentlyDeletedName.utf8.count), blocks: 0, accessed: began, modified: began,
      changed: began, isVolatile: false)
  }

  /// The contents of `stats.json` as they were when it was opened last.
  private var statisticsContents: [UInt8] { lastReport.withLock { $0 } ?? makeStatistics() }

  private func makeStatistics() -> [UInt8] {
    let contents = report()
    lastReport.withLock { $0 = contents }
    return contents
  }

  /// What a virtual file contains, made when it is opened.
  func generatedContents(of inode: InodeNumber, _ context: RequestContext) throws(ErrorNumber) -> [UInt8] {
    switch VirtualNode(inode) {
    case .statistics: return makeStatistics()
    case .trashInfoFile(let id):
      guard let (_, contents) = try infoContents(of: id, context) else { throw .stale }
      return contents
    case .trashedLink, .link, .tagLink: throw .invalid
    case nil: throw .noEntry
    default: throw .isFolder
    }
  }
}
