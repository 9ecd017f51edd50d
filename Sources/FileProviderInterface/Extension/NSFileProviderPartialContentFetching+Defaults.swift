extension NSFileProviderPartialContentFetching {
  /// The same without options.
  @preconcurrency
  public func fetchPartialContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion,
    request: NSFileProviderRequest, minimalRange requestedRange: NSRange, aligningTo alignment: Int,
    completionHandler:
      @escaping @Sendable (
        URL?, (any NSFileProviderItem)?, NSRange, NSFileProviderMaterializationFlags, (any Error)?
      ) -> Void
  ) -> Progress {
    fetchPartialContents(
      for: itemIdentifier, version: requestedVersion, request: request, minimalRange: requestedRange,
      aligningTo: alignment, options: [], completionHandler: completionHandler)
  }
}
