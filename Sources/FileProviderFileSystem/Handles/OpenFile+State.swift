import FileProviderStore
import Glibc
import LinuxSystem

extension OpenFile {
  /// What changes of an open document.
  struct State: ~Copyable {
    /// As in the store; once the document has no name, as edited here.
    var attributes: ItemAttributes
    /// The backing file; `nil` for a document that never had contents in one.
    var file: Descriptor?
    /// The contents, where they are in no file: small contents, or none after the document was emptied. The backing file is then what it was before, since
    /// other threads may be using its number.
    var bytes: [UInt8]?
    /// What these small contents stand for.
    var standing = SmallStanding.underWay
    var handles = 1
    var isUnlinked = false
    /// The document in the folder *Rescued* that has what was written since the provider removed this one.
    var rescued: ItemID?
    /// Of a document that is unlinked; those of others are in the store.
    var extendedAttributes: [ExactText: [UInt8]] = [:]
    /// Changes begun, and how many of them the store knows.
    var writes: UInt64 = 0
    var committed: UInt64 = 0
    /// Changes begun and not yet finished.
    var inFlight = 0
    /// Whether the store has a mark that the size in the row may not be the size of the contents.
    var isMarked = false
    /// Whether the content file was made by this opening, so that its directory entry may not be on the disk.
    var isNew = false
    /// Whether the directory entry is on the disk.
    var isEntrySynchronized = false
    /// Whether changes wait because the contents move to another file; see `FileSystem.reclaimContents`.
    var isPaused = false
    /// Whose program changed the contents last.
    var writer: UInt32?
    /// Whether the contents were changed since a program closed it last; see `WrittenFiles`.
    var isWritten = false
    /// The file with the parts that are here, if it is the backing file.
    var parts: ContentKey?
    /// The file with the parts of a document that somebody has emptied since; open because other threads may be using its number.
    var emptiedParts: Descriptor?
    /// What was asked for of what is not here.
    var readAhead = ReadAhead()
    /// When the contents were changed last. The backing file's own time is from a coarser clock than the store's.
    var touched = Timestamp(rawValue: 0)
    /// The backing file, if the kernel has it: then all that open the document are given it.
    var backing: Backing?
    /// Whether a program has the document open without that, which keeps the kernel from having the file.
    var isServed = false
    /// Whether the document has moved from the file that the kernel has to another one.
    var isDetached = false
    /// The file with the contents that the other one was given, so that mappings have them.
    var refreshed: FileStamp?
    /// For how many of those who opened the document the kernel may write the file.
    var kernelWriters = 0
    /// The file as it was when it was last looked at, and when that was.
    var stamp: FileStamp?
    var stampTime = Timestamp(rawValue: 0)
    /// Whether it has written it since the document was opened.
    var hasKernelWrites = false
    /// Whether some of them may have mapped it.
    var mayBeMapped = false
    /// Whether a commit has what the kernel has written so far. A page that was dirty then may be written to a mapping without another time of the file,
    /// until it is on the disk.
    var hasCommittedKernelWrites = false
    /// Whether somebody has closed the document since such a commit, and no other time of the file was found.
    var mayHideWrites = false
    /// The number of the change that is suspected for that reason.
    var suspected: UInt64?
    /// Whether the descriptor of the backing file is for reading only.
    var isFileReadOnly = false

    init(attributes: ItemAttributes, contents: consuming OpenedContents?) {
      self.attributes = attributes
      switch consume contents {
      case .some(.file(let file)):
        isFileReadOnly = Self.isReadOnly(file.number)
        self.file = consume file
      case .some(.bytes(let bytes)):
        self.bytes = bytes
        standing = Self.standing(of: bytes)
      case .none: break
      }
    }

    /// What system calls know the backing file by; -1 where the contents are in no file.
    var descriptor: Int32 { bytes == nil ? file.number : -1 }

    var hasContents: Bool { bytes != nil || file != nil }

    /// Whether the document has its small contents here, or none at all.
    var hasAllBytes: Bool {
      guard let content = attributes.content else { return true }
      return content.isSmall && bytes != nil
    }

    private static func isReadOnly(_ descriptor: Int32) -> Bool {
      descriptor >= 0 && fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY
    }

    /// What contents stand for that the document had before, or has got from others.
    private static func standing(of bytes: [UInt8]) -> SmallStanding { bytes.isEmpty ? .underWay : .version }

    var isModified: Bool { writes != committed }

    /// Whether the only change may be none.
    var isOnlySuspected: Bool { suspected == writes && committed &+ 1 == writes }

    /// Notes that a change of the contents begins.
    mutating func noteBeginning(at now: Timestamp, by caller: Caller?) {
      if let caller, caller.process != 0 { writer = caller.user }
      writes += 1
      inFlight += 1
      touched = now
      isWritten = true
    }

    /// Notes that the commit which is about to be made removes the mark: a write that begins meanwhile marks the document again after it.
    ///
    /// - Returns: Whether there was one.
    mutating func takeMark() -> Bool {
      defer { isMarked = false }
      return isMarked
    }

    /// - Returns: Whether a thread waits for the end of the changes that were running, and this was the last.
    mutating func noteEndOfChange() -> Bool {
      inFlight -= 1
      return isPaused && inFlight == 0
    }

    /// Replaces the contents, and the backing file for all that read and write with the descriptor.
    mutating func exchange(for other: consuming OpenedContents) {
      switch consume other {
      case .file(let other):
        isFileReadOnly = Self.isReadOnly(other.number)
        if file != nil { replaceFile(by: other.number) } else { file = consume other }
        bytes = nil
      case .bytes(let other):
        // The number stays open for as long as other threads use it, and must not keep the room that the former contents have on the disk.
        if file != nil, bytes == nil || other.isEmpty { replaceFile(by: other) }
        standing = Self.standing(of: other)
        bytes = other
      }
      if backing != nil { (isDetached, refreshed) = (true, nil) }
      isNew = false
      isEntrySynchronized = false
    }

    private static let noBytes = Descriptor.sealed(inMemory: "contents", [])

    /// Has the descriptor of the backing file be one of another file, in place: other threads use its number.
    func replaceFile(by other: Int32) { _ = dup3(other, file.number, O_CLOEXEC) }

    /// Has it be one of a file in memory with these bytes. If that cannot be made, the file stays.
    private func replaceFile(by bytes: [UInt8]) {
      if bytes.isEmpty { return replaceFile(by: Self.noBytes.number) }
      let copy = Descriptor.sealed(inMemory: "contents", bytes)
      if copy.number >= 0 { replaceFile(by: copy.number) }
    }

    /// The size of the contents as they are now, in bytes, and the room that they occupy, in units of 512 bytes; `nil` when the backing
    /// file does not answer.
    var live: (size: Int64, blocks: Int64)? {
      if let bytes { return (Int64(bytes.count), ContentFiles.usualBlocks(Int64(bytes.count))) }
      return file == nil ? (0, 0) : OpenFile.status(of: file.number).map { (Int64($0.st_size), Int64($0.st_blocks)) }
    }

    /// Whether the contents have holes, or room that nothing was written to.
    func haveGaps(_ live: (size: Int64, blocks: Int64)) -> Bool {
      bytes == nil && ContentFiles.haveGaps(file.number, size: live.size, blocks: live.blocks)
    }
  }
}

/// dup2(2) with `O_CLOEXEC`: a program that another thread starts at this moment inherits nothing. Swift's module of the C library leaves it out.
@_silgen_name("dup3") private func dup3(_ old: Int32, _ new: Int32, _ flags: Int32) -> Int32
