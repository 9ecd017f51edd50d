import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

// The kernel may be given the backing file, to read and write it itself.
extension OpenFile.State {
  /// Uses a row. If another process has given the document other contents, it keeps those that are open here, or none, and their size, until it moves.
  mutating func assume(_ row: ItemAttributes) {
    let own = attributes.content
    // Not of a document whose contents are read in parts.
    let isOpen = own == nil ? !attributes.flags.contains(.dataless) : hasContents
    attributes = row
    guard isOpen, own != row.content, let live else { return }
    (attributes.content, attributes.size) = (own, live.size)
  }

  /// Opens the backing file once more, with other flags, for all that use the descriptor.
  mutating func reopen(_ flags: Int32) {
    guard let other = Backing.reopen(file.number, flags) else { return }
    replaceFile(by: other.number)
    isFileReadOnly = flags == O_RDONLY
  }
}

extension OpenFile {
  /// How the kernel gets at the contents of an open document.
  enum KernelAccess {
    /// Not by itself, until the document is closed by all.
    case none
    /// It may be given the file with these contents.
    case possible(ContentKey)
    case file(Backing)
  }

  /// - Parameters:
  ///   - minimum: The size from which on the kernel is given the file.
  ///   - isReady: Whether it can be given files by now.
  func kernelAccess(from minimum: Int64, isReady: Bool) -> KernelAccess {
    state.withLock { state in
      if let backing = state.backing { return .file(backing) }
      guard isReady, !state.isServed, !hasParts, !state.isModified, state.inFlight == 0,
        state.attributes.size >= minimum, let content = state.attributes.content
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

  /// Gives the file that the kernel has the contents that are open here, unless it was given these already.
  ///
  /// - Throws: As a copy.
  func refresh(_ backing: Backing) throws(StoreError) {
    guard let target = Backing.reopen(backing.descriptor, O_RDWR) else {
      throw StoreError(errno: errno, "cannot open the contents that the kernel has")
    }
    var attempts = 0
    while true {
      let descriptor: Int32
      switch place {
      case .bytes(let bytes): return try Self.write(bytes, to: target.number)
      case .file(let number): descriptor = number
      }
      guard let now = Self.status(of: descriptor).map({ FileStamp($0) }) else {
        throw StoreError(errno: errno, "cannot examine contents")
      }
      if withState({ $0.refreshed }) == now { return }
      withState { $0.refreshed = nil }
      attempts += 1
      // Not emptied first: who has it mapped still reads it.
      do throws(StoreError) { try ContentCopier().copy(0..<now.size, from: descriptor, into: target.number) } catch {
        // Another mount has made them shorter.
        guard error.code == .unreadable, attempts < 10 else { throw error }
        continue
      }
      try Self.cut(target.number, to: now.size)
      return withState { $0.refreshed = now }
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(StoreError) {
    do throws(Errno) { try WholeFile.write(bytes, to: file) } catch {
      throw StoreError(errno: error.number, "cannot write the contents that the kernel has")
    }
    try cut(file, to: Int64(bytes.count))
  }

  private static func cut(_ file: Int32, to size: Int64) throws(StoreError) {
    guard ftruncate(file, off_t(size)) == 0 else {
      throw StoreError(errno: errno, "cannot shorten the contents that the kernel has")
    }
  }

  /// Uses the file that the kernel has again, which has the contents that are open here.
  ///
  /// - Returns: Whether it could be opened; otherwise the reason is in `errno`.
  func bringBack(to backing: Backing) -> Bool {
    guard let target = Backing.reopen(backing.descriptor, O_RDWR) else { return false }
    state.withLock { state in
      state.replaceFile(by: target.number)
      state.bytes = nil
      state.attributes.content = backing.content
      (state.isDetached, state.isFileReadOnly, state.refreshed) = (false, false, nil)
      state.noteStamp()
    }
    return true
  }

  /// What system calls know the backing file by, open for writing.
  var writableDescriptor: Int32 {
    state.withLock { state in
      if state.isFileReadOnly { state.reopen(O_RDWR) }
      return state.file.number
    }
  }
}
