import FileProviderStore
import Glibc

// The files that programs write into `info` before they trash something.
extension FileSystem {
  /// Makes a file in `info` and opens it.
  func createDraft(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, mode: UInt32, _ open: OpenMode, _ context: RequestContext
  ) throws(ErrorNumber) -> (node: NodeAttributes, file: OpenedFile) {
    switch VirtualNode(parent) {
    case .trashInfo(let user):
      let draft = try makeDraft(name, of: user, mode: mode, context)
      return (draft.attributes(group: getgid()), opened(draft, open))
    case .trash, .trashFiles, .trashExpunged: throw .notPermitted
    default: throw .readOnly
    }
  }

  /// - Throws: `EEXIST` when the name is taken, also by another user's item: names in the trash are unique over all
  ///   users.
  func makeDraft(
    _ name: UnsafeRawBufferPointer, of user: UInt32, mode: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> TrashDraft {
    do throws(StoreError) { _ = try FileName(bytes: name) } catch { throw ErrorNumber(error) }
    guard try !isInfoTaken(name, context) else { throw .alreadyExists }
    return try drafts.create(TrashDrafts.Key(user: user, name: Array(name)), mode: mode)
  }

  /// Whether a name would be the info of an item in the trash.
  private func isInfoTaken(_ name: UnsafeRawBufferPointer, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    guard let itemName = TrashName.item(ofInfo: name) else { return false }
    return try context.child(of: .trash, named: itemName) != nil
  }

  func renameDraft(
    _ name: UnsafeRawBufferPointer, of user: UInt32, to newName: UnsafeRawBufferPointer, _ mode: RenameMode,
    _ context: RequestContext
  ) throws(ErrorNumber) {
    let key = TrashDrafts.Key(user: user, name: Array(name))
    guard drafts.written(key) != nil else {
      throw try itemWithInfo(name, of: user, context) == nil ? .noEntry : .notPermitted
    }
    do throws(StoreError) { _ = try FileName(bytes: newName) } catch { throw ErrorNumber(error) }
    guard try !isInfoTaken(newName, context) else { throw mode == .failing ? .alreadyExists : .notPermitted }
    try drafts.rename(key, to: TrashDrafts.Key(user: user, name: Array(newName)), replacing: mode != .failing)
  }

  /// Opens a virtual file. Only drafts can be written.
  func openVirtual(
    _ inode: InodeNumber, _ mode: OpenMode, _ context: RequestContext
  ) throws(ErrorNumber) -> OpenedFile {
    let isChanging = mode.isWritable || mode.truncates
    if isChanging && options.isReadOnly { throw .readOnly }
    switch VirtualNode(inode) {
    case .trashDraft(let number):
      guard let draft = drafts.find(number) else { throw .stale }
      if mode.truncates { try draft.truncate(to: 0) }
      return opened(draft, mode)
    case .trashInfoFile where isChanging: throw .notPermitted
    default:
      if isChanging { throw .readOnly }
      let contents = try generatedContents(of: inode, context)
      return OpenedFile(
        handle: files.insert(FileHandle(target: .generated(contents), isWritable: false)), mayBeKept: false)
    }
  }

  private func opened(_ draft: TrashDraft, _ mode: OpenMode) -> OpenedFile {
    OpenedFile(handle: files.insert(FileHandle(target: .draft(draft), isWritable: mode.isWritable)), mayBeKept: false)
  }

  /// Sets attributes of a node in the trash that is not an item: a draft's size, mode and time. Values that already
  /// hold may be set everywhere, since programs make sure of the folders' mode.
  func setTrashAttributes(
    of node: VirtualNode, _ request: AttributeRequest, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    let now = try trashAttributes(of: node, context)
    guard request.owner ?? now.owner == now.owner, request.group ?? now.group == now.group else { throw .notPermitted }
    if case .trashDraft(let number) = node, let draft = drafts.find(number) {
      if let size = request.size { try draft.truncate(to: size) }
      draft.withState { state in
        if let mode = request.mode { state.mode = mode & 0o7777 }
        if let time = request.modified { state.modified = time.timestamp(.now) }
      }
      return draft.attributes(group: getgid())
    }
    let keepsMode = request.mode.map { $0 & 0o7777 == now.mode & 0o7777 } ?? true
    guard request.size == nil, keepsMode else { throw .notPermitted }
    return now
  }
}
