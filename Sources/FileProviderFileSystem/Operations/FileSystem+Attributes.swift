import FileProviderStore
import Foundation
package import Glibc

extension FileSystem {
  /// What `stat` tells of a node.
  ///
  /// - Throws: `ENOENT` when it is gone and nobody has it open.
  package func attributes(of inode: InodeNumber, _ context: RequestContext) throws(ErrorNumber) -> NodeAttributes {
    guard let id = inode.item else { return try virtualAttributes(of: inode, context) }
    if let file = openFiles.find(id) { return file.nodeAttributes }
    if let item = try context.item(id) { return NodeAttributes(item) }
    if let node = removed.find(id) { return node }
    throw .noEntry
  }

  /// Where a symbolic link points.
  package func target(of inode: InodeNumber, _ context: RequestContext) throws(ErrorNumber) -> [UInt8] {
    guard let id = inode.item else { return try virtualTarget(of: inode, context) }
    do throws(StoreError) {
      if let target = try context.reader.target(of: id) { return target }
    } catch { throw context.number(for: error) }
    throw try context.existing(id).kind == .symlink ? .inputOutput : .invalid
  }

  /// The room on the disk that the store is on.
  package func statistics(_ context: RequestContext) throws(ErrorNumber) -> statvfs {
    var result = statvfs()
    guard statvfs(store.contents.directory.path, &result) == 0 else { throw .last }
    result.f_namemax = UInt(FileName.maximumLength)
    return result
  }
}
