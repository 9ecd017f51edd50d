import Glibc

extension FileManager {
  /// Puts an item into the trash that the desktop shows (the trash specification of freedesktop.org): that of the person's home for what is on
  /// its file system, and that of the file system for anything else. A trash that is missing is made; one that others may write to, or have
  /// made, is not used.
  ///
  /// - Parameters:
  ///   - url: The item.
  ///   - outResultingURL: Where it is in the trash. Its name may be another one there.
  /// - Throws: `CocoaError.featureUnsupported` for a file system that can have no trash of the person's; what keeps the item where it is.
  public func trashItem(at url: URL, resultingItemURL outResultingURL: UnsafeMutablePointer<NSURL?>?) throws {
    let place = try TrashFolder.take(url, ProcessInfo.processInfo.environment)
    outResultingURL?.pointee = place as NSURL
  }
}

extension TrashFolder {
  /// Puts an item into the best trash there is.
  static func take(_ url: URL, _ environment: [String: String]) throws -> URL {
    // Links on the way to the item are followed; the item may be a link itself.
    let item = try ItemPath(url)
    var status = Glibc.stat()
    guard lstat(item.path, &status) == 0 else { throw failure(item.path) }
    for trash in candidates(for: item, on: status.st_dev, environment) {
      if let place = try trash.take(item) { return place }
    }
    throw CocoaError(.featureUnsupported, userInfo: [NSFilePathErrorKey: item.path])
  }
}
