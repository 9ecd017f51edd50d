import FileProvider
import FileProviderTesting
import Foundation

/// The contents of a document whose name ends in “.png” are its thumbnail.
extension WrongProvider: NSFileProviderThumbnailing {
  func fetchThumbnails(
    for itemIdentifiers: [NSFileProviderItemIdentifier], requestedSize size: CGSize,
    perThumbnailCompletionHandler: @escaping @Sendable (NSFileProviderItemIdentifier, Data?, (any Error)?) -> Void,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    for (index, identifier) in itemIdentifiers.enumerated() where fault != .forgetsThumbnail || index > 0 {
      let item = base.tree[identifier.rawValue]
      var picture = item?.name.hasSuffix(".png") == true ? item?.contents : nil
      if let other = self.picture { picture = other }
      if fault == .thumbnailIsText { picture = Data("no such picture".utf8) }
      perThumbnailCompletionHandler(identifier, picture, nil)
      if fault == .thumbnailTwice { perThumbnailCompletionHandler(identifier, picture, nil) }
    }
    completionHandler(nil)
    return Progress()
  }
}

extension WrongProvider: NSFileProviderPartialContentFetching {
  func fetchPartialContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion,
    request: NSFileProviderRequest, minimalRange requestedRange: NSRange, aligningTo alignment: Int,
    options: NSFileProviderFetchContentsOptions,
    completionHandler:
      @escaping @Sendable (
        URL?, (any NSFileProviderItem)?, NSRange, NSFileProviderMaterializationFlags, (any Error)?
      ) -> Void
  ) -> Progress {
    let parts = RangeProvider(domain: domain, tree: base.tree)
    switch fault {
    case .partElsewhere: parts.behave(.elsewhere)
    case .partUnaligned: parts.behave(.few(requestedRange.length))
    case .partIsShort: parts.behave(.shortFile)
    default: parts.behave(.exact)
    }
    return parts.fetchPartialContents(
      for: itemIdentifier, version: understood(requestedVersion, of: itemIdentifier.rawValue), request: request,
      minimalRange: requestedRange, aligningTo: alignment, options: fault == .partOfOtherVersion ? [] : options
    ) { [self] url, item, range, flags, error in
      completionHandler(url, item.map(shown), range, flags, error)
    }
  }
}
