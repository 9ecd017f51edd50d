import FileProviderStore

/// Contents that the walker has read for the writer.
enum ImportedContents: Sendable {
  /// They are in a content file that no item has yet.
  case file(ContentKey)
  /// They are small, and the commit of their item writes them into the database.
  case small([UInt8])

  /// The content file, which is to be removed if no item gets it.
  var file: ContentKey? { if case .file(let key) = self { key } else { nil } }
}
