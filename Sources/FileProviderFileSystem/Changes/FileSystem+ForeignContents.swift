import FileProviderStore
import Foundation
import Glibc

// Somebody else may give an open document other contents. A reader's descriptor then moves to the new ones; a
// writer's stays, and when it commits, what it wrote wins: it is the last to say what the contents are, as with any
// file two programs write.
extension FileSystem {
  /// Takes over a row that somebody else has changed.
  func follow(_ row: ItemAttributes, in file: OpenFile) {
    guard row.content != file.withState({ $0.attributes.content }) else { return file.apply(row) }
    file.follow(row, to: row.content.flatMap { try? store.contents.open($0, flags: O_RDWR) } ?? -1)
  }

  /// Contents that were written to a document, in a file of their own.
  final class ReclaimedContents {
    fileprivate let contents: ContentFiles
    let key: ContentKey
    fileprivate var descriptor: Int32

    fileprivate init(_ contents: ContentFiles, copyOf descriptor: Int32) throws(StoreError) {
      self.contents = contents
      (key, self.descriptor) = try contents.createCopy(of: descriptor)
      // The contents that these take the place of may be on the disk, and go with the commit.
      guard fdatasync(self.descriptor) == 0 else { throw StoreError(errno: errno, "cannot keep what was written") }
      try contents.synchronizeEntries(of: [key])
    }

    deinit {
      guard descriptor >= 0 else { return }
      close(descriptor)
      contents.remove(key)
    }

    var size: Int64 { OpenFile.status(of: descriptor).map { Int64($0.st_size) } ?? 0 }

    /// Makes an open document use them; a change has given them to the item.
    func install(in file: OpenFile, as row: ItemAttributes) {
      file.install(descriptor, as: row, isMarked: false)
      descriptor = -1
    }
  }

  /// Makes what was written to a document its contents, although somebody else has given it others meanwhile.
  ///
  /// The content file that was written has lost its owner with them, so its bytes are copied. That may take long: nobody waits for it who does not
  /// write to the document.
  ///
  /// - Parameter body: Commits the copy that it is given. While it runs nobody writes to the document.
  func reclaimContents<Result>(
    of file: OpenFile, _ context: RequestContext, _ body: (ReclaimedContents) throws(ErrorNumber) -> Result
  ) throws(ErrorNumber) -> Result {
    context.willBlock()
    reclaiming.lock()
    defer { reclaiming.unlock() }
    file.withState { $0.isHeld = true }
    defer { file.withState { $0.isHeld = false } }
    // For as long as writes to the page cache take.
    while file.withState({ $0.inFlight > 0 }) { usleep(200) }
    let copy: ReclaimedContents
    do throws(StoreError) { copy = try ReclaimedContents(store.contents, copyOf: file.descriptor) } catch {
      throw context.number(for: error)
    }
    return try body(copy)
  }

  /// Waits until the contents of documents have moved that are moving.
  func waitForReclaiming(_ context: RequestContext) {
    context.willBlock()
    reclaiming.lock()
    reclaiming.unlock()
  }
}
