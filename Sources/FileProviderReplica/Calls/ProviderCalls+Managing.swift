import FileProviderInterface

/// The calls to a provider that a user or an app asks for.
extension ProviderCalls {
  /// Performs an action of the provider's own on some items.
  ///
  /// - Throws: The provider's error; `featureUnsupported` for a provider without actions; `timedOut`; `stopped`.
  func perform(
    _ action: NSFileProviderExtensionActionIdentifier, on items: [NSFileProviderItemIdentifier]
  ) throws {
    guard let provider = box.provider as? any NSFileProviderCustomAction else {
      throw NSError(
        domain: NSCocoaErrorDomain, code: CocoaError.Code.featureUnsupported.rawValue,
        userInfo: [NSLocalizedDescriptionKey: "the provider implements no custom actions"])
    }
    let pending = PendingAnswer<Void>()
    try inFlight.during(cancel: { pending.answer(.failure(ReplicaError.stopped)) }) {
      let progress = ProgressBox(
        provider.performAction(identifier: action, onItemsWithIdentifiers: items) { error in
          if !pending.answer(error.map { .failure($0) } ?? .success(())) {
            noteLate("performAction", of: action.rawValue)
          }
        })
      do { try wait(for: pending, progress) } catch {
        progress.cancel()
        throw error
      }
    }
  }

  /// Notifies the provider that an import is complete.
  func importDidFinish() throws {
    let pending = PendingAnswer<Void>()
    try wait(for: pending) {
      box.provider.importDidFinish {
        let root = NSFileProviderItemIdentifier.rootContainer.rawValue
        if !pending.answer(.success(())) { noteLate("importDidFinish", of: root) }
      }
    }
  }

  var supportsSuppression: Bool { box.provider is any NSFileProviderUserInteractionSuppressing }

  /// - Throws: `stopped`; `disconnected`.
  func updateSuppression(of identifier: String, suppresses: Bool) throws -> Bool? {
    guard let provider = box.provider as? any NSFileProviderUserInteractionSuppressing else { return nil }
    try inFlight.check()
    if suppresses { provider.setInteractionSuppressed(true, forIdentifier: identifier) }
    return provider.isInteractionSuppressed(forIdentifier: identifier)
  }
}
