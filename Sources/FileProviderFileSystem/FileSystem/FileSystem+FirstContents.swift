import FileProviderStore
import Glibc
import LinuxSystem

// A document gets its content file with the first change of its contents that is not made in the database. Before that there is none: an empty or a small
// document costs no inode of the disk, neither when it is made nor when it is deleted.
extension FileSystem {
  /// Makes the content file of an open document that has none, with its contents; one commit gives it to the item and marks it as being written.
  ///
  /// Small contents that were closed, or synchronized, are in the file and on the disk before they are discarded.
  func giveContents(to file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    if file.withState({ $0.isUnlinked }) { return try giveNamelessContents(to: file, context) }
    let session = try writerSession(context)
    let (former, bytes, standing, isHere) = file.withState {
      ($0.attributes.content, $0.bytes ?? [], $0.standing, $0.hasAllBytes)
    }
    let new = try newContents(bytes, isSynchronized: standing != .underWay, context)
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
      guard isHere, item.content == former, !item.flags.contains(.dataless) else { return .others(item) }
      // Another thread, or another mount, has closed or synchronized them meanwhile.
      if standing == .underWay, former != nil, try !ContentReader(transaction.reader).isNew(file.id) {
        file.withState { $0.standing = .version }
        return .again
      }
      let row = try transaction.adoptContents(key, of: item, isVersion: standing == .version, session: session)
      return .own(row)
    }
    unowned = nil
    switch outcome {
    case .own: break
    case .again: try giveContents(to: file, context)
    case .others(let item): try adoptContents(of: item, after: former, in: file, context)
    case .none: if file.descriptor < 0 { try giveNamelessContents(to: file, context) }
    }
  }

  private enum FirstContents {
    case own(ItemAttributes)
    case again
    /// Somebody else has given the item contents.
    case others(ItemAttributes)
    /// The item no longer exists.
    case none
  }

  /// Uses the contents that another writer gave the item since it was opened, unless the document has moved on to these, or to later ones, meanwhile.
  ///
  /// - Parameter former: The contents that it had here.
  private func adoptContents(
    of item: ItemAttributes, after former: ContentKey?, in file: OpenFile, _ context: RequestContext
  ) throws(ErrorNumber) {
    guard file.descriptor < 0 else { return }
    guard let content = item.content else {
      guard item.flags.contains(.dataless) else { return file.adopt(.bytes([]), as: item, after: former) }
      try download(item, context)
      throw .inputOutput
    }
    let theirs: OpenedContents
    do throws(StoreError) { theirs = try context.now.open(content, flags: O_RDWR) } catch {
      // The contents have changed again, or were removed.
      if error.code == .damaged, try context.item(file.id)?.content != content {
        return try giveContents(to: file, context)
      }
      throw context.number(for: error)
    }
    file.adopt(theirs, as: item, after: former)
  }

  /// The contents of a document without a name live as long as their descriptor.
  private func giveNamelessContents(to file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    let new = try newContents(file.bytes ?? [], isSynchronized: false, context)
    store.contents.remove(new.key)
    if let contents = new.keep() { file.adoptNameless(contents) }
  }

  /// - Parameter isSynchronized: Whether they have to be on the disk.
  private func newContents(
    _ bytes: [UInt8], isSynchronized: Bool, _ context: RequestContext
  ) throws(ErrorNumber) -> NewContents {
    func make() throws(StoreError) -> NewContents {
      let new = try store.contents.create(bytes)
      if isSynchronized { try new.synchronize() }
      return new
    }
    if isSynchronized { context.willBlock() }
    do throws(StoreError) {
      do throws(StoreError) { return try make() } catch {
        guard error.code == .full, makeRoom(context) else { throw error }
      }
      return try make()
    } catch { throw context.number(for: error) }
  }
}
