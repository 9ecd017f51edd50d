import FileProviderStore

extension FileName {
  /// Whether a mount has a folder of its own with this name in the root.
  package var isReservedInRoot: Bool { withBytes { VirtualNode.isReserved($0) } }
}
