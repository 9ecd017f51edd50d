import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

// The kernel may write the backing file itself. What it has written is found by the file's size and time, whenever somebody asks.
extension OpenFile.State {
  /// Notes how the file is now, of which everything is known.
  mutating func noteStamp() {
    stamp = backing?.stamp ?? stamp
    stampTime = .now
  }

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

  /// Notes that a mapping may have been written without another time of the file: a commit follows, with the date that there is.
  mutating func noteHiddenWrites() {
    if !isModified { touched = attributes.modified }
    writes += 1
    suspected = writes
  }
}

extension OpenFile {
  /// Takes over what programs have written through the kernel since the last time.
  func noteKernelWrites() { state.withLock { $0.noteKernelWrites() } }

  /// Notes that a program is about to open the document, and the kernel to write for it.
  ///
  /// - Parameter mayBeMapped: Whether that program may map it for writing, which takes a descriptor for both.
  /// - Returns: Whether it must be marked first.
  func beginKernelWriting(mayBeMapped: Bool) -> Bool {
    state.withLock { state in
      if state.kernelWriters == 0 {
        state.noteStamp()
        (state.mayBeMapped, state.hasCommittedKernelWrites, state.mayHideWrites) = (false, false, false)
      }
      state.kernelWriters += 1
      if mayBeMapped { state.mayBeMapped = true }
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
      if state.kernelWriters == 1, state.mayHideWrites, !state.isModified { state.noteHiddenWrites() }
      state.kernelWriters -= 1
      return true
    }
  }

  /// Notes that a program closes a descriptor of the document.
  func noteClosing() {
    state.withLock { state in
      guard state.kernelWriters > 0, state.mayBeMapped, state.hasCommittedKernelWrites else { return }
      state.noteKernelWrites()
      if !state.isModified { state.mayHideWrites = true }
    }
  }

  /// Notes that a program is about to synchronize the document.
  func noteSynchronizing() {
    state.withLock { state in
      guard state.kernelWriters > 0, state.mayBeMapped, state.hasCommittedKernelWrites else { return }
      state.noteKernelWrites()
      if !state.isModified { state.noteHiddenWrites() }
    }
  }

  /// Notes that everything that was written is on the disk, unless there were changes since: a mapping that is written from now on changes the time of the
  /// file.
  func noteClean(upTo writes: UInt64) {
    state.withLock { state in
      guard state.writes == writes else { return }
      (state.hasCommittedKernelWrites, state.mayHideWrites) = (false, false)
    }
  }

  /// Takes over what programs have written through the kernel, and waits for the end of writes that are under way: each has set the file's time already,
  /// and the rest of it would not change that any more. Setting the mode as it is takes the lock that they hold.
  ///
  /// - Returns: How many changes had been begun: all of these have ended.
  @discardableResult
  func awaitKernelWrites() -> UInt64 {
    let (isWriting, writes) = state.withLock { state in
      state.noteKernelWrites()
      return (state.kernelWriters > 0 && state.isModified, state.writes)
    }
    if isWriting, let mode = Self.status(of: descriptor)?.st_mode { fchmod(descriptor, mode & 0o7777) }
    return writes
  }

  /// Notes that a mapping remains of a document that all programs have closed.
  ///
  /// A page that is dirty already is written without another time of the file. So a commit may have been made between two such writes. From here on, the
  /// first change of each page sets the time.
  func noteMapped() {
    guard withState({ $0.hasKernelWrites }) else { return }
    fdatasync(descriptor)
    withState { $0.noteHiddenWrites() }
  }
}
