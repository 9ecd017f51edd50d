/// A provider that can update an older copy of a document for less than a whole download.
///
/// Apple: File Provider / `NSFileProviderIncrementalContentFetching`.
public protocol NSFileProviderIncrementalContentFetching: NSObjectProtocol {
  /// Fetches a document's contents, starting from the copy that is here.
  ///
  /// The handler is used as in `fetchContents(for:version:request:completionHandler:)`.
  ///
  /// - Parameters:
  ///   - itemIdentifier: the document.
  ///   - requestedVersion: the version wanted; `nil` for the newest.
  ///   - existingContents: the copy that is here, the system's own file; do not change it.
  ///   - existingVersion: the version of that copy.
  ///   - request: who asks.
  ///   - completionHandler: the file, the item, or the error.
  @preconcurrency
  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    usingExistingContentsAt existingContents: URL, existingVersion: NSFileProviderItemVersion,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress
}
