import FileProviderStore
import Glibc

// A document gets its content file with the first change of its contents. Before that there is none: an empty document costs no
// inode of the disk, neither when it is made nor when it is deleted.
extension FileSystem {
  /// Makes the content file of an open document that has none; one commit gives it to the item and marks it as being written.
  func giveContents(to file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    if file.withState({ $0.isUnlinked }) { return try giveNamelessContents(to: file, context) }
    let session = try writerSession(context)
    let (key, descriptor) = try newContents(context)
    var isTaken = false
    do throws(ErrorNumber) {
      try write(context) { (transaction) throws(StoreError) in
        // Who unlinked it meanwhile has noted that before this transaction could begin.
        guard let item = try transaction.reader.item(file.id) else { return }
        if let content = item.content {
          // Another thread was faster, or another process.
          try adopt(content, of: item, in: file)
        } else {
          let row = try transaction.adoptContents(key, of: file.id)
          try transaction.markWriter(of: file.id, session: session)
          isTaken = true
          file.withState { state in
            state.attributes = row
            state.descriptor = descriptor
            state.isNew = true
            state.isMarked = true
          }
        }
      }
    } catch {
      // What was not committed is not kept, neither here.
      if isTaken { file.withState { $0.withdrawContents() } }
      drop(key, descriptor)
      throw error
    }
    if !isTaken { drop(key, descriptor) }
    if file.descriptor < 0 { try giveNamelessContents(to: file, context) }
  }

  /// Contents that somebody else gave the item since it was opened.
  private func adopt(_ content: ContentKey, of item: ItemAttributes, in file: OpenFile) throws(StoreError) {
    guard file.descriptor < 0 else { return }
    let descriptor = try store.contents.open(content, flags: O_RDWR)
    let isKept = file.withState { state in
      guard state.descriptor < 0 else { return false }
      state.descriptor = descriptor
      state.attributes = item
      return true
    }
    if !isKept { close(descriptor) }
  }

  /// The contents of a document without a name live as long as their descriptor.
  private func giveNamelessContents(to file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    let (key, descriptor) = try newContents(context)
    store.contents.remove(key)
    let isKept = file.withState { state in
      guard state.descriptor < 0 else { return false }
      state.descriptor = descriptor
      return true
    }
    if !isKept { close(descriptor) }
  }

  private func newContents(_ context: RequestContext) throws(ErrorNumber) -> (ContentKey, Int32) {
    do throws(StoreError) { return try store.contents.create() } catch { throw context.number(for: error) }
  }

  private func drop(_ key: ContentKey, _ descriptor: Int32) {
    close(descriptor)
    store.contents.remove(key)
  }
}
