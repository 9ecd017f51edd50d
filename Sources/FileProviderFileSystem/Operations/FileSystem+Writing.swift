import FileProviderStore
import Glibc

// Contents are changed in place. Before the first change a mark is committed that says so; size and times are
// committed, with one row in the log, when a writer closes the file or synchronizes it.
extension FileSystem {
  /// Runs a change of a document's contents.
  ///
  /// - Parameters:
  ///   - makesRoom: Whether the contents become smaller.
  ///   - body: Changes the backing file, whose descriptor it is given.
  func modify<Result>(
    _ file: OpenFile, _ context: RequestContext, makesRoom: Bool = false, _ body: (Int32) throws(ErrorNumber) -> Result
  ) throws(ErrorNumber) -> Result {
    if file.descriptor < 0 { try giveContents(to: file, context) }
    let now = Timestamp.now
    let needsMark = file.withState { state in
      state.writes += 1
      state.inFlight += 1
      state.touched = now
      state.isWritten = true
      return !state.isMarked && !state.isUnlinked
    }
    defer { file.withState { $0.inFlight -= 1 } }
    if needsMark { try mark(file, context, makesRoom: makesRoom) }
    return try body(file.descriptor)
  }

  private func mark(_ file: OpenFile, _ context: RequestContext, makesRoom: Bool) throws(ErrorNumber) {
    let session = try writerSession(context)
    try write(context, mayUseReserve: makesRoom) { (transaction) throws(StoreError) in
      guard try transaction.reader.item(file.id) != nil else { return }
      try transaction.markWriter(of: file.id, session: session)
      file.withState { $0.isMarked = true }
    }
  }

  /// Writes bytes at an offset of an open document.
  ///
  /// - Parameter isCached: The kernel writes back a mapping: nobody's privileges matter.
  /// - Returns: How many were written; fewer than given only when the disk is full.
  package func write(
    _ source: WriteSource, to handle: HandleNumber, at offset: Int64, isCached: Bool,
    _ context: RequestContext
  ) throws(ErrorNumber) -> Int {
    if let open = files[handle], case .draft(let draft) = open.target {
      guard open.isWritable || isCached else { throw .badHandle }
      return try source.withBytes { (bytes) throws(ErrorNumber) in try draft.write(bytes, at: offset) }
    }
    let file = try document(handle, forWriting: !isCached)
    let written = try modify(file, context) { (descriptor) throws(ErrorNumber) in
      try source.write(to: descriptor, at: offset, systemCalls)
    }
    if !isCached { try dropPrivileges(of: file, context) }
    return written
  }

  /// Takes set-user-ID and set-group-ID off a file whose contents somebody without privileges changed.
  func dropPrivileges(of file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    guard !context.caller.isPrivileged else { return }
    let (mode, group) = file.withState { ($0.attributes.mode, $0.attributes.group) }
    guard mode & 0o6000 != 0 else { return }
    let dropped = ModeRules.withoutPrivileges(mode, group: group, by: context.caller)
    guard dropped != mode else { return }
    var request = AttributeRequest()
    request.mode = UInt32(dropped)
    _ = try setAttributes(request, of: file, context)
  }

  /// Sets the size of a document's contents.
  func truncate(_ file: OpenFile, to size: Int64, _ context: RequestContext) throws(ErrorNumber) {
    if size == 0, file.noteEmptied() {
      // Nothing was there, and nothing has to be made for it.
    } else {
      let makesRoom = OpenFile.status(of: file.descriptor).map { Int64($0.st_size) > size } ?? false
      try modify(file, context, makesRoom: makesRoom) { (descriptor) throws(ErrorNumber) in
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .last }
      }
    }
    try dropPrivileges(of: file, context)
  }

  /// Allocates, punches or zeroes a range (`fallocate(2)`).
  package func allocate(
    _ handle: HandleNumber, mode: Int32, offset: Int64, length: Int64, _ context: RequestContext
  ) throws(ErrorNumber) {
    let file = try document(handle, forWriting: true)
    try modify(file, context) { (descriptor) throws(ErrorNumber) in
      guard systemCalls.allocate(descriptor, mode, offset, length) == 0 else { throw .last }
    }
    try dropPrivileges(of: file, context)
  }

  /// Copies a range from one open document to another, sharing blocks where the disk can.
  package func copy(
    from source: HandleNumber, at sourceOffset: Int64, to target: HandleNumber, at targetOffset: Int64, length: Int,
    _ context: RequestContext
  ) throws(ErrorNumber) -> Int {
    let input = try document(source)
    let output = try document(target, forWriting: true)
    guard input.descriptor >= 0 else { return 0 }
    let copied = try modify(output, context) { (descriptor) throws(ErrorNumber) in
      let count = systemCalls.copy(input.descriptor, sourceOffset, descriptor, targetOffset, length)
      guard count >= 0 else { throw .last }
      return count
    }
    try dropPrivileges(of: output, context)
    return copied
  }

  /// Commits what was written to a document since the last time, if anything was.
  func commit(_ file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    guard file.withState({ $0.isModified || $0.isMarked }) else { return }
    try committing(file, context) { _ in }
  }

  /// Runs a transaction that begins with committing what was written to a document.
  func committing<Result>(
    _ file: OpenFile, _ context: RequestContext, _ body: (Transaction) throws(StoreError) -> Result
  ) throws(ErrorNumber) -> Result {
    let session = try writerSession(context)
    var taken: PendingCommit?
    do throws(ErrorNumber) {
      return try write(context, mayUseReserve: true) { (transaction) throws(StoreError) in
        // The second time what the first one took is not committed.
        taken?.giveBack(to: file)
        taken = nil
        try commit(file, in: transaction, session: session, taking: &taken)
        return try body(transaction)
      }
    } catch {
      taken?.giveBack(to: file)
      throw error
    }
  }

  /// Commits what was written, as part of a transaction.
  ///
  /// Writers of the store come one after another, so of two commits of one file the later one sees more.
  ///
  /// - Parameter taken: Becomes what must be given back if the transaction fails.
  private func commit(
    _ file: OpenFile, in transaction: Transaction, session: String, taking taken: inout PendingCommit?
  ) throws(StoreError) {
    guard let row = try transaction.reader.item(file.id) else {
      file.noteUnlinked(at: transaction.time)
      return
    }
    if file.withState({ $0.isModified && $0.attributes.content != row.content }) {
      // Somebody else has given it contents. Emptying what was empty anyway is no reason to take them away.
      if file.descriptor < 0 {
        file.withState { $0.committed = $0.writes }
        return follow(row, in: file)
      }
      try reclaimContents(of: file, in: transaction)
    }
    let pending = file.withState { state in
      let pending = PendingCommit(state)
      // A write that is under way may not be in the size yet: the mark stays, and its own commit follows.
      if state.inFlight == 0 {
        state.committed = state.writes
        state.isMarked = false
      }
      return pending
    }
    taken = pending
    if pending.wasMarked && pending.isDone { try transaction.unmarkWriter(of: file.id, session: session) }
    guard pending.isModified, let size = pending.size else { return }
    file.apply(
      try transaction.commitContents(
        of: file.id, size: size, blocks: pending.blocks, modified: pending.touched, changed: pending.touched))
  }

  private struct PendingCommit: Sendable {
    let isModified: Bool
    let wasMarked: Bool
    let isDone: Bool
    let size: Int64?
    let blocks: Int64
    let touched: Timestamp

    init(_ state: OpenFile.State) {
      isModified = state.isModified
      wasMarked = state.isMarked
      isDone = state.inFlight == 0
      let live = isModified ? state.live : nil
      size = live?.size
      blocks = live?.blocks ?? 0
      touched = state.touched
    }

    func giveBack(to file: OpenFile) {
      if isDone { file.noteUncommitted(wasModified: isModified, wasMarked: wasMarked) }
    }
  }

  /// Makes a document durable: its contents, the name of its content file, its size and times, and the store's log.
  package func synchronize(_ handle: HandleNumber, _ context: RequestContext) throws(ErrorNumber) {
    guard case .document(let file, _) = files[handle]?.target else { return }
    context.willBlock()
    if file.descriptor >= 0 {
      guard fdatasync(file.descriptor) == 0 else { throw .last }
    }
    let (newContent, isUnlinked) = file.withState { state in
      (state.isNew ? state.attributes.content : nil, state.isUnlinked)
    }
    if isUnlinked { return }
    if let newContent {
      do throws(StoreError) { try store.contents.synchronizeEntry(of: newContent) } catch {
        throw context.number(for: error)
      }
      file.withState { $0.isNew = false }
    }
    try commit(file, context)
    try synchronizeStore(context)
  }

  /// Makes everything that is committed durable.
  package func synchronizeStore(_ context: RequestContext) throws(ErrorNumber) {
    context.willBlock()
    do throws(StoreError) { try store.synchronize() } catch { throw context.number(for: error) }
  }

  /// Commits what is written and not committed, of all open documents: before the mount ends.
  package func commitAll(_ context: RequestContext) {
    for file in openFiles.all { try? commit(file, context) }
  }
}
