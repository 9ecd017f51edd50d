import FileProviderStore

/// The place of one of the many items that a command works on.
package struct BulkPlace: Sendable {
  /// The path for messages.
  package var path: String
  /// The path for patterns: from where the command begins.
  var inner: String

  package init(path: String, inner: String) {
    self.path = path
    self.inner = inner
  }

  func child(_ name: FileName) -> BulkPlace {
    BulkPlace(path: path + "/" + name.spelling, inner: inner + "/" + name.spelling)
  }
}
