/// A provider that has small pictures of its documents.
///
/// Apple: File Provider / `NSFileProviderThumbnailing`.
public protocol NSFileProviderThumbnailing: NSObjectProtocol {
  /// Fetches pictures for several items.
  ///
  /// - Parameters:
  ///   - itemIdentifiers: the items.
  ///   - size: the size wanted, in pixels.
  ///   - perThumbnailCompletionHandler: called once an item, with the picture's bytes, with neither picture nor error if
  ///     there is none, or with an error.
  ///   - completionHandler: called last, with an error if the whole did not succeed.
  @preconcurrency
  func fetchThumbnails(
    for itemIdentifiers: [NSFileProviderItemIdentifier], requestedSize size: CGSize,
    perThumbnailCompletionHandler:
      @escaping @Sendable (NSFileProviderItemIdentifier, Data?, (any Error)?) -> Void,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress
}
