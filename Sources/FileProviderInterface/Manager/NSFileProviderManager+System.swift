extension NSFileProviderManager {
  /// The domains of this program's provider, as the host has them. The calls may take long, and are made on threads that may wait.
  package protocol System: AnyObject, Sendable {
    /// Whether there is such a domain. Does not wait.
    func hasDomain(_ domain: NSFileProviderDomainIdentifier) -> Bool
    func domains() throws -> [NSFileProviderDomain]
    func add(_ domain: NSFileProviderDomain) throws
    func add(_ domain: NSFileProviderDomain, importing directory: URL) throws
    /// - Returns: Where what was to be preserved is.
    func remove(_ domain: NSFileProviderDomainIdentifier, mode: DomainRemovalMode) throws -> URL?
    func identifier(ofFileAt url: URL) throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier)
    func userVisibleURL(of item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier) throws -> URL
    /// Has the provider's process do something, and waits for the outcome.
    func perform(_ call: Call, in domain: NSFileProviderDomainIdentifier) throws
    func materializedItems(in domain: NSFileProviderDomainIdentifier) -> any NSFileProviderEnumerator
    func pendingItems(in domain: NSFileProviderDomainIdentifier) -> any NSFileProviderPendingSetEnumerator
    /// A folder on the disk of the domain's contents, which is emptied now and then.
    func temporaryDirectory(of domain: NSFileProviderDomainIdentifier) throws -> URL
    /// A folder beside the domain's contents that is removed with the domain.
    func stateDirectory(of domain: NSFileProviderDomainIdentifier) throws -> URL
    func progress(of kind: Progress.FileOperationKind, in domain: NSFileProviderDomainIdentifier) -> Progress
  }
}

extension NSFileProviderManager.Registry {
  /// Has the system do something in a domain: what serves it in this process, or else its provider's process.
  func perform(
    _ call: NSFileProviderManager.Call, in domain: NSFileProviderDomainIdentifier,
    _ completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    if let backend = backend(for: domain) { return backend.perform(call, completionHandler: completion) }
    ask({ try $0.perform(call, in: domain) }) { (_: Void?, error) in completion(error) }
  }

  /// Asks the system on a thread that may wait.
  func ask<Value: Sendable>(
    _ question: @escaping @Sendable (any NSFileProviderManager.System) throws -> Value,
    _ completion: @escaping @Sendable (Value?, (any Error)?) -> Void
  ) {
    guard let system else { return completion(nil, NSFileProviderError(.providerDomainNotFound)) }
    Thread.detachNewThread {
      do { completion(try question(system), nil) } catch { completion(nil, error) }
    }
  }
}
