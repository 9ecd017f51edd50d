import FileProviderStore
import Foundation
package import Glibc

extension FileSystem {
  /// The result of `stat` for a node.
  ///
  /// - Throws: `ESTALE` when it no longer exists and no program has it open.
  package func attributes(of inode: InodeNumber, _ context: RequestContext) throws(ErrorNumber) -> NodeAttributes {
    guard let id = inode.item else { return try virtualAttributes(of: inode, context) }
    if let file = openFiles.find(id) { return file.nodeAttributes }
    if let folder = recentFolders.find(id) { return NodeAttributes(folder) }
    if let item = try cachedItem(id, context) { return closedNode(item) }
    if let node = removed.find(id) { return node }
    throw .stale
  }

  /// The row of an item, read again only if anything was committed since.
  func cachedItem(_ id: ItemID, _ context: RequestContext) throws(ErrorNumber) -> ItemAttributes? {
    try memory.attributes.value(for: id, at: committedStamp, find: { () throws(ErrorNumber) in try context.item(id) })
  }

  /// Where a symbolic link points.
  package func target(of inode: InodeNumber, _ context: RequestContext) throws(ErrorNumber) -> [UInt8] {
    guard let id = inode.item else {
      // Noted before the path is read, so that a later move is reported.
      cachedLinks.note(inode)
      return try virtualTarget(of: inode, context)
    }
    let target = try context.read { (reader) throws(StoreError) in try reader.target(of: id) }
    if let target { return target }
    throw try context.existing(id).kind == .symlink ? .inputOutput : .invalid
  }

  /// The room at the provider, where that is known; else on the disk that the store is on.
  package func statistics(_ context: RequestContext) throws(ErrorNumber) -> statvfs {
    var result = statvfs()
    guard statvfs(store.contents.directory.path, &result) == 0 else { throw .last }
    ProviderRoom(of: store)?.apply(to: &result)
    result.f_namemax = UInt(FileName.maximumLength)
    return result
  }
}
