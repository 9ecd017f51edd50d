import FoundationExtras
import Synchronization
import TestSupport
import Testing

/// Who presents a file, and what it is told of coordinated writes.
@Suite struct FilePresenterTests {
  private final class Presenter: NSObject, NSFilePresenter, @unchecked Sendable {
    let presentedItemURL: URL?
    let presentedItemOperationQueue = OperationQueue()
    private let lock = NSLock()
    private var told: [String] = []

    init(_ path: String) { presentedItemURL = URL(fileURLWithPath: path) }

    var all: [String] {
      presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
      return lock.withLock { told }
    }
    private func note(_ text: String) { lock.withLock { told.append(text) } }

    func presentedItemDidChange() { note("changed") }
    func presentedItemDidMove(to newURL: URL) { note("moved to \(newURL.path)") }
    func accommodatePresentedItemDeletion(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
      note("deleted")
      completionHandler(nil)
    }
    func presentedSubitemDidChange(at url: URL) { note("changed \(url.lastPathComponent)") }
    func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {
      note("\(oldURL.lastPathComponent) moved to \(newURL.lastPathComponent)")
    }
    func accommodatePresentedSubitemDeletion(
      at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
      note("deleted \(url.lastPathComponent)")
      completionHandler(nil)
    }
  }

  /// Says nothing but what it presents.
  private final class Silent: NSObject, NSFilePresenter {
    var presentedItemURL: URL? { URL(fileURLWithPath: "/presented/folder/file") }
    let presentedItemOperationQueue = OperationQueue()
  }

  @Test func `hears of what others write, move and delete, and not of its own writes`() {
    let (folder, file, asking) = (
      Presenter("/presented/folder"), Presenter("/presented/folder/file"), Presenter("/presented/folder/file")
    )
    let silent = Silent()
    let all: [any NSFilePresenter] = [folder, file, asking, silent, Presenter("/presented/fold")]
    for presenter in all { NSFileCoordinator.addFilePresenter(presenter) }
    #expect(
      NSFileCoordinator.filePresenters.filter { $0.presentedItemURL?.path.hasPrefix("/presented") == true }.count == 5)
    let coordinator = NSFileCoordinator(filePresenter: asking)
    let (url, new) = (URL(fileURLWithPath: "/presented/folder/file"), URL(fileURLWithPath: "/presented/folder/new"))
    coordinator.coordinate(readingItemAt: url, options: [], error: nil) { _ in }
    coordinator.coordinate(writingItemAt: url, options: .forReplacing, error: nil) { _ in }
    coordinator.item(at: url, didMoveTo: new)
    coordinator.coordinate(writingItemAt: url, options: .forDeleting, error: nil) { _ in }
    for presenter in all { NSFileCoordinator.removeFilePresenter(presenter) }
    coordinator.coordinate(writingItemAt: url, options: [], error: nil) { _ in }
    #expect(Set(file.all) == ["changed", "moved to /presented/folder/new", "deleted"] && file.all.count == 3)
    #expect(Set(folder.all) == ["changed file", "file moved to new", "deleted file"] && folder.all.count == 3)
    #expect(asking.all.isEmpty && (all[4] as? Presenter)?.all == [])
    silent.presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
  }

  @Test func `hears of what happens to a folder that it is in`() {
    let (inner, beside, asking) = (
      Presenter("/presented/in/a/b"), Presenter("/presented/in2/a"), Presenter("/presented/in/a/b")
    )
    let all = [inner, beside, asking]
    for presenter in all { NSFileCoordinator.addFilePresenter(presenter) }
    let coordinator = NSFileCoordinator(filePresenter: asking)
    let (url, new) = (URL(fileURLWithPath: "/presented/in"), URL(fileURLWithPath: "/presented/other"))
    coordinator.coordinate(writingItemAt: url, options: .forReplacing, error: nil) { _ in }
    #expect(inner.all == [])
    coordinator.item(at: url, didMoveTo: new)
    #expect(inner.all == ["moved to /presented/other/a/b"])
    coordinator.coordinate(writingItemAt: url, options: .forDeleting, error: nil) { _ in }
    #expect(inner.all == ["moved to /presented/other/a/b", "deleted"])
    for presenter in all { NSFileCoordinator.removeFilePresenter(presenter) }
    #expect(beside.all == [] && asking.all == [])
  }

  @Test func `hears of what was meant to be written, when the block has returned that writes it`() {
    let (written, deleted, read) = (Presenter("/presented/w"), Presenter("/presented/d"), Presenter("/presented/r"))
    let all = [written, deleted, read]
    for presenter in all { NSFileCoordinator.addFilePresenter(presenter) }
    let queue = OperationQueue()
    let intents: [NSFileAccessIntent] = [
      .writingIntent(with: URL(fileURLWithPath: "/presented/w")),
      .writingIntent(with: URL(fileURLWithPath: "/presented/d"), options: .forDeleting),
      .readingIntent(with: URL(fileURLWithPath: "/presented/r")),
    ]
    let cancelled = NSFileCoordinator()
    cancelled.cancel()
    for coordinator in [cancelled, NSFileCoordinator(), NSFileCoordinator(filePresenter: written)] {
      coordinator.coordinate(with: intents, queue: queue) { _ in }
    }
    queue.waitUntilAllOperationsAreFinished()
    for presenter in all { NSFileCoordinator.removeFilePresenter(presenter) }
    #expect(written.all == ["changed"] && deleted.all == ["deleted", "deleted"] && read.all == [])
  }

  /// Removes itself when it goes.
  private final class Leaving: NSObject, NSFilePresenter, Sendable {
    var presentedItemURL: URL? { nil }
    let presentedItemOperationQueue: OperationQueue

    init(_ queue: OperationQueue) {
      presentedItemOperationQueue = queue
      super.init()
      NSFileCoordinator.addFilePresenter(self)
    }

    deinit { NSFileCoordinator.removeFilePresenter(self) }
  }

  @Test func `removes itself when it goes while others are looked through`() {
    let (queue, other) = (OperationQueue(), Presenter("/presented/other"))
    let isOver = Mutex(false)
    let (begun, looking) = (DispatchSemaphore(value: 0), DispatchGroup())
    for _ in 0..<2 {
      looking.enter()
      Thread.detachNewThread {
        begun.signal()
        while !isOver.withLock({ $0 }) { NSFileCoordinator.removeFilePresenter(other) }
        looking.leave()
      }
      begun.wait()
    }
    for _ in 0..<20_000 { _ = Leaving(queue) }
    isOver.withLock { $0 = true }
    looking.wait()
  }

  @Test func `is not kept`() {
    weak var gone: Presenter?
    do {
      let presenter = Presenter("/presented/gone")
      NSFileCoordinator.addFilePresenter(presenter)
      gone = presenter
    }
    #expect(gone == nil)
    #expect(!NSFileCoordinator.filePresenters.contains { $0.presentedItemURL?.path == "/presented/gone" })
  }
}
