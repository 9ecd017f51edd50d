// Here and not with the other calls, since `URLSessionTask` belongs to FoundationNetworking on Linux.
extension NSFileProviderManager {
  /// Tells the system which transfer is an item's. Without effect: the `Progress` that a call returns says how far it is.
  @preconcurrency
  public func register(
    _ task: URLSessionTask, forItemWithIdentifier itemIdentifier: NSFileProviderItemIdentifier,
    completionHandler completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    completion(nil)
  }

  /// As the form with a handler.
  public func register(
    _ task: URLSessionTask, forItemWithIdentifier itemIdentifier: NSFileProviderItemIdentifier
  ) async throws {}
}
