import Synchronization

/// The links whose targets the kernel may have cached.
final class CachedLinks: Sendable {
  private let links = Mutex<Set<InodeNumber>>([])

  /// Notes that the target of a link was returned to a program.
  func note(_ inode: InodeNumber) { links.withLock { _ = $0.insert(inode) } }

  /// Removes and returns the links whose targets may be wrong once an item was moved: a target is a path.
  func take() -> Set<InodeNumber> {
    links.withLock { links in
      defer { links.removeAll() }
      return links
    }
  }
}
