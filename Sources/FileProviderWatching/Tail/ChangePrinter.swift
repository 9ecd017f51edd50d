package import FileProviderStore

/// Prints changes, one line for each event.
package protocol ChangePrinter: AnyObject {
  /// Prints the event `drop-everything`.
  func printDropEverything(at generation: Generation, resume: ContinuationToken) throws
  /// An item's event.
  func printChange(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws
  /// The end of a batch.
  func printAnchor(_ token: ContinuationToken, at generation: Generation) throws
  /// Forgets paths, which may be wrong from here on.
  func forgetPaths()
}

extension FolderPaths {
  /// The whole path of an item in a folder; in the root, where the folder is nowhere any more.
  package func shown(
    _ item: ItemID, named name: FileName, in folder: ItemID, _ reader: StoreReader
  ) throws(StoreError) -> String {
    try path(of: item, named: name, in: folder, reader) ?? "/" + name.spelling
  }
}
