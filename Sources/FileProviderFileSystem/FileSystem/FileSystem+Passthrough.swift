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

// Kernel passthrough: reads and writes of open documents never reach us. The page *Kernel passthrough* has the rules.
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
    if passthrough.isRefused { return nil }
    guard let backing = try backing(of: file, mode, context) else { return nil }
    if mode.isWritable {
      try synchronizeBeforePassing(file, context)
      try beginKernelWriting(of: file, mode, context)
      do throws(ErrorNumber) { try refresh(file, backing, mode, context) } catch {
        file.withState { $0.kernelWriters -= 1 }
        throw error
      }
      // From now on it asks each time.
      whenAttributesExpire(InodeNumber(file.id))
    } else {
      // Where it cannot be, mappings are of the former contents.
      try? refresh(file, backing, mode, context)
    }
    return OpenedBacking(number: backing.number, isServed: file.withState { $0.isDetached })
  }

  private func backing(
    of file: OpenFile, _ mode: OpenMode, _ context: RequestContext
  ) throws(ErrorNumber) -> Backing? {
    // None while the mount begins: then the document is open through the cache, which is a decision as well.
    let registry = passthrough.registry
    switch file.kernelAccess(from: Self.passedSize, isReady: registry != nil) {
    case .none: return nil
    case .file(let backing): return backing
    case .possible(let content):
      let mayHave = mode.isWritable ? try mayKernelWrite(file, context) : true
      return file.decideKernelAccess(mayHave ? registry.flatMap { Backing(content, file.descriptor, $0) } : nil)
    }
  }

  /// Gives the file that the kernel has the contents of the document, if another process has given it others: what is read and written could be requests,
  /// but mappings are of that file in any case. Those who have the former contents open have these from now on, too.
  private func refresh(
    _ file: OpenFile, _ backing: Backing, _ mode: OpenMode, _ context: RequestContext
  ) throws(ErrorNumber) {
    guard file.withState({ $0.isDetached }), !options.isReadOnly else { return }
    context.willBlock()
    // After a loss of power the document might get back what this file had.
    if try isNew(file, context) { try synchronize(file, context) }
    try withoutChanges(of: file, context) { () throws(ErrorNumber) in
      guard file.withState({ $0.isDetached && (mode.isWritable || $0.kernelWriters == 0) }) else { return }
      // Another mount may have brought it back, and write it.
      guard Self.waitBriefly({ !backing.hasWriter }) else { throw ErrorNumber(rawValue: ETXTBSY) }
      do throws(StoreError) { try file.refresh(backing) } catch { throw context.number(for: error) }
      guard !mode.isWritable || file.bringBack(to: backing) else { throw .last }
    }
  }

  /// Waits for a quarter of a second at most until something is so.
  private static func waitBriefly(_ isSo: () -> Bool) -> Bool {
    var pause: useconds_t = 1000
    while !isSo() {
      guard pause < 200_000 else { return false }
      usleep(pause)
      pause *= 2
    }
    return true
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
    while file.beginKernelWriting(mayBeMapped: mode.isReadable) {
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

  /// How many threads wait for the kernel at a time; others answer meanwhile.
  private static let mostWaiting = 8

  private func waitForKernel(_ isSo: () -> Bool) -> Bool {
    defer { waitingForKernel.subtract(1, ordering: .relaxed) }
    guard waitingForKernel.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else { return isSo() }
    return Self.waitBriefly(isSo)
  }

  /// Notes that a program that wrote a document through the kernel has closed it.
  ///
  /// - Returns: False when a mapping still writes it: then it stays open, until `closeLateWriters`.
  func endKernelWriting(of file: OpenFile, _ context: RequestContext) -> Bool {
    if file.endKernelWriting() { return true }
    context.willBlock()
    // The kernel reports the closing before its own writer is gone.
    if waitForKernel({ file.endKernelWriting() }) { return true }
    file.noteMapped()
    lateWriters.withLock { $0.append(file) }
    return false
  }
}
