import FileProviderStore
import Synchronization

extension FileSystem {
  /// Runs a transaction in the name of this mount.
  ///
  /// - Parameters:
  ///   - folder: A folder whose entries the transaction changes.
  ///   - other: Another one.
  ///   - mayUseReserve: As for `ItemStore.change`.
  ///   - body: May run more than once; what an earlier run did is undone then. It states as consequences what the
  ///     change means for memory.
  ///   - whenMade: Called with what `body` returned, when the change is made, after its consequences. It must not take long.
  /// - Throws: The store's error, as an error number; then nothing was changed, and nothing in memory either. `waiting` where a folder has to be
  ///   listed first.
  @discardableResult
  func change<Result>(
    _ context: RequestContext, touching folder: ItemID? = nil, _ other: ItemID? = nil, mayUseReserve: Bool = false,
    whenMade: (Result) -> Void = { _ in },
    _ body: (Transaction, inout Consequences) throws(StoreError) -> Result
  ) throws(ErrorNumber) -> Result {
    do throws(StoreError) {
      do throws(StoreError) {
        return try perform(context, touching: folder, other, mayUseReserve: mayUseReserve, whenMade, body)
      } catch {
        guard error.code == .full, makeRoom(context) else { throw error }
      }
      return try perform(context, touching: folder, other, mayUseReserve: mayUseReserve, whenMade, body)
    } catch {
      if error.code == .unlisted, let folder = error.item {
        try list(folder, context)
        // The source has reported success, and the folder is as it was.
        throw .inputOutput
      }
      throw context.number(for: error)
    }
  }

  private func perform<Result>(
    _ context: RequestContext, touching folder: ItemID?, _ other: ItemID?, mayUseReserve: Bool,
    _ whenMade: (Result) -> Void,
    _ body: (Transaction, inout Consequences) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var consequences = Consequences()
    var first: ItemAttributes?
    var second: ItemAttributes?
    do throws(StoreError) {
      return try store.change(
        author: options.author, mayUseReserve: mayUseReserve,
        whenMade: { result in
          recentFolders.replace(with: first, second)
          openFiles.beginEpoch()
          consequences.apply(to: openFiles)
          whenMade(result)
        }
      ) { (transaction) throws(StoreError) in
        consequences.drop(from: removed)
        (first, second) = (nil, nil)
        if context.caller.user != owner { transaction.writer = context.caller.user }
        let result = try body(transaction, &consequences)
        if let folder { first = try transaction.touchedFolder(folder) }
        if let other, other != folder { second = try transaction.touchedFolder(other) }
        return result
      }
    } catch {
      recentFolders.clear()
      consequences.drop(from: removed)
      throw error
    }
  }

  /// Removes discarded contents that are still on the disk, because there was no room for something.
  ///
  /// - Returns: Whether it is worth trying again.
  func makeRoom(_ context: RequestContext) -> Bool {
    context.willBlock()
    return store.makeRoom()
  }

  /// This mount's name in the marks of documents that it writes.
  func writerSession(_ context: RequestContext) throws(ErrorNumber) -> String {
    if let session = session.withLock({ $0 }) { return session.name }
    do throws(StoreError) {
      let made = try store.makeWriterSession()
      return session.withLock { session in
        if session == nil { session = made }
        return session?.name ?? made.name
      }
    } catch { throw context.number(for: error) }
  }

  /// The result of `stat` for an item whose row was just read; for an open document, its state in memory.
  @inline(__always) func node(_ item: borrowing ItemAttributes) -> NodeAttributes {
    if item.kind == .file, let file = openFiles.find(item.id) { return file.nodeAttributes }
    return closedNode(item)
  }

  /// The result of `stat` for an item that is not open. The disk is asked for the allocated size only if the contents have holes and have just been
  /// changed.
  @inline(__always) func closedNode(_ item: borrowing ItemAttributes) -> NodeAttributes {
    var node = NodeAttributes(item)
    if item.flags.contains(.sparse), let content = item.content,
      let blocks = item.blocks ?? store.contents.blocks(of: content)
    {
      node.blocks = blocks
    }
    if item.kind.isDevice { node.device = deviceNumbers.find(item.id, in: store) }
    return node
  }

  /// Has the source list a folder. For calls that have not changed anything yet.
  ///
  /// - Throws: `waiting`, and then the request is to be parked; the source's error, once it was asked for this request.
  func list(_ folder: ItemID, _ context: RequestContext) throws(ErrorNumber) {
    try require(SourceNeed(subject: .listing(folder), seconds: options.listingDeadline), context)
  }

  /// Requests a document's contents from the source, as `list` requests a listing.
  func download(_ document: ItemAttributes, _ context: RequestContext) throws(ErrorNumber) {
    var need = SourceNeed(subject: .contents(document.id), seconds: options.deadline(of: document.size))
    need.announcedSize = document.size
    try require(need, context)
  }

  private func require(_ need: SourceNeed, _ context: RequestContext) throws(ErrorNumber) {
    guard parked != nil else { throw .inputOutput }
    guard context.answer?.subject == need.subject else {
      context.need = need
      context.need?.asker = context.caller.asker
      throw .waiting
    }
    try checkAnswer(for: need.subject, context)
  }

  /// Throws the source's error for an item that no longer exists, since the error may have removed it.
  func checkAnswer(for subject: SourceSubject, _ context: RequestContext) throws(ErrorNumber) {
    if let answer = context.answer, answer.subject == subject, let failure = answer.failure { throw failure }
  }
}
