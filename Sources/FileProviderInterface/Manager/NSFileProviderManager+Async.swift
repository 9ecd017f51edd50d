// The calls about one domain in their `async` form.
extension NSFileProviderManager {
  /// As the form with a handler.
  public func signalEnumerator(for containerItemIdentifier: NSFileProviderItemIdentifier) async throws {
    try await completed { signalEnumerator(for: containerItemIdentifier, completionHandler: $0) }
  }

  /// As the form with a handler.
  public func signalErrorResolved(_ error: any Error) async throws {
    try await completed { signalErrorResolved(error, completionHandler: $0) }
  }

  /// As the form with a handler.
  public func evictItem(identifier itemIdentifier: NSFileProviderItemIdentifier) async throws {
    try await completed { evictItem(identifier: itemIdentifier, completionHandler: $0) }
  }

  /// As the form with a handler.
  public func requestDownloadForItem(
    withIdentifier itemIdentifier: NSFileProviderItemIdentifier, requestedRange: NSRange? = nil
  ) async throws {
    try await completed {
      requestDownloadForItem(withIdentifier: itemIdentifier, requestedRange: requestedRange, completionHandler: $0)
    }
  }

  /// As the form with a handler.
  public func requestModification(
    of fields: NSFileProviderItemFields, forItemWithIdentifier itemIdentifier: NSFileProviderItemIdentifier,
    options: NSFileProviderModifyItemOptions = []
  ) async throws {
    try await completed {
      requestModification(
        of: fields, forItemWithIdentifier: itemIdentifier, options: options, completionHandler: $0)
    }
  }

  /// As the form with a handler.
  public func reimportItems(below itemIdentifier: NSFileProviderItemIdentifier) async throws {
    try await completed { reimportItems(below: itemIdentifier, completionHandler: $0) }
  }

  /// As the form with a handler.
  public func waitForChanges(below itemIdentifier: NSFileProviderItemIdentifier) async throws {
    try await completed { waitForChanges(below: itemIdentifier, completionHandler: $0) }
  }

  /// As the form with a handler.
  public func waitForStabilization() async throws {
    try await completed { waitForStabilization(completionHandler: $0) }
  }

  /// As the form with a handler.
  public func disconnect(reason localizedReason: String, options: DisconnectionOptions = []) async throws {
    try await completed { disconnect(reason: localizedReason, options: options, completionHandler: $0) }
  }

  /// As the form with a handler.
  public func reconnect() async throws {
    try await completed { reconnect(completionHandler: $0) }
  }

  /// As the form with a handler.
  public func getUserVisibleURL(for itemIdentifier: NSFileProviderItemIdentifier) async throws -> URL {
    try await answered { getUserVisibleURL(for: itemIdentifier, completionHandler: $0) }
  }

  /// As ``getUserVisibleURL(for:)``, which some versions of the platform call so.
  public func userVisibleURL(for itemIdentifier: NSFileProviderItemIdentifier) async throws -> URL {
    try await getUserVisibleURL(for: itemIdentifier)
  }
}
