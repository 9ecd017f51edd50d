// On Linux, Foundation's `replaceItemAt` fails where there is nothing to replace yet; on macOS the new item is put there, and extensions
// rely on it for the first contents of a file. Where there is something, Foundation's removes it and fails.
//
// A call of Foundation's method fits these exactly, without its default values, so that the compiler chooses these. Only a call with all four
// arguments remains Foundation's.
extension FileManager {
  /// Puts an item where another one is, or is to be.
  ///
  /// - Returns: Where it is now.
  @discardableResult
  public func replaceItemAt(_ originalItemURL: URL, withItemAt newItemURL: URL) throws -> URL? {
    try replaceOrMoveItem(at: originalItemURL, withItemAt: newItemURL)
  }

  /// Puts an item where another one is, or is to be.
  ///
  /// - Parameter backupItemName: The name that the replaced item keeps during the replacement, in the same folder.
  /// - Returns: Where it is now.
  @discardableResult
  public func replaceItemAt(
    _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String?
  ) throws -> URL? {
    try replaceOrMoveItem(at: originalItemURL, withItemAt: newItemURL, backupItemName: backupItemName)
  }

  /// Puts an item where another one is, or is to be.
  ///
  /// - Returns: Where it is now.
  @discardableResult
  public func replaceItemAt(
    _ originalItemURL: URL, withItemAt newItemURL: URL, options: FileManager.ItemReplacementOptions
  ) throws -> URL? {
    try replaceOrMoveItem(at: originalItemURL, withItemAt: newItemURL, options: options)
  }

  /// Puts an item where another one is, or is to be.
  ///
  /// Not Apple's: `replaceItemAt` with all four arguments is this in the packages that `adopt-provider.sh` makes. A file is replaced by one
  /// rename. It gets the permissions of the replaced one, except with `usingNewMetadataOnly`; other metadata are the new item's.
  ///
  /// - Returns: Where it is now.
  @discardableResult
  public func replaceOrMoveItem(
    at originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String? = nil,
    options: FileManager.ItemReplacementOptions = []
  ) throws -> URL? {
    do {
      try moveItem(at: newItemURL, to: originalItemURL)
    } catch CocoaError.fileWriteFileExists {
      try Replacement(originalItemURL, by: newItemURL, backupItemName, options).perform()
    }
    return originalItemURL
  }
}
