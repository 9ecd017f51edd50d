import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

/// A document while it is open: one backing file, shared by all its handles, or the bytes of small contents.
///
/// While it is written its size is that of its contents, and size and times are committed when a writer is done.
/// An item that is unlinked meanwhile lives on here: its content file has no name any more, but the descriptor keeps
/// it, and its attributes are edited in memory.
final class OpenFile: Sendable {
  let id: ItemID
  /// Whether only parts of the contents may be here; see `FileSystem+Parts`. Asked with each read, so without the lock.
  var hasParts: Bool { isInParts.load(ordering: .relaxed) }
  private let isInParts: Atomic<Bool>
  /// Says in a domain with a provider that the document is open.
  private let opening: OpenDocument?
  let state: Mutex<State>

  /// - Parameters:
  ///   - contents: `nil` for a document that never had any.
  ///   - hasParts: Whether only parts of the contents may be here.
  ///   - opening: In a domain with a provider, taken before the row was read; `nil` for a document that has no name any more.
  init(
    id: ItemID, attributes: ItemAttributes, contents: consuming OpenedContents?, hasParts: Bool = false,
    opening: OpenDocument?
  ) {
    self.id = id
    self.opening = opening
    isInParts = Atomic(hasParts)
    state = Mutex(State(attributes: attributes, contents: contents))
  }

  func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

  /// What system calls know the backing file by, or -1. It stays open as long as this object.
  var descriptor: Int32 { state.withLock { $0.descriptor } }

  /// The contents, where they are in no file.
  var bytes: [UInt8]? { state.withLock { $0.bytes } }

  /// The result of `stat`: the attributes in memory, with size and times of the backing file if that was changed since the
  /// last commit.
  var nodeAttributes: NodeAttributes {
    state.withLock { state in
      state.noteKernelWrites()
      var node = NodeAttributes(state.attributes)
      if state.isUnlinked { node.links = 0 }
      // A mapping that is written changes nothing of what the kernel has cached.
      node.isVolatile = state.kernelWriters > 0
      if state.isModified {
        if let live = state.live { (node.size, node.blocks) = live }
        node.modified = state.touched
        node.changed = max(state.attributes.changed, state.touched)
      } else if state.attributes.flags.contains(.sparse), let live = Self.status(of: state.file.number) {
        node.blocks = Int64(live.st_blocks)
      }
      return node
    }
  }

  static func status(of descriptor: Int32) -> stat? {
    var status = stat()
    return descriptor >= 0 && fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Replaces the attributes by a row, unless a newer one is known already.
  func apply(_ row: ItemAttributes) {
    state.withLock { state in
      guard !state.isUnlinked, row.lastChange >= state.attributes.lastChange else { return }
      state.assume(row)
      if row.content == nil, !row.flags.contains(.dataless) { takeOffParts(&state) }
    }
  }

  /// Forgets the parts of a document that somebody has emptied: its first change makes it a file.
  private func takeOffParts(_ state: inout State) {
    guard hasParts, !state.isModified, state.inFlight == 0 else { return }
    if state.parts != nil { state.emptiedParts = state.file.take() }
    endParts(&state)
  }

  /// Notes that a document without contents was emptied: only its times change.
  ///
  /// - Returns: False, and nothing noted, when it has contents.
  func noteEmptied() -> Bool {
    let now = Timestamp.now
    return state.withLock { state in
      guard state.live?.size == 0, state.descriptor < 0 else { return false }
      state.writes += 1
      state.touched = now
      return true
    }
  }

  /// Uses the content file that a commit gave the document, with the mark that it is being written, unless it has one already.
  func take(_ file: consuming Descriptor?, committedAs row: ItemAttributes) {
    var file = file
    let isTaken = state.withLock { state in
      guard state.descriptor < 0, let file = file.take() else { return false }
      state.exchange(for: .file(file))
      state.attributes.content = row.content
      state.isNew = true
      state.isMarked = true
      return true
    }
    if isTaken { apply(row) }
  }

  /// Uses contents that somebody else gave the document, unless it has others by now than before.
  ///
  /// - Parameters:
  ///   - row: The row that has them.
  ///   - former: The contents that it had before.
  func adopt(_ contents: consuming OpenedContents, as row: ItemAttributes, after former: ContentKey?) {
    var contents: OpenedContents? = consume contents
    state.withLock { state in
      guard state.descriptor < 0, state.attributes.content == former, let contents = contents.take() else { return }
      state.exchange(for: contents)
      state.attributes = row
      // Whoever made the file may not have put its directory entry on the disk.
      state.isNew = state.bytes == nil
    }
  }

  /// Uses a file without a name, unless it has a file already.
  func adoptNameless(_ file: consuming Descriptor) {
    var file: Descriptor? = consume file
    state.withLock { state in
      guard state.descriptor < 0, let file = file.take() else { return }
      state.exchange(for: .file(file))
    }
  }

  /// Uses the file with the parts of the contents that are here, unless it does already.
  func adoptParts(_ content: ContentKey, _ file: consuming Descriptor?) {
    var file = file
    state.withLock { state in
      guard state.file == nil else { return }
      state.file = file.take()
      state.parts = content
    }
  }

  /// Notes that the document has all of its contents here, or none any more.
  private func endParts(_ state: inout State) {
    isInParts.store(false, ordering: .relaxed)
    state.parts = nil
  }

  /// Notes whose program changes the contents. What the kernel writes back of a mapping is no process's.
  func noteProgram(_ caller: Caller) {
    guard caller.process != 0 else { return }
    state.withLock { $0.writer = caller.user }
  }

  /// Notes that a change of the contents begins.
  ///
  /// - Parameter caller: Whose program changes them.
  /// - Returns: Whether it must be marked first; `nil` when it has to wait.
  func beginChange(at now: Timestamp, by caller: Caller? = nil) -> Bool? {
    state.withLock { state in
      if state.isPaused { return nil }
      state.noteBeginning(at: now, by: caller)
      return !state.isMarked && !state.isUnlinked
    }
  }

  /// Takes back that a change begins.
  ///
  /// - Returns: As `endChange()`.
  func cancelChange() -> Bool {
    state.withLock { state in
      state.writes -= 1
      // A commit may have counted it among the kernel's own writes.
      state.committed = min(state.committed, state.writes)
      return state.noteEndOfChange()
    }
  }

  /// Whether the item has been given contents since that are not those open here, and nothing was written to these that is not committed.
  ///
  /// What was written is made the item's contents by its own commit.
  func hasOtherContents(than row: ItemAttributes) -> Bool {
    state.withLock { state in
      state.noteKernelWrites()
      guard !state.isUnlinked, row.content != state.attributes.content,
        state.writes - UInt64(state.inFlight) == state.committed
      else { return false }
      return true
    }
  }

  /// Notes that a change of the contents has ended.
  ///
  /// - Returns: Whether a thread waits for that, and no other change is running.
  func endChange() -> Bool { state.withLock { $0.noteEndOfChange() } }

  /// Notes that a commit covers the changes up to one.
  func noteCommitted(_ writes: UInt64, as row: ItemAttributes) {
    state.withLock { state in
      state.committed = max(state.committed, writes)
      if state.kernelWriters > 0 { (state.hasCommittedKernelWrites, state.mayHideWrites) = (true, false) }
      if !state.isUnlinked, row.lastChange >= state.attributes.lastChange { state.assume(row) }
    }
  }

  /// Notes that a document has the changes up to one, which the provider's removal would have taken along.
  func noteRescued(_ writes: UInt64, as id: ItemID?) {
    state.withLock { state in
      state.committed = max(state.committed, writes)
      state.rescued = id
    }
  }

  /// Moves to contents that this mount has given the document.
  func install(_ contents: consuming OpenedContents?, as row: ItemAttributes, isMarked: Bool) {
    var contents = contents
    state.withLock { state in
      // The kernel goes on writing the file that it has, which is copied again with the next commit.
      if state.kernelWriters > 0 { return state.assume(row) }
      if let contents = contents.take() { state.exchange(for: contents) }
      state.attributes = row
      state.isMarked = isMarked
      state.isNew = true
      endParts(&state)
    }
  }

  /// Has no contents any more, which is committed.
  func empty(as row: ItemAttributes, isMarked: Bool) {
    install(.bytes([]), as: row, isMarked: isMarked)
    state.withLock { state in
      // Nobody has the former contents open: the kernel may be given these.
      if state.handles == 1, state.isDetached { (state.backing, state.isDetached) = (nil, false) }
      state.isWritten = true
    }
  }

  /// Moves to contents that another process has given the document, unless there are changes that are not committed.
  ///
  /// - Parameter contents: The new contents, or `nil` if they are not here: then those that are open serve until they are closed.
  func follow(_ row: ItemAttributes, to contents: consuming OpenedContents?) {
    var contents = contents
    state.withLock { state in
      guard !state.isUnlinked, row.lastChange >= state.attributes.lastChange else { return }
      let old = state.attributes
      state.attributes = row
      state.noteKernelWrites()
      // Emptying an empty document has changed nothing, so it does not hide what another process has written since.
      if state.descriptor < 0, state.inFlight == 0, state.live?.size == 0 { state.committed = state.writes }
      if !state.isModified, state.inFlight == 0, state.kernelWriters == 0, let contents = contents.take() {
        state.exchange(for: contents)
        endParts(&state)
      } else {
        // With their size: programs that have them open or mapped read them to their end, and no further.
        (state.attributes.content, state.attributes.size) = (old.content, old.size)
      }
    }
  }

  /// Notes that the item has no name any more.
  func noteUnlinked(at time: Timestamp) {
    state.withLock { state in
      state.isUnlinked = true
      state.attributes.changed = max(time, Timestamp(rawValue: state.attributes.changed.rawValue + 1))
    }
  }
}
