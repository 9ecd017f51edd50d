import FileProvider

extension FileProviderExtension: NSFileProviderThumbnailing {
  func fetchThumbnails(
    for itemIdentifiers: [NSFileProviderItemIdentifier], requestedSize size: CGSize,
    perThumbnailCompletionHandler: @escaping (NSFileProviderItemIdentifier, Data?, Error?) -> Void,
    completionHandler: @escaping (Error?) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: Int64(itemIdentifiers.count))
    for identifier in itemIdentifiers {
      autoreleasepool {
        if let entry = backend.entry(identifier.rawValue), entry.name.hasSuffix(".png") {
          perThumbnailCompletionHandler(identifier, try? Data(contentsOf: backend.contents(of: entry.id)), nil)
        } else {
          perThumbnailCompletionHandler(identifier, nil, nil)
        }
        progress.completedUnitCount += 1
      }
    }
    completionHandler(nil)
    return progress
  }
}
