package import FileProviderStore

/// Something the kernel may have in its caches and must drop.
package enum KernelNotice: Hashable, Sendable {
  /// A name in a folder may mean something else now, or nothing.
  case name(parent: InodeNumber, name: FileName)
  /// Attributes, contents or the cached listing of a node.
  case node(InodeNumber)
  /// Everything: the changes cannot be told any more.
  case everything
}
