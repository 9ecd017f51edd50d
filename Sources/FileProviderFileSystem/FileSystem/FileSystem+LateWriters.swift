import FileProviderStore
import LinuxSystem
package import Logging
import Synchronization

// A mapping that a program keeps after it has closed the document is of the content file itself, and writes it unseen. So the document stays open here
// until the kernel says that nobody can write the file any more. The same holds for programs that outlive the process of a mount: they go on writing.
extension FileSystem {
  /// Notes that others may still write documents: programs that have outlived the process of a mount, or a mount that was killed and has not ended.
  package func noteOutlived() { hasOutlived.store(true, ordering: .relaxed) }

  /// Closes documents that the last mapping has left, and commits what it wrote. To be called once a second, by one thread.
  package func closeLateWriters(logger: Logger) {
    reconcileOutlived(logger)
    let late = lateWriters.withLock { $0 }
    guard !late.isEmpty else { return }
    for file in late where file.endKernelWriting() {
      lateWriters.withLock { files in files.firstIndex { $0 === file }.map { _ = files.remove(at: $0) } }
      defer { release(file) }
      do throws(StoreError) {
        let context = try RequestContext(store, logger: logger)
        do throws(ErrorNumber) {
          try closeKernelWriting(of: file, context)
          noteWritten(file, by: 0)
        } catch {
          logger.error("cannot commit what was written to a mapped document: error \(error.rawValue)")
        }
      } catch { logger.error("cannot commit what was written to a mapped document: \(error)") }
    }
  }

  /// Commits what was written to a document, and takes over what others have done to it while the kernel wrote it.
  func closeKernelWriting(of file: OpenFile, _ context: RequestContext) throws(ErrorNumber) {
    try commit(file, context)
    guard file.withState({ $0.backing != nil && $0.kernelWriters == 0 && !$0.isUnlinked }) else { return }
    if let row = try context.item(file.id) { follow(row, in: file) }
  }

  /// Takes over what they have written, when they have ended.
  private func reconcileOutlived(_ logger: Logger) {
    guard hasOutlived.load(ordering: .relaxed) else { return }
    do throws(StoreError) {
      // As another author, so that the kernel is notified.
      let own = session.withLock { $0?.name }
      if try store.reconcileWriters(author: ChangeAuthor.store, isRepeated: true, excluding: own) {
        hasOutlived.store(false, ordering: .relaxed)
      }
    } catch { logger.warning("cannot look for what was written to a dead mount: \(error)") }
  }
}
