import FileProviderStore

/// Prints what happened, a line an event.
protocol ChangePrinter: AnyObject {
  /// The event that says: forget everything.
  func printDropEverything(at generation: Generation, resume: ContinuationToken) throws
  /// An item's event.
  func printChange(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws
  /// The end of a batch.
  func printAnchor(_ token: ContinuationToken, at generation: Generation) throws
  /// What is remembered of paths may be wrong from here on.
  func forgetPaths()
}

/// The paths of folders as they are spelled, kept for as long as nothing is moved.
struct PathCache {
  private var paths: [ItemID: [UInt8]] = [:]
  /// Changes come in runs below one folder.
  private var last: (id: ItemID, path: [UInt8])?

  /// More than the folders that a stretch of changes is about; then it starts again, so that memory stays bounded.
  private static let capacity = 1 << 16

  mutating func removeAll() {
    paths.removeAll(keepingCapacity: true)
    last = nil
  }

  /// The path of a folder with a slash at its end.
  @inline(__always)
  mutating func prefix(of folder: ItemID, _ reader: StoreReader) throws(StoreError) -> [UInt8] {
    if let last, last.id == folder { return last.path }
    return try find(folder, reader)
  }

  private mutating func find(_ folder: ItemID, _ reader: StoreReader) throws(StoreError) -> [UInt8] {
    let path: [UInt8]
    if let known = paths[folder] {
      path = known
    } else {
      path = try read(folder, reader)
      if paths.count >= Self.capacity { paths.removeAll(keepingCapacity: true) }
      paths[folder] = path
    }
    last = (folder, path)
    return path
  }

  /// A step up at a time, since the folder above is mostly known: to climb to the root for each folder was a fifth of a line.
  private mutating func read(_ folder: ItemID, _ reader: StoreReader) throws(StoreError) -> [UInt8] {
    if !folder.isFixed, let place = try reader.place(of: folder), place.parent != .trash {
      return try find(place.parent, reader) + Array((place.name.spelling + "/").utf8)
    }
    guard var path = try reader.path(of: folder) else { return Array("/".utf8) }
    if !path.hasSuffix("/") { path += "/" }
    return Array(path.utf8)
  }

  /// The whole path of an item in a folder. At the top of the trash the path says whose trash it is.
  mutating func path(
    of item: ItemID, named name: FileName, in folder: ItemID, _ reader: StoreReader
  ) throws(StoreError) -> String {
    if item == .root { return "/" }
    if folder == .trash, let path = try reader.path(of: item) { return path }
    return String(decoding: try prefix(of: folder, reader), as: UTF8.self) + name.spelling
  }
}
