import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

// The kernel may write the backing file itself. What it has written is found by the file's size and time, whenever somebody asks.
extension OpenFile.State {
  /// Takes over what programs have written through the kernel since the last time.
  mutating func noteKernelWrites() {
    guard kernelWriters > 0, !isDetached, let now = backing?.stamp else { return }
    let time = Timestamp.now
    defer { stampTime = time }
    guard now != stamp else { return }
    stamp = now
    writes += 1
    hasKernelWrites = true
    // The file's time may be from a coarser clock than the store's, but it was written since it was looked at last.
    touched = max(now.modified, stampTime, touched)
    isWritten = true
  }

  /// Uses a row. If another process has given the document other contents, it keeps those that are open here, and their size, until it moves.
  mutating func assume(_ row: ItemAttributes) {
    let own = attributes.content
    attributes = row
    guard let own, own != row.content, file != nil, let live else { return }
    (attributes.content, attributes.size) = (own, live.size)
  }

  /// Opens the backing file once more, with other flags, for all that use the descriptor.
  mutating func reopen(_ flags: Int32) {
    guard let other = Backing.reopen(file.number, flags) else { return }
    replaceFile(by: other)
    isFileReadOnly = flags == O_RDONLY
  }
}

extension OpenFile {
  /// Takes over what programs have written through the kernel since the last time.
  func noteKernelWrites() { state.withLock { $0.noteKernelWrites() } }

  /// How the kernel gets at the contents of an open document.
  enum KernelAccess {
    /// Not by itself, until the document is closed by all.
    case none
    /// It may be given the file with these contents.
    case possible(ContentKey)
    case file(Backing)
  }

  /// - Parameter minimum: The size from which on the kernel is given the file.
  func kernelAccess(from minimum: Int64) -> KernelAccess {
    state.withLock { state in
      if let backing = state.backing { return .file(backing) }
      guard !state.isServed, !hasParts, !state.isModified, state.inFlight == 0, state.attributes.size >= minimum,
        let content = state.attributes.content
      else {
        state.isServed = true
        return .none
      }
      return .possible(content)
    }
  }

  /// Lets the kernel use a file, unless that is decided already, or the document has another one by now.
  ///
  /// - Parameter new: `nil` if it is not to be given one.
  /// - Returns: What is decided.
  func decideKernelAccess(_ new: Backing?) -> Backing? {
    state.withLock { state in
      if state.backing == nil, !state.isServed {
        if let new, new.content == state.attributes.content, new.isFile(of: state.file.number) {
          state.backing = new
        } else {
          state.isServed = true
        }
      }
      return state.backing
    }
  }

  /// Notes that a program is about to open the document, and the kernel to write for it.
  ///
  /// - Returns: Whether it must be marked first.
  func beginKernelWriting() -> Bool {
    state.withLock { state in
      if state.kernelWriters == 0, let now = state.backing?.stamp {
        state.stamp = now
        state.stampTime = .now
      }
      state.kernelWriters += 1
      return !state.isMarked && !state.isUnlinked
    }
  }

  /// Notes that the kernel does not write any more for one of those who opened the document.
  ///
  /// - Returns: False, and nothing is noted, when it is the last one and somebody can still write the file: a program that has mapped it and closed it.
  func endKernelWriting() -> Bool {
    state.withLock { state in
      guard let backing = state.backing, state.kernelWriters > 0 else { return true }
      if state.kernelWriters == 1 {
        // Ours would count.
        guard state.inFlight == 0 else { return false }
        if !state.isFileReadOnly { state.reopen(O_RDONLY) }
        if backing.hasWriter { return false }
      }
      // After the last chance to write.
      state.noteKernelWrites()
      state.kernelWriters -= 1
      return true
    }
  }

  /// Notes that a mapping remains of a document that all programs have closed.
  ///
  /// A page that is dirty already is written without another time of the file. So a commit may have been made between two such writes. From here on, the
  /// first change of each page sets the time.
  func noteMapped() {
    guard withState({ $0.hasKernelWrites }) else { return }
    fdatasync(descriptor)
    let now = Timestamp.now
    withState { state in
      state.writes += 1
      state.touched = max(now, state.touched)
    }
  }

  /// What system calls know the backing file by, open for writing.
  var writableDescriptor: Int32 {
    state.withLock { state in
      if state.isFileReadOnly { state.reopen(O_RDWR) }
      return state.file.number
    }
  }
}
