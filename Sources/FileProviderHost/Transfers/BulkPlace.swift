import FileProviderStore

/// Where one of many items is that a command works on.
struct BulkPlace: Sendable {
  /// For messages.
  var path: String
  /// For patterns: from where the command begins.
  var inner: String

  func child(_ name: FileName) -> BulkPlace {
    BulkPlace(path: path + "/" + name.spelling, inner: inner + "/" + name.spelling)
  }
}
