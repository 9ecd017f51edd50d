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
    let row: ItemAttributes?
    do throws(ErrorNumber) {
      row = try write(context) { (transaction) throws(StoreError) in
        // Who unlinked it meanwhile has noted that before this transaction could begin.
        guard let item = try transaction.reader.item(file.id) else { return nil }
        if let content = item.content {
          // Another thread was faster, or another process.
          try adopt(content, of: item, in: file)
          return nil
        }
        let row = try transaction.adoptContents(key, of: file.id)
        try transaction.markWriter(of: file.id, session: session)
        return row
      }
    } catch {
      drop(key, descriptor)
      throw error
    }
    guard let row else {
      drop(key, descriptor)
      if file.descriptor < 0 { try giveNamelessContents(to: file, context) }
      return
    }
    // Not before the commit: a thread that writes at the same time must not be given a descriptor that is taken back if it fails.
    if !file.take(descriptor, committedAs: row) { close(descriptor) }
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
