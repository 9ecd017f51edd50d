/// A request of the helper process, as far as it matters.
package enum ReplayRequest {
  case lookup(UnsafeRawBufferPointer, in: InodeNumber)
  case attributes(InodeNumber)
  case make(UnsafeRawBufferPointer, in: InodeNumber)
  case remove(UnsafeRawBufferPointer, in: InodeNumber)
  case rename(UnsafeRawBufferPointer, in: InodeNumber, to: UnsafeRawBufferPointer, newFolder: InodeNumber)
  case changeAttributes(InodeNumber)
  case open(InodeNumber)
  /// Changes nothing.
  case harmless
  /// Anything else.
  case other
}

/// The answer to the helper process.
package enum ReplayAnswer {
  /// The answer that every program gets.
  case ordinary
  /// - Parameter isLasting: Whether the kernel may keep the name.
  case entry(NodeAttributes, isLasting: Bool)
  case absent
  case attributes(NodeAttributes)
  case opened
  case done
  case refused
}
