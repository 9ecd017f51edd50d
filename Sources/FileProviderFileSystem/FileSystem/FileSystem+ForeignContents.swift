import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

// Another process may give an open document other contents. A reader's descriptor then moves to the new ones. So does a
// writer's if all that it wrote is committed. Otherwise it stays, and its contents win when it commits, because it commits
// last, as with any file that two programs write.
extension FileSystem {
  /// Applies what other authors have changed to those of the documents that are open here.
  func followOpen(_ documents: [ItemID]) throws(StoreError) {
    for id in documents {
      guard let file = openFiles.find(id) else { continue }
      // The table of open documents is what requests see: a change that is acknowledged and not committed may have made the document, or given
      // it its contents.
      if let row = try store.readPresent({ (now) throws(StoreError) in try now.item(id) }) {
        follow(row, in: file)
      } else {
        file.noteUnlinked(at: .now)
      }
    }
  }

  /// Applies a row that another author has changed to the open document.
  func follow(_ row: ItemAttributes, in file: OpenFile) {
    guard row.content != file.withState({ $0.attributes.content }) else { return file.apply(row) }
    file.follow(row, to: contents(of: row))
  }

  private func contents(of row: ItemAttributes) -> OpenedContents? {
    guard let content = row.content else { return row.flags.contains(.dataless) ? nil : .bytes([]) }
    if content.isSmall {
      let bytes = try? store.readPresent { (now) throws(StoreError) in try now.smallContents(content) }
      return bytes.map { .bytes($0) }
    }
    guard let file = try? store.contents.open(content, flags: passthrough.isRefused ? O_RDWR : O_RDONLY) else {
      return nil
    }
    return .file(file)
  }

  /// Contents that were written to a document, in a file of their own.
  final class ReclaimedContents {
    let key: ContentKey
    /// In bytes.
    let size: Int64
    let isSparse: Bool
    /// How many changes had been begun when the copy was: it has all of these, and may have a part of others.
    let writes: UInt64
    private var contents: NewContents?

    fileprivate init(_ contents: ContentFiles, copyOf file: OpenFile, with writes: UInt64) throws(StoreError) {
      let copy = try Self.copy(file, in: contents)
      // The contents that these replace may be on the disk, and are discarded by the commit.
      try copy.synchronize()
      key = copy.key
      let made = OpenFile.status(of: copy.number)
      size = made.map { Int64($0.st_size) } ?? 0
      isSparse = ContentFiles.haveGaps(copy.number, size: size, blocks: made.map { Int64($0.st_blocks) } ?? 0)
      self.writes = writes
      self.contents = consume copy
    }

    private static func copy(_ file: OpenFile, in contents: ContentFiles) throws(StoreError) -> NewContents {
      switch file.place {
      case .bytes(let bytes): return try contents.create(bytes)
      case .file(let descriptor):
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
          throw StoreError(errno: errno, "cannot preserve written contents")
        }
        return try contents.createCopy(of: descriptor, status)
      }
    }

    /// Leaves these contents to the item that a change has given them to.
    func keep() { contents.take()?.keep() }

    /// Makes an open document use these contents, which a change has given to the item.
    func install(in file: OpenFile, as row: ItemAttributes) {
      guard let contents = contents.take()?.keep() else { return }
      file.install(.file(contents), as: row, isMarked: false)
    }
  }

  /// Makes what was written to a document its contents, although another process has given it others meanwhile.
  ///
  /// The content file that was written has lost its owner, so its bytes are copied. That may take long; only writes to
  /// this document wait for it.
  ///
  /// - Parameter body: Commits the copy that it is given. While it runs the document is not written.
  func reclaimContents<Result>(
    of file: OpenFile, _ context: RequestContext, _ body: (ReclaimedContents) throws(ErrorNumber) -> Result
  ) throws(ErrorNumber) -> Result {
    try withoutChanges(of: file, context) { () throws(ErrorNumber) in
      let writes = file.awaitKernelWrites()
      let copy: ReclaimedContents
      do throws(StoreError) {
        copy = try ReclaimedContents(store.contents, copyOf: file, with: writes)
      } catch { throw context.number(for: error) }
      return try body(copy)
    }
  }

  /// Does something while no change of a document's contents is under way: it waits for those that are, and no other begins.
  func withoutChanges<Result>(
    of file: OpenFile, _ context: RequestContext, _ body: () throws(ErrorNumber) -> Result
  ) throws(ErrorNumber) -> Result {
    context.willBlock()
    reclaiming.lock()
    defer { reclaiming.unlock() }
    file.withState { $0.isPaused = true }
    defer { file.withState { $0.isPaused = false } }
    changesOfPaused.withLock { while file.withState({ $0.inFlight > 0 }) { changesOfPaused.wait() } }
    return try body()
  }

  /// Waits until the contents that are held have moved.
  func waitForReclaiming(_ context: RequestContext) {
    context.willBlock()
    reclaiming.lock()
    reclaiming.unlock()
  }
}
