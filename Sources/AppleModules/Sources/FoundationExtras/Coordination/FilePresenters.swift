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

  /// Where a presenter's file is, as seen from the one that something happens to.
  private enum Relation: Sendable {
    case same
    /// It is a folder above.
    case above
    /// It is below, with this path from there.
    case below(String)

    init?(of presented: String, to path: String) {
      func isFolder(_ folder: String, of path: String) -> Bool { path.hasPrefix(folder == "/" ? folder : folder + "/") }
      if presented == path {
        self = .same
      } else if isFolder(presented, of: path) {
        self = .above
      } else if isFolder(path, of: presented) {
        self = .below(String(presented.dropFirst(path == "/" ? 1 : path.count + 1)))
      } else {
        return nil
      }
    }
  }

  static func tellOfWriting(
    _ url: URL, _ options: NSFileCoordinator.WritingOptions, but asking: (any NSFilePresenter)?
  ) {
    let isDeleted = options.contains(.forDeleting)
    tell(url, but: asking) { presenter, relation in
      switch relation {
      case .same where !isDeleted: presenter.presentedItemDidChange()
      case .same: presenter.accommodatePresentedItemDeletion { _ in }
      case .above where !isDeleted: presenter.presentedSubitemDidChange(at: url)
      case .above: presenter.accommodatePresentedSubitemDeletion(at: url) { _ in }
      // What is in a deleted folder is deleted as well.
      case .below: if isDeleted { presenter.accommodatePresentedItemDeletion { _ in } }
      }
    }
  }

  static func tellOfMove(_ old: URL, _ new: URL, but asking: (any NSFilePresenter)?) {
    tell(old, but: asking) { presenter, relation in
      switch relation {
      case .same: presenter.presentedItemDidMove(to: new)
      case .above: presenter.presentedSubitem(at: old, didMoveTo: new)
      case .below(let rest): presenter.presentedItemDidMove(to: new.appendingPathComponent(rest))
      }
    }
  }

  /// Calls who presents a file, a folder above it, or something below it.
  private static func tell(
    _ url: URL, but asking: (any NSFilePresenter)?,
    _ call: @escaping @Sendable (any NSFilePresenter, Relation) -> Void
  ) {
    let path = url.standardizedFileURL.path
    for presenter in all where asking.map({ $0 !== presenter }) ?? true {
      guard let presented = presenter.presentedItemURL?.standardizedFileURL.path,
        let relation = Relation(of: presented, to: path)
      else { continue }
      // A presenter is called on its own queue, as its protocol says, and nowhere else.
      nonisolated(unsafe) let told = presenter
      presenter.presentedItemOperationQueue.addOperation { call(told, relation) }
    }
  }
}
