import FileProviderStore
import Glibc
import Synchronization

// Size and times of what was written are committed, with one row in the log, when a writer closes or synchronizes the
// file.
extension FileSystem {
  /// Commits what was written to a document since the last time, if anything was.
  func commit(_ file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    file.noteKernelWrites()
    guard file.withState({ $0.isModified || ($0.isMarked && $0.kernelWriters == 0) }) else { return }
    try committing(file, context) { _ in }
  }

  /// Runs a transaction that begins with committing what was written to a document.
  func committing<Result>(
    _ file: OpenFile, _ context: RequestContext, _ body: (Transaction) throws(StoreError) -> Result
  ) throws(ErrorNumber) -> Result {
    let writes = awaitKernelWrites(to: file, context)
    let session = try writerSession(context)
    func tryCommitting(with copy: ReclaimedContents?) throws(ErrorNumber) -> Result? {
      try change(context, mayUseReserve: true) { (transaction, consequences) throws(StoreError) in
        let isCommitted = try commit(
          file, in: transaction, session: session, upTo: copy?.writes ?? writes, copy: copy, &consequences)
        return isCommitted ? try body(transaction) : nil
      }
    }
    while true {
      if let result = try tryCommitting(with: nil) { return result }
      let result = try reclaimContents(of: file, context) { (copy) throws(ErrorNumber) in try tryCommitting(with: copy)
      }
      if let result { return result }
    }
  }

  /// Before the transaction, which nobody may keep waiting: what is begun later has a commit of its own.
  ///
  /// - Returns: How many changes a commit has; `nil` for all, if the kernel does not write the document.
  private func awaitKernelWrites(to file: OpenFile, _ context: RequestContext) -> UInt64? {
    guard file.withState({ $0.kernelWriters > 0 }) else { return nil }
    context.willBlock()
    return file.awaitKernelWrites()
  }

  /// Commits the size that a change which is under way gives the contents, and what is set with it.
  ///
  /// - Returns: False, and nothing was committed, when the item has other contents, or no longer exists.
  func commit(
    _ file: OpenFile, resizedTo size: Int64, with request: AttributeRequest, _ context: RequestContext
  ) throws(ErrorNumber) -> Bool {
    let writes = awaitKernelWrites(to: file, context)
    let session = try writerSession(context)
    let row = try change(
      context, mayUseReserve: true, whenMade: { (row: ItemAttributes?) in if let row { file.apply(row) } }
    ) { (transaction, consequences) throws(StoreError) -> ItemAttributes? in
      guard try transaction.reader.item(file.id) != nil,
        try commit(file, in: transaction, session: session, upTo: writes, resizedTo: size, &consequences)
      else { return nil }
      if size == 0 { try transaction.forgetThatContentsAreOnDisk(file.id) }
      return try setAttributes(request, of: file.id, in: transaction, context)
    }
    return row != nil
  }

  /// Commits what was written, as part of a transaction.
  ///
  /// Writers of the store come one after another, so of two commits of one file the later one sees more.
  ///
  /// - Parameters:
  ///   - writes: How many of the changes that were begun it has at most; `nil` for all.
  ///   - point: How far the contents are on the disk.
  ///   - newSize: What the caller, whose change is under way, makes the size of the contents.
  ///   - copy: What was written, in a file of its own, in case another process has given the document contents.
  /// - Returns: False when such a copy is needed.
  private func commit(
    _ file: OpenFile, in transaction: Transaction, session: String, upTo writes: UInt64?,
    synchronizedTo point: SynchronizedPoint? = nil, resizedTo newSize: Int64? = nil, copy: ReclaimedContents? = nil,
    _ consequences: inout Consequences
  ) throws(StoreError) -> Bool {
    guard let row = try transaction.reader.item(file.id) else {
      consequences.add { [time = transaction.time] in file.noteUnlinked(at: time) }
      return try rescue(file, in: transaction, copy: copy, &consequences)
    }
    if file.withState({ $0.isModified && ($0.attributes.content != row.content || row.flags.contains(.dataless)) }) {
      // Emptying an empty document must not discard the contents that another process has given it, nor must a mere suspicion. What was written to small
      // contents is committed.
      if file.withState({ $0.descriptor < 0 || $0.isOnlySuspected }) {
        // A change that is under way has a commit of its own, and its mark.
        let (seen, wasMarked) = file.withState { state in
          let mayEnd = state.inFlight == 0 && state.kernelWriters == 0
          return (state.writes - UInt64(state.inFlight), mayEnd ? state.takeMark() : false)
        }
        if wasMarked {
          restoreMark(of: file, &consequences)
          try transaction.closeWriting(of: file.id, session: session)
        }
        // A consequence cannot read the store, whose lock it holds.
        var bytes: [UInt8]?
        if let content = row.content, content.isSmall { bytes = try transaction.reader.smallContents(content) }
        consequences.add { [self, bytes] in
          file.withState { $0.committed = max($0.committed, seen) }
          if let bytes { file.follow(row, to: .bytes(bytes)) } else { follow(row, in: file) }
        }
        return true
      }
      guard let copy else { return false }
      let row = try transaction.setContents(copy.key, size: copy.size, of: file.id, logged: false)
      consequences.add { copy.install(in: file, as: row) }
    }
    let pending = file.withState { state in
      let pending = PendingCommit(state, upTo: writes, resizedTo: newSize, copy: copy)
      if pending.isDone && !pending.keepsMark { _ = state.takeMark() }
      return pending
    }
    if pending.isDone, !pending.keepsMark, pending.isModified || pending.wasMarked || point != nil {
      if pending.wasMarked { restoreMark(of: file, &consequences) }
      if let point, point.covers(pending, of: row) {
        try transaction.noteSynchronized(file.id, session: session)
        consequences.add { file.noteClosed(isSynchronized: true) }
      } else if row.content?.isSmall ?? true {
        try transaction.closeSmallWriting(of: file.id, session: session)
        consequences.add { file.noteClosed(isSynchronized: false) }
      } else {
        try transaction.closeWriting(of: file.id, session: session)
      }
    }
    guard pending.isModified, let size = pending.size else { return true }
    let committed = try asWriter(of: file, in: transaction) { () throws(StoreError) in
      try transaction.commitContents(
        of: file.id, size: size, isSparse: pending.isSparse, modified: pending.touched, changed: pending.touched)
    }
    // A write that is under way may not be in the size yet: its own commit follows.
    consequences.add { file.noteCommitted(pending.isDone ? pending.writes : 0, as: committed) }
    return true
  }

  /// Notes that a document keeps its mark if the commit that removes it is not made.
  private func restoreMark(of file: OpenFile, _ consequences: inout Consequences) {
    consequences.addUndoing { file.withState { $0.isMarked = true } }
  }

  /// Makes a change in the name of the user whose program wrote: whoever closes or synchronizes the document need not be the same.
  func asWriter<Result>(
    of file: OpenFile, in transaction: Transaction, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let caller = transaction.writer
    transaction.writer = file.withState { $0.writer.flatMap { $0 == owner ? nil : $0 } }
    defer { transaction.writer = caller }
    return try body()
  }

  private struct PendingCommit: Sendable {
    let isModified: Bool
    let wasMarked: Bool
    /// Whether the contents are as committed. False where they are truncated afterwards: if the process is killed between the two, the mark shows that they
    /// have their former size, and a reader between the two sees that size, and gets another notice.
    let isDone: Bool
    /// Whether the kernel may write on at any time.
    let keepsMark: Bool
    let writes: UInt64
    let size: Int64?
    let isSparse: Bool
    let touched: Timestamp

    init(
      _ state: borrowing OpenFile.State, upTo limit: UInt64?, resizedTo newSize: Int64?, copy: ReclaimedContents?
    ) {
      isModified = state.isModified
      wasMarked = state.isMarked
      writes = limit ?? state.writes
      let live = isModified ? state.live : nil
      size = copy?.size ?? newSize ?? live?.size
      isDone = state.inFlight == (newSize == nil ? 0 : 1) && newSize.map { $0 >= live?.size ?? 0 } ?? true
      keepsMark = state.kernelWriters > 0
      isSparse = copy?.isSparse ?? live.map { state.haveGaps($0) } ?? false
      touched = state.touched
    }
  }

  /// How far a document's contents are on the disk.
  private struct SynchronizedPoint {
    let content: ContentKey?
    /// How many changes had been begun here, if none was running.
    let writes: UInt64?
    /// The item's last change by any author.
    let lastItemChange: Generation

    /// Whether nothing has changed since.
    func covers(_ pending: PendingCommit, of row: ItemAttributes) -> Bool {
      content == row.content && writes == pending.writes && lastItemChange == row.lastChange
    }
  }

  /// Makes a document durable: its contents, the name of its content file, its size and times, and the store's log.
  package func synchronize(_ handle: HandleNumber, _ context: RequestContext) throws(ErrorNumber) {
    guard case .document(let file, _) = files[handle]?.target else { return }
    try synchronize(file, context)
  }

  /// Makes an open document durable.
  func synchronize(_ file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    context.willBlock()
    file.noteSynchronizing()
    while true {
      let before = try context.item(file.id)
      let writes = awaitKernelWrites(to: file, context)
      let point = file.withState { state in
        SynchronizedPoint(
          content: state.attributes.content, writes: state.inFlight == 0 ? writes ?? state.writes : nil,
          lastItemChange: before?.lastChange ?? .zero)
      }
      if case .file(let descriptor) = file.place, descriptor >= 0 {
        guard fdatasync(descriptor) == 0 else { throw .last }
      }
      guard before != nil, !file.withState({ $0.isUnlinked }) else {
        // What a program has deleted here has no name that what is written could be found by.
        if removed.find(file.id) == nil { try commit(file, context) }
        return
      }
      do throws(StoreError) { try synchronizeEntry(of: file, point.content, context) } catch {
        throw context.number(for: error)
      }
      if try commit(file, synchronizedTo: point, upTo: writes, context) {
        if let writes { file.noteClean(upTo: writes) }
        file.noteClosed(isSynchronized: true)
        break
      }
    }
    try synchronizeStore(context)
  }

  /// Puts the directory entry of a document's contents on the disk, unless it is known to be there.
  private func synchronizeEntry(
    of file: OpenFile, _ content: ContentKey?, _ context: RequestContext
  ) throws(StoreError) {
    let (isKnown, isNew) = file.withState { ($0.isEntrySynchronized, $0.isNew) }
    guard !isKnown, let content, !content.isSmall else { return }
    let own = session.withLock { $0?.name }
    let mayBeLost =
      try isNew
      ? true
      : context.now.readAfterCommitting { (reader) throws(StoreError) in
        try ContentReader(reader).isMarked(file.id, butBy: own)
      }
    if mayBeLost {
      try store.contents.synchronizeEntries(of: [content])
    }
    file.withState { if $0.attributes.content == content { $0.isEntrySynchronized = true } }
  }

  /// Commits what was written to a document whose contents are on the disk.
  ///
  /// - Parameter writes: How many changes it has at most; `nil` for all.
  /// - Returns: False when the document has other contents, which may not be there.
  private func commit(
    _ file: OpenFile, synchronizedTo point: SynchronizedPoint, upTo writes: UInt64?, _ context: RequestContext
  ) throws(ErrorNumber) -> Bool {
    let isMarked = try context.read { (reader) throws(StoreError) in try ContentReader(reader).isMarked(file.id) }
    guard isMarked || file.withState({ $0.isModified || $0.isMarked }) else { return true }
    let session = try writerSession(context)
    let isCovered = try change(context, mayUseReserve: true) { (transaction, consequences) throws(StoreError) in
      guard
        try commit(
          file, in: transaction, session: session, upTo: writes, synchronizedTo: point, &consequences)
      else { return false }
      guard let row = try transaction.reader.item(file.id) else { return true }
      if row.content == point.content { try transaction.noteContentsOnDisk(file.id) }
      return row.content == point.content
    }
    if isCovered { return true }
    try commit(file, context)
    // Another process has given the document contents. What the kernel writes instead is copied by each commit, to the disk.
    if file.withState({ $0.kernelWriters > 0 }) { return true }
    if let row = try context.item(file.id) { follow(row, in: file) }
    return false
  }

  /// Makes everything that is committed durable.
  package func synchronizeStore(_ context: RequestContext) throws(ErrorNumber) {
    context.willBlock()
    do throws(StoreError) { try store.synchronize() } catch { throw context.number(for: error) }
  }

  /// Commits what was written to all open documents, before the mount ends.
  package func commitAll(_ context: RequestContext) {
    for file in openFiles.all { try? commit(file, context) }
  }
}
