import Synchronization

/// The presenters of this process, which nobody keeps.
///
/// None is read with `known` locked: ours may be the last reference to it by then, and its `deinit` may come here to remove it.
enum FilePresenters {
  private final class Weak: @unchecked Sendable {
    // Sendable because it never changes but when its presenter goes, which the runtime guards.
    weak var presenter: (any NSFilePresenter)?
    /// Which presenter it is, also while that goes.
    let identity: ObjectIdentifier

    init(_ presenter: any NSFilePresenter) {
      self.presenter = presenter
      identity = ObjectIdentifier(presenter)
    }
  }

  private static let known = Mutex<[Weak]>([])

  static var all: [any NSFilePresenter] { known.withLock { $0 }.compactMap(\.presenter) }

  static func add(_ presenter: any NSFilePresenter) {
    let added = Weak(presenter)
    let gone = known.withLock { $0 }.filter { $0.presenter == nil }
    known.withLock { known in
      if !gone.isEmpty { known.removeAll { one in gone.contains { $0 === one } } }
      known.append(added)
    }
  }

  static func remove(_ presenter: any NSFilePresenter) {
    let removed = ObjectIdentifier(presenter)
    known.withLock { $0.removeAll { $0.identity == removed } }
  }

  static func tellOfWriting(
    _ url: URL, _ options: NSFileCoordinator.WritingOptions, but asking: (any NSFilePresenter)?
  ) {
    if options.contains(.forDeleting) {
      tell(url, but: asking) {
        $0.accommodatePresentedItemDeletion { _ in }
      } below: {
        $0.accommodatePresentedSubitemDeletion(at: url) { _ in }
      }
    } else {
      tell(url, but: asking) {
        $0.presentedItemDidChange()
      } below: {
        $0.presentedSubitemDidChange(at: url)
      }
    }
  }

  static func tellOfMove(_ old: URL, _ new: URL, but asking: (any NSFilePresenter)?) {
    tell(old, but: asking) {
      $0.presentedItemDidMove(to: new)
    } below: {
      $0.presentedSubitem(at: old, didMoveTo: new)
    }
  }

  /// Calls who presents a file, and who presents a folder above it.
  private static func tell(
    _ url: URL, but asking: (any NSFilePresenter)?, _ itself: @escaping @Sendable (any NSFilePresenter) -> Void,
    below: @escaping @Sendable (any NSFilePresenter) -> Void
  ) {
    let path = url.standardizedFileURL.path
    for presenter in all where asking.map({ $0 !== presenter }) ?? true {
      guard let presented = presenter.presentedItemURL?.standardizedFileURL.path else { continue }
      // A presenter is called on its own queue, as its protocol says, and nowhere else.
      nonisolated(unsafe) let told = presenter
      if presented == path {
        presenter.presentedItemOperationQueue.addOperation { itself(told) }
      } else if path.hasPrefix(presented.hasSuffix("/") ? presented : presented + "/") {
        presenter.presentedItemOperationQueue.addOperation { below(told) }
      }
    }
  }
}
