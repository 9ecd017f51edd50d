import FileProviderStore

/// The place of one of the many items that a command works on.
struct BulkPlace: Sendable {
  /// The path for messages.
  var path: String
  /// The path for patterns: from where the command begins.
  var inner: String

  func child(_ name: FileName) -> BulkPlace {
    BulkPlace(path: path + "/" + name.spelling, inner: inner + "/" + name.spelling)
  }
}
