extension Writer {
  /// What an item is known by.
  struct Identity {
    let path: RemotePath
    let version: String
    /// The system's name for it, which is its number where items have one.
    let number: String

    /// Whether the item at a place is the expected one: without numbers, a document by its version. Folders cannot be distinguished there.
    func isSame(as entry: RemoteEntry) -> Bool {
      guard entry.path.isFolder == path.isFolder, !entry.isAnother(than: number) else { return false }
      return entry.cloud != nil || path.isFolder || entry.contentVersion == version
    }
  }
}
