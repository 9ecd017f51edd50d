import FileProviderStore

/// Prints changes, one line for each event.
protocol ChangePrinter: AnyObject {
  /// Prints the event that tells the reader to forget everything.
  func printDropEverything(at generation: Generation, resume: ContinuationToken) throws
  /// An item's event.
  func printChange(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws
  /// The end of a batch.
  func printAnchor(_ token: ContinuationToken, at generation: Generation) throws
  /// Forgets paths, which may be wrong from here on.
  func forgetPaths()
}

/// The paths of folders, spelled, remembered as long as nothing is moved.
struct PathCache {
  private var paths: [ItemID: [UInt8]] = [:]
  /// Changes come in runs below one folder.
  private var last: (id: ItemID, path: [UInt8])?

  /// The most folders that are remembered, more than a stretch of changes is about; then it starts again, so that
  /// memory stays bounded.
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

  /// Climbs one folder at a time, since the next one is mostly known: climbing to the root for each folder was a fifth
  /// of a line's cost.
  private mutating func read(_ folder: ItemID, _ reader: StoreReader) throws(StoreError) -> [UInt8] {
    if !folder.isFixed, let place = try reader.place(of: folder), place.parent != .trash {
      return try find(place.parent, reader) + Array((place.name.spelling + "/").utf8)
    }
    guard var path = try reader.path(of: folder) else { return Array("/".utf8) }
    if !path.hasSuffix("/") { path += "/" }
    return Array(path.utf8)
  }

  /// The whole path of an item in a folder. At the top of the trash it contains the user whose trash it is.
  mutating func path(
    of item: ItemID, named name: FileName, in folder: ItemID, _ reader: StoreReader
  ) throws(StoreError) -> String {
    if item == .root { return "/" }
    if folder == .trash, let path = try reader.path(of: item) { return path }
    return String(decoding: try prefix(of: folder, reader), as: UTF8.self) + name.spelling
  }
}
