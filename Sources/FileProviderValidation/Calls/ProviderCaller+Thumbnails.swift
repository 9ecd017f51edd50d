import FileProviderInterface
import Foundation

extension ProviderCaller {
  private static let thumbnailsName =
    "fetchThumbnails(for:requestedSize:perThumbnailCompletionHandler:completionHandler:)"
  private static let thumbnailSize = CGSize(width: 256, height: 256)

  /// Asks for thumbnails of some items.
  ///
  /// - Returns: Those that there are.
  func thumbnails(of items: Set<NSFileProviderItemIdentifier>) throws -> [NSFileProviderItemIdentifier: Data] {
    guard box.provider is any NSFileProviderThumbnailing else {
      throw Unmet("the provider does not support thumbnails")
    }
    let collector = ThumbnailCollector(items, ledger)
    let name = Self.thumbnailsName
    let end: (pictures: [NSFileProviderItemIdentifier: Data], errors: [NSError], failure: NSError?)
    end = try answer(to: name) { box, done in
      _ = (box.provider as? any NSFileProviderThumbnailing)?.fetchThumbnails(
        for: Array(items), requestedSize: Self.thumbnailSize,
        perThumbnailCompletionHandler: { collector.take($0, $1, $2) },
        completionHandler: { error in
          // Here, so that a later call is known to be late.
          let (pictures, errors) = collector.end(error as NSError?)
          done((pictures, errors, error as NSError?))
        })
    }
    for error in end.errors { _ = failure(error, of: name) }
    if let error = end.failure { throw failure(error, of: name) }
    return end.pictures
  }
}
