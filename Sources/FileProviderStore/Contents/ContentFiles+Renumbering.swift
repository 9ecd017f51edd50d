import Glibc

extension ContentFiles {
  /// Gives a content file another number, which is on the disk when this returns. Whoever has it open still has it.
  ///
  /// - Returns: The new number. The old one means nothing any more.
  /// - Throws: `damaged` when it is gone; `full` or `inputOutput`.
  package func renumber(_ old: ContentKey) throws(StoreError) -> ContentKey {
    let place = try create()
    guard renameat(descriptor, Self.path(old), descriptor, Self.path(place.key)) == 0 else {
      let code = errno
      if code == ENOENT { throw StoreError(.damaged, "the content file \(Self.path(old)) is missing") }
      throw StoreError(errno: code, "cannot rename a content file")
    }
    try synchronizeEntries(of: [old, place.key])
    let key = place.key
    place.keep()
    return key
  }
}
