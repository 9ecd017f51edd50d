import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

/// What the kernel is told of a document that it reads and writes itself.
package struct OpenedBacking: Sendable {
  /// By which it knows the file.
  package let number: Int32
  /// Whether reads and writes are requests all the same: the document has other contents by now than this file. The kernel refuses an opening
  /// without the file as long as others have it.
  package let isServed: Bool
}

// Kernel passthrough: reads and writes of open documents never reach us. The page *KernelEdge* has the rules.
extension FileSystem {
  /// The size from which documents are passed through. To open, read and close one again of 64 KiB, 256 KiB, 1 MiB and 4 MiB took 36, 76, 235 and 844 µs
  /// with it, and 26, 60, 246 and 887 µs from the kernel's cache without it.
  static let passedSize: Int64 = 1 << 20
  /// Free space of the disk, or a quarter of a small one, below which the kernel writes no documents itself: it would not remove what is discarded when the
  /// disk is full.
  private static let spareRoom: UInt = 256 << 20

  /// Gives the kernel the content file of a document that is being opened, if it may have it.
  func passThrough(
    _ file: OpenFile, _ mode: OpenMode, _ context: RequestContext
  ) throws(ErrorNumber) -> OpenedBacking? {
    guard let registry = passthrough.registry else { return nil }
    guard let backing = try backing(of: file, mode, registry, context) else { return nil }
    if mode.isWritable {
      try synchronizeBeforePassing(file, context)
      try beginKernelWriting(of: file, mode, context)
      // From now on it asks each time.
      whenAttributesExpire(InodeNumber(file.id))
    }
    return OpenedBacking(number: backing.number, isServed: file.withState { $0.isDetached })
  }

  private func backing(
    of file: OpenFile, _ mode: OpenMode, _ registry: BackingRegistry, _ context: RequestContext
  ) throws(ErrorNumber) -> Backing? {
    switch file.kernelAccess(from: Self.passedSize) {
    case .none: return nil
    case .file(let backing): return backing
    case .possible(let content):
      let mayHave = mode.isWritable ? try mayKernelWrite(file, context) : true
      return file.decideKernelAccess(mayHave ? Backing(content, file.descriptor, registry) : nil)
    }
  }

  /// Opens a document for the helper that replays changes, if the kernel has its file: an opening without that would be refused.
  package func openForReplay(_ inode: InodeNumber) -> OpenedFile? {
    guard let id = inode.item, let file = openFiles.retain(id) else { return nil }
    guard let backing = file.withState({ $0.backing }) else {
      release(file)
      return nil
    }
    return OpenedFile(
      handle: insertHandle(file, isWritable: false), mayBeKept: true,
      backing: OpenedBacking(number: backing.number, isServed: true))
  }

  /// Whether the kernel may write a document that nobody has open: contents were put on the disk, and there is room.
  private func mayKernelWrite(_ file: OpenFile, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    if try isNew(file, context) { return false }
    var room = statvfs()
    guard fstatvfs(file.descriptor, &room) == 0 else { return false }
    return room.f_bavail >= min(Self.spareRoom / max(room.f_frsize, 1), room.f_blocks / 4)
  }

  /// Whether the disk may have nothing of the contents, so that a loss of power may bring back those which they have replaced.
  private func isNew(_ file: OpenFile, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    try context.read { (reader) throws(StoreError) in try ContentReader(reader).isNew(file.id) }
  }

  /// Puts a document on the disk that programs read, before the kernel writes it for another one. What that one synchronizes by a mapping, or
  /// by `O_SYNC`, never reaches us, and must not be given up for the contents that these have replaced.
  private func synchronizeBeforePassing(_ file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    guard !file.withState({ $0.isMarked || $0.isUnlinked }), try isNew(file, context) else { return }
    try synchronize(file, context)
  }

  /// Marks a document that the kernel is about to write for a program.
  private func beginKernelWriting(of file: OpenFile, _ mode: OpenMode, _ context: RequestContext) throws(ErrorNumber) {
    file.noteProgram(context.caller)
    while file.beginKernelWriting() {
      let other: ItemAttributes?
      do throws(ErrorNumber) { other = try mark(file, context, makesRoom: mode.truncates) } catch {
        file.withState { $0.kernelWriters -= 1 }
        throw error
      }
      guard let other else { return }
      file.withState { $0.kernelWriters -= 1 }
      try moveBeforeChange(file, to: other, context)
    }
  }

  /// Notes that a program that wrote a document through the kernel has closed it.
  ///
  /// - Returns: False when a mapping still writes it: then it stays open, until `closeLateWriters`.
  func endKernelWriting(of file: OpenFile, _ context: RequestContext) -> Bool {
    if file.endKernelWriting() { return true }
    context.willBlock()
    file.noteMapped()
    lateWriters.withLock { $0.append(file) }
    return false
  }
}
