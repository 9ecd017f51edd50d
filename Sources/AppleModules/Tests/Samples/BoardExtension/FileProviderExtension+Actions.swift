import FileProvider

enum BoardAction {
  static let star = NSFileProviderExtensionActionIdentifier("org.example.board.star")
  static let unstar = NSFileProviderExtensionActionIdentifier("org.example.board.unstar")
}

extension FileProviderExtension: NSFileProviderCustomAction {
  func performAction(
    identifier actionIdentifier: NSFileProviderExtensionActionIdentifier,
    onItemsWithIdentifiers itemIdentifiers: [NSFileProviderItemIdentifier],
    completionHandler: @escaping (Error?) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: Int64(itemIdentifiers.count))
    switch actionIdentifier {
    case BoardAction.star, BoardAction.unstar:
      logger.log("\(actionIdentifier.rawValue, privacy: .public) on \(itemIdentifiers.count) items")
      do {
        for identifier in itemIdentifiers {
          guard var entry = backend.entry(identifier.rawValue) else { throw NSFileProviderError(.noSuchItem) }
          entry.isStarred = actionIdentifier == BoardAction.star
          _ = try backend.save(entry)
          progress.completedUnitCount += 1
        }
      } catch {
        completionHandler(error)
        return progress
      }
      NSFileProviderManager(for: domain)?.signalEnumerator(for: .workingSet) { error in
        if let error = error { self.logger.error("signalling failed: \(error.localizedDescription)") }
        completionHandler(nil)
      }
    default:
      completionHandler(NSError(domain: NSCocoaErrorDomain, code: NSFeatureUnsupportedError, userInfo: nil))
    }
    return progress
  }
}
