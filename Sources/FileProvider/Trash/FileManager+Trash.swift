import Glibc

extension FileManager {
  /// Puts an item into the trash that the desktop shows (the trash specification of freedesktop.org): that of the person's home for what is on
  /// its file system, and that of the file system for anything else. A trash that is missing is made.
  ///
  /// - Parameters:
  ///   - url: The item.
  ///   - outResultingURL: Where it is in the trash. Its name may be another one there.
  /// - Throws: `CocoaError.featureUnsupported` for a file system that can have no trash of the person's; what keeps the item where it is.
  public func trashItem(at url: URL, resultingItemURL outResultingURL: UnsafeMutablePointer<NSURL?>?) throws {
    // Links on the way to the item are followed; the item may be a link itself.
    let folder = url.standardizedFileURL.deletingLastPathComponent().resolvingSymlinksInPath()
    let item = folder.appendingPathComponent(url.lastPathComponent)
    var status = Glibc.stat()
    guard lstat(item.path, &status) == 0 else { throw TrashFolder.failure(item) }
    for trash in TrashFolder.candidates(for: item, on: status.st_dev) {
      guard let place = try trash.take(item) else { continue }
      outResultingURL?.pointee = place as NSURL
      return
    }
    throw CocoaError(.featureUnsupported, userInfo: [NSFilePathErrorKey: item.path])
  }
}
