/// A program's way to speak to the system about one domain.
///
/// In the provider's process and in an app's it is the same: what concerns the provider is passed on to its process, which
/// is started for that; the rest is read from the domain's store. After the domain is gone, calls end with
/// ``NSFileProviderError/Code/providerDomainNotFound``.
///
/// Every call has two spellings, with a handler, which is called once on any thread, and `async`. A subclass overrides the one
/// with the handler: the other calls it.
///
/// Apple: File Provider / `NSFileProviderManager`.
open class NSFileProviderManager: NSObject, @unchecked Sendable {
  // Sendable because it never changes; the compiler cannot know that of subclasses.
  package let domainIdentifier: NSFileProviderDomainIdentifier

  /// The manager of a domain; `nil` if there is no such domain of this program's provider.
  public init?(for domain: NSFileProviderDomain) {
    guard Registry.shared.knows(domain.identifier) else { return nil }
    domainIdentifier = domain.identifier
  }

  /// The same.
  public convenience init?(forDomain domain: NSFileProviderDomain) {
    self.init(for: domain)
  }

  /// Says that a container has changes. The system asks for them when it sees fit.
  ///
  /// In a replicated domain only a signal for `.workingSet` counts, since all changes are asked for there.
  ///
  /// - Parameters:
  ///   - containerItemIdentifier: the container.
  ///   - completion: called once the system took note, not once it has the changes.
  @preconcurrency
  open func signalEnumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier,
    completionHandler completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    perform(.signal(containerItemIdentifier), completion)
  }

  /// Says that the cause of an error is gone, so that everything it held up is tried again.
  ///
  /// Meant for `notAuthenticated`, `insufficientQuota`, `serverUnreachable`, `cannotSynchronize` and `excludedFromSync`.
  ///
  /// - Parameters:
  ///   - error: the error as the provider returned it; its domain and code count.
  ///   - completionHandler: called once the system took note.
  @preconcurrency
  open func signalErrorResolved(
    _ error: any Error, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let error = error as NSError
    perform(.errorResolved(domain: error.domain, code: error.code), completionHandler)
  }

  /// Drops the contents of a document from this machine, or of all documents below a folder.
  ///
  /// Ends with `unsyncedEdits`, `nonEvictable`, or `nonEvictableChildren` where something stays.
  @preconcurrency
  open func evictItem(
    identifier itemIdentifier: NSFileProviderItemIdentifier,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    perform(.evict(itemIdentifier), completionHandler)
  }

  /// Asks for the contents of a document, or for the listing of a folder.
  ///
  /// - Parameters:
  ///   - itemIdentifier: the item.
  ///   - requestedRange: the bytes of use, in a provider that can deliver a part; `nil` for all.
  ///   - completion: called once the system took note.
  @preconcurrency
  open func requestDownloadForItem(
    withIdentifier itemIdentifier: NSFileProviderItemIdentifier, requestedRange: NSRange? = nil,
    completionHandler completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    perform(.download(itemIdentifier, requestedRange), completion)
  }

  /// Asks for a call of `modifyItem` with at least these fields.
  ///
  /// Ends with `CocoaError.ubiquitousFileUnavailable` for the contents of an item that has none here.
  @preconcurrency
  open func requestModification(
    of fields: NSFileProviderItemFields, forItemWithIdentifier itemIdentifier: NSFileProviderItemIdentifier,
    options: NSFileProviderModifyItemOptions = [], completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    perform(.modify(fields, itemIdentifier, options), completionHandler)
  }

  /// Compares an item and all that is below it with the provider afresh. The handler is called once that has begun.
  @preconcurrency
  open func reimportItems(
    below itemIdentifier: NSFileProviderItemIdentifier, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    perform(.reimport(itemIdentifier), completionHandler)
  }

  /// Waits until what was changed here below an item is uploaded.
  @preconcurrency
  open func waitForChanges(
    below itemIdentifier: NSFileProviderItemIdentifier, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    perform(.waitForChanges(itemIdentifier), completionHandler)
  }

  /// Waits until what was changed here so far is uploaded, and then until the provider's changes are here.
  @preconcurrency
  open func waitForStabilization(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    perform(.waitForStabilization, completionHandler)
  }

  /// Takes the domain out of service: it can be browsed, and no call reaches the provider until ``reconnect(completionHandler:)``.
  ///
  /// - Parameters:
  ///   - localizedReason: the reason that users are shown.
  ///   - options: whether it is for a moment.
  ///   - completionHandler: called once no call is made any more.
  @preconcurrency
  open func disconnect(
    reason localizedReason: String, options: DisconnectionOptions = [],
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    perform(.disconnect(reason: localizedReason, isTemporary: options.contains(.temporary))) { [self] error in
      if error == nil { postDomainDidChange() }
      completionHandler(error)
    }
  }

  /// Takes the domain back into service.
  @preconcurrency
  open func reconnect(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    perform(.reconnect) { [self] error in
      if error == nil { postDomainDidChange() }
      completionHandler(error)
    }
  }

  /// Finds the path of an item in a mount of the domain.
  ///
  /// Ends with `providerDomainTemporarilyUnavailable` where the domain is not mounted.
  @preconcurrency
  open func getUserVisibleURL(
    for itemIdentifier: NSFileProviderItemIdentifier,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) {
    let domain = domainIdentifier
    Registry.shared.ask({ try $0.userVisibleURL(of: itemIdentifier, in: domain) }, completionHandler)
  }
}
