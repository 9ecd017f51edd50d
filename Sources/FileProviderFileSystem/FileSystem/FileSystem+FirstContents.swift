import FileProviderStore
import Glibc
import LinuxSystem

// A document gets its content file with the first change of its contents. Before that there is none: an empty document costs no
// inode of the disk, neither when it is made nor when it is deleted.
extension FileSystem {
  /// Makes the content file of an open document that has none; one commit gives it to the item and marks it as being written.
  func giveContents(to file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    if file.withState({ $0.isUnlinked }) { return try giveNamelessContents(to: file, context) }
    let session = try writerSession(context)
    let new = try newContents(context)
    let key = new.key
    var unowned: NewContents? = consume new
    let outcome = try change(
      context,
      whenMade: { (outcome: FirstContents) in
        if case .own(let row) = outcome { file.take(unowned.take()?.keep(), committedAs: row) }
      }
    ) { (transaction, _) throws(StoreError) -> FirstContents in
      // A thread that unlinked it meanwhile has noted that before this transaction could begin.
      guard let item = try transaction.reader.item(file.id) else { return .none }
      // Another thread or another process was faster, or the provider has contents that are not here.
      if item.content != nil || item.flags.contains(.dataless) { return .others(item) }
      let row = try transaction.adoptContents(key, of: file.id)
      try transaction.markWriter(of: file.id, session: session)
      return .own(row)
    }
    unowned = nil
    switch outcome {
    case .own: break
    case .others(let item): try adoptContents(of: item, in: file, context)
    case .none: if file.descriptor < 0 { try giveNamelessContents(to: file, context) }
    }
  }

  private enum FirstContents {
    case own(ItemAttributes)
    /// Somebody else has given the item contents.
    case others(ItemAttributes)
    /// The item no longer exists.
    case none
  }

  /// The contents that another writer gave the item since it was opened.
  private func adoptContents(
    of item: ItemAttributes, in file: OpenFile, _ context: RequestContext
  ) throws(ErrorNumber) {
    guard file.descriptor < 0 else { return }
    guard let content = item.content else {
      try download(item, context)
      throw .inputOutput
    }
    let theirs: Descriptor
    do throws(StoreError) { theirs = try store.contents.open(content, flags: O_RDWR) } catch {
      // The contents have changed again, or were removed.
      if error.code == .damaged, try context.item(file.id)?.content != content {
        return try giveContents(to: file, context)
      }
      throw context.number(for: error)
    }
    file.adopt(theirs, as: item)
  }

  /// The contents of a document without a name live as long as their descriptor.
  private func giveNamelessContents(to file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    let new = try newContents(context)
    store.contents.remove(new.key)
    file.adopt(new.keep(), as: nil)
  }

  private func newContents(_ context: RequestContext) throws(ErrorNumber) -> NewContents {
    do throws(StoreError) {
      do throws(StoreError) { return try store.contents.create() } catch {
        guard error.code == .full, makeRoom(context) else { throw error }
      }
      return try store.contents.create()
    } catch { throw context.number(for: error) }
  }
}
