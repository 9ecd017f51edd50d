import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

// Contents are changed in place. A mark is committed before the first change; what becomes of size and times is in
// FileSystem+Committing.swift.
extension FileSystem {
  /// Runs a change of a document's contents.
  ///
  /// - Parameters:
  ///   - makesRoom: Whether the contents become smaller.
  ///   - source: The bytes that are written.
  ///   - body: Changes the backing file, whose descriptor it is given. Runs once more, after room was made, if the disk
  ///     was full.
  func modify<Result>(
    _ file: OpenFile, _ context: RequestContext, makesRoom: Bool = false, from source: WriteSource? = nil,
    _ body: (Int32) throws(ErrorNumber) -> Result
  ) throws(ErrorNumber) -> Result {
    try withRoom(for: file, context) { () throws(ErrorNumber) in
      try beginMarkedChange(of: file, makesRoom: makesRoom, context)
    }
    var isRefused = false
    defer { if isRefused ? file.cancelChange() : file.endChange() { wakeReclaiming() } }
    do throws(ErrorNumber) { return try body(file.writableDescriptor) } catch {
      // If a file cannot be that long, nothing has changed, not even its date.
      isRefused = error == .fileTooLarge
      guard error == .noSpace, source?.isWhole ?? true, makeRoom(for: file, context) else { throw error }
    }
    return try body(file.writableDescriptor)
  }

  /// Notes that a change of the contents begins, in a document that is marked.
  private func beginMarkedChange(
    of file: OpenFile, makesRoom: Bool, _ context: RequestContext
  ) throws(ErrorNumber) {
    while true {
      while file.descriptor < 0 { try giveContents(to: file, context) }
      let needsMark = beginChange(of: file, context)
      // It may have followed another process to small contents just before.
      if file.descriptor < 0 {
        if file.cancelChange() { wakeReclaiming() }
        continue
      }
      guard needsMark else { return }
      let other: ItemAttributes?
      do throws(ErrorNumber) { other = try mark(file, context, makesRoom: makesRoom) } catch {
        if file.cancelChange() { wakeReclaiming() }
        throw error
      }
      // Another thread may have emptied it between the two.
      if other == nil, file.descriptor >= 0 { return }
      if file.cancelChange() { wakeReclaiming() }
      if let other { try moveBeforeChange(file, to: other, context) }
    }
  }

  /// Wakes who waits for the end of changes.
  private func wakeReclaiming() { changesOfPaused.withLock { changesOfPaused.broadcast() } }

  /// Moves an open document to the contents that it has now. What is written belongs there, and not to what the document had when it was opened.
  func moveBeforeChange(
    _ file: OpenFile, to row: ItemAttributes, _ context: RequestContext
  ) throws(ErrorNumber) {
    context.willBlock()
    if row.flags.contains(.dataless) {
      try download(row, context)
      throw .inputOutput
    }
    let theirs: OpenedContents
    do throws(StoreError) {
      theirs = try openContents(of: row, context)
    } catch {
      // They have changed again.
      if error.code == .damaged, try context.item(file.id)?.content != row.content { return }
      throw context.number(for: error)
    }
    // Not beside other changes, for which the document would stay where it is: then each would find that again, and none would get on.
    var moving: OpenedContents? = consume theirs
    try withoutChanges(of: file, context) { () throws(ErrorNumber) in file.follow(row, to: moving.take()) }
  }

  private func openContents(of row: ItemAttributes, _ context: RequestContext) throws(StoreError) -> OpenedContents {
    guard let content = row.content else { return .bytes([]) }
    return try context.now.open(content, flags: O_RDWR)
  }

  private func beginChange(of file: OpenFile, _ context: RequestContext) -> Bool {
    while true {
      if let needsMark = file.beginChange(at: .now, by: context.caller) { return needsMark }
      waitForReclaiming(context)
    }
  }

  /// Removes discarded contents that are still on the disk. What the document replaced is discarded first: without room
  /// for both, a loss of power may leave a document that was emptied as any disk would.
  private func makeRoom(for file: OpenFile, _ context: RequestContext) -> Bool {
    _ = try? change(context, mayUseReserve: true) { (transaction, _) throws(StoreError) in
      try transaction.dropReplaced(of: file.id)
    }
    return makeRoom(context)
  }

  /// Does something, and once more if there was no room for it and what the document replaced could be removed.
  private func withRoom<Result>(
    for file: OpenFile, _ context: RequestContext, _ body: () throws(ErrorNumber) -> Result
  ) throws(ErrorNumber) -> Result {
    do throws(ErrorNumber) { return try body() } catch {
      guard error == .noSpace, makeRoom(for: file, context) else { throw error }
    }
    return try body()
  }

  /// Marks a document before the first change of its contents, if it still has those that are open here.
  ///
  /// - Returns: The item, and nothing was done, when it has others.
  func mark(
    _ file: OpenFile, _ context: RequestContext, makesRoom: Bool
  ) throws(ErrorNumber) -> ItemAttributes? {
    let session = try writerSession(context)
    return try change(context, mayUseReserve: makesRoom) { (transaction, consequences) throws(StoreError) in
      guard let item = try transaction.reader.item(file.id) else { return nil }
      if file.hasOtherContents(than: item) { return item }
      try transaction.markChange(of: file.id, session: session)
      consequences.add { file.withState { $0.isMarked = true } }
      return nil
    }
  }

  /// Writes bytes at an offset of an open document.
  ///
  /// - Parameter isCached: Whether the kernel writes back a mapping: then privileges do not matter, and all bytes are written, or it fails.
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
    if isCached { return try writeBack(source, to: file, at: offset, context) }
    try dropPrivileges(of: file, context)
    return try write(source, to: file, at: offset, context)
  }

  /// Writes what the kernel has of a mapping. All of it: the kernel takes all for written, unless the answer is an error.
  private func writeBack(
    _ source: WriteSource, to file: OpenFile, at offset: Int64, _ context: RequestContext
  ) throws(ErrorNumber) -> Int {
    var rest = source
    while true {
      let written = try write(rest, to: file, at: offset + Int64(source.count - rest.count), context)
      rest = rest.dropping(written)
      if rest.count == 0 { return source.count }
      guard written > 0, rest.isWhole else { throw .noSpace }
    }
  }

  private func write(
    _ source: WriteSource, to file: OpenFile, at offset: Int64, _ context: RequestContext
  ) throws(ErrorNumber) -> Int {
    if case .memory(let bytes) = source, bytes.count <= SmallContents.largest,
      let small = file.beginSmallChange(bytes, at: offset, by: context.caller), try make(small, in: file, context)
    {
      return bytes.count
    }
    return try modify(file, context, from: source) { (descriptor) throws(ErrorNumber) in
      try source.write(to: descriptor, at: offset, systemCalls)
    }
  }

  /// Makes a change that was begun of a document whose contents lie in the database afterwards, in one commit with its row.
  ///
  /// - Parameters:
  ///   - request: What is set with it, if it is a change of the size: that leaves no mark.
  ///   - makesRoom: Whether the contents become smaller.
  /// - Returns: False, and nothing was changed, where the item has other contents, or no longer exists.
  private func make(
    _ small: SmallChange, in file: OpenFile, with request: AttributeRequest? = nil, makesRoom: Bool = false,
    _ context: RequestContext
  ) throws(ErrorNumber) -> Bool {
    let row: ItemAttributes?
    do throws(ErrorNumber) {
      let session = try writerSession(context)
      row = try withRoom(for: file, context) { () throws(ErrorNumber) in
        try change(
          context, mayUseReserve: makesRoom,
          whenMade: { (row: ItemAttributes?) in
            if let row { file.take(small, committedAs: row, isClosed: request != nil) }
          }
        ) { (transaction, _) throws(StoreError) -> ItemAttributes? in
          // The domain may have got a provider since it was mounted, to which this mount says nothing of what is open.
          if parked == nil, try transaction.hasProvider() { return nil }
          guard let item = try transaction.reader.item(file.id), item.content == small.former,
            !item.flags.contains(.dataless)
          else { return nil }
          let row = try asWriter(of: file, in: transaction) { () throws(StoreError) in
            try transaction.writeSmall(
              small.bytes, modified: small.time, to: item, isVersion: small.isVersion, session: session)
          }
          guard let request else { return row }
          try transaction.closeSmallWriting(of: file.id, session: session)
          return try setAttributes(request, of: file.id, in: transaction, context)
        }
      }
    } catch {
      if file.cancelChange() { wakeReclaiming() }
      throw error
    }
    if row == nil ? file.cancelChange() : file.endChange() { wakeReclaiming() }
    return row != nil
  }

  /// Takes set-user-ID and set-group-ID off a file whose contents a program without privileges is about to change.
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

  /// Empties a document, as `O_TRUNC` does.
  ///
  /// If no other program has it open, and its contents are on the disk, it has none any more, and the next change gives it others. The old ones stay
  /// until the new ones are on the disk, so that a loss of power leaves the one or the other. Otherwise it is truncated
  /// in place, if it has a file.
  func empty(_ file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    file.noteProgram(context.caller)
    try dropPrivileges(of: file, context)
    if try dropContents(of: file, context) { return }
    if file.noteEmptied() { return }
    try modify(file, context, makesRoom: true) { (descriptor) throws(ErrorNumber) in
      try change(context, mayUseReserve: true) { (transaction, _) throws(StoreError) in
        try transaction.forgetThatContentsAreOnDisk(file.id)
      }
      guard ftruncate(descriptor, 0) == 0 else { throw .last }
    }
  }

  /// Takes the contents from a document, unless they have to be truncated in place.
  ///
  /// - Parameter request: What else is set with the size, if this is not an opening: that leaves no mark.
  /// - Returns: Whether it has none now.
  private func dropContents(
    of file: OpenFile, with request: AttributeRequest? = nil, _ context: RequestContext
  ) throws(ErrorNumber) -> Bool {
    let (mayBeTaken, content) = file.withState { state in
      // Small contents are never changed in place: who has them open moves on.
      let isFree = state.handles == 1 && !state.isModified && state.attributes.size > 0
      return (
        !state.isUnlinked && state.hasContents && (state.bytes.map { !$0.isEmpty } ?? isFree), state.attributes.content
      )
    }
    guard mayBeTaken, !isMapped(file) else { return false }
    let session = try writerSession(context)
    let row = try change(
      context, mayUseReserve: true,
      whenMade: { (row: ItemAttributes?) in
        if let row { file.empty(as: row, isMarked: request == nil) }
      }
    ) { (transaction, _) throws(StoreError) -> ItemAttributes? in
      guard let item = try transaction.reader.item(file.id), item.content == content else { return nil }
      let row = try transaction.emptyContents(of: item, session: session)
      guard row != nil, let request else { return row }
      try transaction.closeSmallWriting(of: file.id, session: session)
      return try setAttributes(request, of: file.id, in: transaction, context)
    }
    return row != nil
  }

  /// Whether somebody has the contents of a document open that is closed here: a program that keeps a mapping of the file that the kernel had.
  private func isMapped(_ file: OpenFile) -> Bool {
    guard passthrough.registry != nil, file.withState({ $0.attributes.size }) >= Self.passedSize else { return false }
    return FileLease.isOpenElsewhere(file.descriptor) ?? false
  }

  /// Sets the size of a document's contents, and what is set with it.
  ///
  /// - Returns: The attributes as they are now.
  func resize(
    _ file: OpenFile, to size: Int64, with request: AttributeRequest, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    file.noteProgram(context.caller)
    if size == 0 {
      if try dropContents(of: file, with: request, context) { return file.nodeAttributes }
      // It has no contents, and needs none.
      if file.noteEmptied() { return try setAttributes(request, of: file, context) }
    }
    let old = file.withState { $0.live?.size ?? 0 }
    if let small = file.beginSmallChange(resizingTo: size),
      try make(small, in: file, with: request, makesRoom: old > size, context)
    {
      return file.nodeAttributes
    }
    let isCommitted: Bool
    do throws(ErrorNumber) {
      isCommitted = try modify(file, context, makesRoom: old > size) { (descriptor) throws(ErrorNumber) in
        try resize(descriptor, of: file, to: size, with: request, context)
      }
    } catch {
      // Where the cut failed after its commit, the size that the contents still have is committed at once.
      if file.withState({ $0.isModified && $0.inFlight == 0 }) { try? commit(file, context) }
      throw error
    }
    guard isCommitted else { return try setAttributes(request, of: file, context) }
    // The commit was made before the contents were cut, and so were the dates.
    var dates = AttributeRequest()
    (dates.size, dates.accessed, dates.modified) = (request.size, request.accessed, request.modified)
    if file.withState({ $0.isModified && $0.inFlight == 0 }), let now = try? setAttributes(dates, of: file, context) {
      return now
    }
    return file.nodeAttributes
  }

  /// Sets the size of contents and commits it, so that a failure changes neither: they become longer before the commit, and shorter after it.
  ///
  /// - Returns: False when it has to be committed otherwise, because the item has other contents, or no longer exists.
  private func resize(
    _ descriptor: Int32, of file: OpenFile, to size: Int64, with request: AttributeRequest, _ context: RequestContext
  ) throws(ErrorNumber) -> Bool {
    guard let old = OpenFile.status(of: descriptor).map({ Int64($0.st_size) }) else { throw .last }
    if size > old { guard ftruncate(descriptor, off_t(size)) == 0 else { throw .last } }
    let isCommitted: Bool
    do throws(ErrorNumber) { isCommitted = try commit(file, resizedTo: size, with: request, context) } catch {
      if size > old { _ = ftruncate(descriptor, off_t(old)) }
      throw error
    }
    guard size < old, ftruncate(descriptor, off_t(size)) != 0 else { return isCommitted }
    let error = ErrorNumber.last
    // The next commit has the size that they have.
    file.withState { $0.writes += 1 }
    throw error
  }

  /// Allocates, punches or zeroes a range (`fallocate(2)`).
  package func allocate(
    _ handle: HandleNumber, mode: Int32, offset: Int64, length: Int64, _ context: RequestContext
  ) throws(ErrorNumber) {
    let file = try document(handle, forWriting: true)
    try dropPrivileges(of: file, context)
    try modify(file, context) { (descriptor) throws(ErrorNumber) in
      guard systemCalls.allocate(descriptor, mode, offset, length) == 0 else { throw .last }
    }
  }

  /// How much is copied at once from a document that is here in parts.
  private static let mostOfParts = 1 << 20

  /// Copies a range from one open document to another, sharing blocks where the disk can.
  package func copy(
    from source: HandleNumber, at sourceOffset: Int64, to target: HandleNumber, at targetOffset: Int64, length: Int,
    _ context: RequestContext
  ) throws(ErrorNumber) -> Int {
    let input = try document(source)
    var length = length
    if input.hasParts {
      length = min(length, Self.mostOfParts)
      try require(sourceOffset, length, of: input, context)
    }
    let amount = length
    let output = try document(target, forWriting: true)
    try dropPrivileges(of: output, context)
    let place = input.place
    if let bytes = try place.smallBytes(at: sourceOffset, count: amount) {
      if bytes.isEmpty { return 0 }
      return try bytes.withUnsafeBufferPointer { (bytes) throws(ErrorNumber) in
        try write(.memory(UnsafeRawBufferPointer(bytes)), to: output, at: targetOffset, context)
      }
    }
    guard case .file(let read) = place else { return 0 }
    return try modify(output, context) { (descriptor) throws(ErrorNumber) in
      let count = systemCalls.copy(read, sourceOffset, descriptor, targetOffset, amount)
      guard count >= 0 else { throw .last }
      return count
    }
  }
}
