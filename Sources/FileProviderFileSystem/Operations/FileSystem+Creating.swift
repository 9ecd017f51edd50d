package import FileProviderStore
import Glibc

extension FileSystem {
  /// Makes a folder, a document without contents, a FIFO or a socket.
  ///
  /// - Throws: `EEXIST`, `ENOENT`, `EROFS`, `ENAMETOOLONG`, `EILSEQ`, `ENOSPC`.
  package func make(
    _ kind: ItemKind, _ name: UnsafeRawBufferPointer, in parent: InodeNumber, mode: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    let new = try newItem(kind, name, in: parent, mode: mode, context)
    return NodeAttributes(try write(context) { (transaction) throws(StoreError) in try transaction.create(new) })
  }

  /// Makes a symbolic link.
  package func makeLink(
    to target: [UInt8], _ name: UnsafeRawBufferPointer, in parent: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    guard target.count < Int(PATH_MAX) else { throw .nameTooLong }
    guard !target.isEmpty else { throw .noEntry }
    var new = try newItem(.symlink, name, in: parent, mode: 0o777, context)
    new.target = target
    let item = new
    return NodeAttributes(try write(context) { (transaction) throws(StoreError) in try transaction.create(item) })
  }

  /// Makes a document and opens it.
  package func create(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, mode: UInt32, _ open: OpenMode, _ context: RequestContext
  ) throws(ErrorNumber) -> (node: NodeAttributes, file: OpenedFile) {
    var new = try newItem(.file, name, in: parent, mode: mode, context)
    guard open.isWritable else {
      let item = new
      let row = try write(context) { (transaction) throws(StoreError) in try transaction.create(item) }
      return try opened(OpenFile(id: row.id, attributes: row, descriptor: -1, isNew: false), isWritable: false)
    }
    // The content file comes first, so that one commit makes the document whole.
    let (key, descriptor): (ContentKey, Int32)
    do throws(StoreError) { (key, descriptor) = try store.contents.create() } catch { throw context.number(for: error) }
    new.content = key
    let item = new
    do throws(ErrorNumber) {
      let session = try writerSession(context)
      let row = try write(context) { (transaction) throws(StoreError) in
        let row = try transaction.create(item)
        try transaction.markWriter(of: row.id, session: session)
        return row
      }
      return try opened(
        OpenFile(id: row.id, attributes: row, descriptor: descriptor, isNew: true, isMarked: true), isWritable: true)
    } catch {
      close(descriptor)
      store.contents.remove(key)
      throw error
    }
  }

  private func opened(
    _ file: OpenFile, isWritable: Bool
  ) throws(ErrorNumber) -> (node: NodeAttributes, file: OpenedFile) {
    // Nobody knows the item's number yet but who follows the log, and it does not open.
    guard let inserted = openFiles.insert(file, readAt: openFiles.epoch) else { throw .inputOutput }
    let handle = insertHandle(inserted, isWritable: isWritable)
    return (inserted.nodeAttributes, OpenedFile(handle: handle, mayBeKept: true))
  }

  private func newItem(
    _ kind: ItemKind, _ name: UnsafeRawBufferPointer, in parent: InodeNumber, mode: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> NewItem {
    try checkWritable(parent)
    let name = try fileName(name, in: parent)
    guard let id = parent.item else { throw .readOnly }
    let folder = try context.existing(id)
    guard folder.isFolder else { throw .notFolder }
    let (mode, owner, group) = ModeRules.forNew(kind, mode: mode, in: folder, by: context.caller)
    return NewItem(parent: id, name: name, kind: kind, mode: mode, owner: owner, group: group)
  }

  /// A name as the kernel sent it, for something new.
  ///
  /// - Throws: `ENAMETOOLONG`, `EILSEQ`, `EINVAL`; `EPERM` for the names of virtual nodes in the root.
  func fileName(_ bytes: UnsafeRawBufferPointer, in parent: InodeNumber) throws(ErrorNumber) -> FileName {
    if parent == .root && VirtualNode.isReserved(bytes) { throw .notPermitted }
    do throws(StoreError) { return try FileName(bytes: bytes) } catch { throw ErrorNumber(error) }
  }
}
