import FileProviderInterface
import FileProviderStore
import LinuxSystem

/// The thumbnails of a provider.
extension ProviderCalls {
  /// The largest picture that is taken, in bytes.
  static let largestThumbnail = 16 << 20

  /// Asks for pictures of some items.
  ///
  /// - Parameter side: The longest side wanted, in pixels.
  /// - Returns: What the provider has answered for each; `nil` for an item without a picture.
  /// - Throws: The provider's error, where it has answered for no item; `featureUnsupported` for a provider without pictures; `timedOut`; `stopped`.
  func thumbnails(
    of items: [NSFileProviderItemIdentifier], side: Int
  ) throws -> [NSFileProviderItemIdentifier: Result<Data?, any Error>] {
    guard let provider = box.provider as? any NSFileProviderThumbnailing else {
      throw NSError(
        domain: NSCocoaErrorDomain, code: CocoaError.Code.featureUnsupported.rawValue,
        userInfo: [NSLocalizedDescriptionKey: "the provider does not support thumbnails"])
    }
    let answers = Monitor([NSFileProviderItemIdentifier: Result<Data?, any Error>]())
    let pending = PendingAnswer<Void>()
    let failure: (any Error)? = try inFlight.during(cancel: { pending.answer(.failure(ReplicaError.stopped)) }) {
      let progress = ProgressBox(
        provider.fetchThumbnails(
          for: items, requestedSize: CGSize(width: side, height: side),
          perThumbnailCompletionHandler: { identifier, picture, error in
            answers.withLock { $0[identifier] = Self.answer(picture, error) }
          },
          completionHandler: { error in
            if !pending.answer(error.map { .failure($0) } ?? .success(())) {
              noteLate("fetchThumbnails", of: items.first?.rawValue ?? "")
            }
          }))
      do {
        try wait(for: pending, progress)
        return nil
      } catch {
        progress.cancel()
        return error
      }
    }
    var all = answers.withLock { $0 }
    if let failure {
      if all.isEmpty { throw failure }
      for item in items where all[item] == nil { all[item] = .failure(failure) }
    }
    return all
  }

  private static func answer(_ picture: Data?, _ error: (any Error)?) -> Result<Data?, any Error> {
    if let error { return .failure(error) }
    guard let picture, picture.count > largestThumbnail else { return .success(picture) }
    return .failure(ReplicaError.broken("a thumbnail has more than \(largestThumbnail) bytes"))
  }
}
