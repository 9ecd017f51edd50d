import FileProviderStore
import Synchronization

/// The views that were read last, each as of one generation of the store.
///
/// `ls -l` of a view asks for each of its entries; without this each answer would visit all members again.
final class ViewCache: Sendable {
  private struct View: Sendable {
    var node: VirtualNode
    var generation: Generation
    var entries: [VirtualEntry]
    var byName: [[UInt8]: Int]
  }

  private let views = Mutex<[View]>([])
  private static let capacity = 4
  /// The links whose targets the kernel may have cached.
  private let links = Mutex<Set<InodeNumber>>([])

  /// Notes that a program is told the target of a link.
  func noteLink(_ inode: InodeNumber) { links.withLock { _ = $0.insert(inode) } }

  /// Removes and returns the links whose targets may be wrong once an item was moved: a target is a path.
  func takeLinks() -> Set<InodeNumber> {
    links.withLock { links in
      defer { links.removeAll() }
      return links
    }
  }

  /// The entries of a view, made by `make` if they are not known for this generation.
  func entries(
    of node: VirtualNode, at generation: Generation, make: () throws(ErrorNumber) -> [VirtualEntry]
  ) throws(ErrorNumber) -> [VirtualEntry] {
    try view(node, generation, make).entries
  }

  /// The entry of a view with a name.
  func entry(
    _ name: UnsafeRawBufferPointer, of node: VirtualNode, at generation: Generation,
    make: () throws(ErrorNumber) -> [VirtualEntry]
  ) throws(ErrorNumber) -> VirtualEntry? {
    let view = try view(node, generation, make)
    return view.byName[Array(name)].map { view.entries[$0] }
  }

  private func view(
    _ node: VirtualNode, _ generation: Generation, _ make: () throws(ErrorNumber) -> [VirtualEntry]
  ) throws(ErrorNumber) -> View {
    if let known = views.withLock({ $0.first { $0.node == node && $0.generation == generation } }) { return known }
    let entries = try make()
    var byName: [[UInt8]: Int] = [:]
    for (index, entry) in entries.enumerated() { byName[entry.name] = index }
    let view = View(node: node, generation: generation, entries: entries, byName: byName)
    views.withLock { views in
      views.removeAll { $0.node == node }
      views.append(view)
      if views.count > Self.capacity { views.removeFirst() }
    }
    return view
  }
}
