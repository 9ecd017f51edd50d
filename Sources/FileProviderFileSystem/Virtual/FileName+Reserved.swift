import FileProviderStore

extension FileName {
  /// Whether a mount has a folder of its own with this name in the root.
  package var isReservedInRoot: Bool {
    var text = string
    return text.withUTF8 { VirtualNode.isReserved(UnsafeRawBufferPointer($0)) }
  }
}
