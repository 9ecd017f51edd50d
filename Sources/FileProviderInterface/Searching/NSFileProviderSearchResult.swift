public import UniformTypeIdentifiers

/// An item that a provider found. Apple: File Provider / `NSFileProviderSearchResult`.
public protocol NSFileProviderSearchResult: NSObjectProtocol {
  /// The item.
  var itemIdentifier: NSFileProviderItemIdentifier { get }
  /// Its name.
  var filename: String { get }
  /// When it was made.
  var creationDate: Date? { get }
  /// When its contents changed.
  var contentModificationDate: Date? { get }
  /// When it was last opened.
  var lastUsedDate: Date? { get }
  /// Its type.
  var contentType: UTType { get }
  /// Its size, in bytes.
  var documentSize: NSNumber? { get }
}
