/// A provider that can deliver a part of a document.
///
/// Apple: File Provider / `NSFileProviderPartialContentFetching`.
public protocol NSFileProviderPartialContentFetching: NSObjectProtocol {
  /// Fetches at least a range of a document's contents.
  ///
  /// The handler gets a file in which the bytes are at their own offsets, the item, the range that is there (from 0 to
  /// the document's size for all of it), what the system may conclude from holes in the file, or an error. The range is
  /// aligned at both ends, except at the end of the document.
  ///
  /// - Parameters:
  ///   - itemIdentifier: the document.
  ///   - requestedVersion: the version of which other parts may be here already.
  ///   - request: who asks.
  ///   - requestedRange: the bytes that are waited for.
  ///   - alignment: a power of two, in bytes, that the delivered range must be aligned to.
  ///   - options: whether another version will do.
  ///   - completionHandler: the outcome.
  @preconcurrency
  func fetchPartialContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion,
    request: NSFileProviderRequest, minimalRange requestedRange: NSRange, aligningTo alignment: Int,
    options: NSFileProviderFetchContentsOptions,
    completionHandler:
      @escaping @Sendable (
        URL?, (any NSFileProviderItem)?, NSRange, NSFileProviderMaterializationFlags, (any Error)?
      ) -> Void
  ) -> Progress
}
