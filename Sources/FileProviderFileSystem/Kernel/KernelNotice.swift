package import FileProviderStore

/// Something that the kernel must drop if it is in its caches.
package enum KernelNotice: Hashable, Sendable {
  /// A name in a folder may mean something else now, or nothing.
  case name(parent: InodeNumber, name: FileName)
  /// Attributes, contents or the cached listing of a node.
  case node(InodeNumber)
  /// Everything: the log does not have the changes any more.
  case everything
}
