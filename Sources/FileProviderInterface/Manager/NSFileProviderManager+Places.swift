// Where things of a domain are.
extension NSFileProviderManager {
  /// Finds the item at a path in a mount of a domain of this program's provider.
  @preconcurrency
  public class func getIdentifierForUserVisibleFile(
    at url: URL,
    completionHandler:
      @escaping @Sendable (NSFileProviderItemIdentifier?, NSFileProviderDomainIdentifier?, (any Error)?) -> Void
  ) {
    Registry.shared.ask({ try $0.identifier(ofFileAt: url) }) { completionHandler($0?.0, $0?.1, $1) }
  }

  /// As the form with a handler.
  public class func identifierForUserVisibleFile(
    at url: URL
  ) async throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier) {
    try await answered { handler in
      getIdentifierForUserVisibleFile(at: url) { item, domain, error in
        handler(item.flatMap { item in domain.map { (item, $0) } }, error)
      }
    }
  }

  /// As ``identifierForUserVisibleFile(at:)``, which some versions of the platform call so.
  public class func getIdentifierForUserVisibleFile(
    at url: URL
  ) async throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier) {
    try await identifierForUserVisibleFile(at: url)
  }

  /// A folder on the disk of the domain's contents: a file that is made here is handed over without being copied.
  ///
  /// What is left in it is removed when the domain's provider starts.
  public func temporaryDirectoryURL() throws -> URL {
    try domainSystem().temporaryDirectory(of: domainIdentifier)
  }

  /// A folder for the provider's own files about the domain. It is removed with the domain.
  public func stateDirectoryURL() throws -> URL {
    try domainSystem().stateDirectory(of: domainIdentifier)
  }

  /// Lists what has come to this machine: documents with their contents, and folders that were listed.
  ///
  /// Begin with an empty page.
  public func enumeratorForMaterializedItems() -> any NSFileProviderEnumerator {
    Registry.shared.system?.materializedItems(in: domainIdentifier) ?? FailingEnumerator()
  }

  /// Lists the changes that are not uploaded yet, each item with the error that delays it, if any.
  public func enumeratorForPendingItems() -> any NSFileProviderPendingSetEnumerator {
    Registry.shared.system?.pendingItems(in: domainIdentifier) ?? FailingEnumerator()
  }

  /// How far the transfers of the domain are, all of one kind together.
  ///
  /// - Parameter kind: `.downloading` or `.uploading`; of any other kind there are none.
  public func globalProgress(for kind: Progress.FileOperationKind) -> Progress {
    Registry.shared.system?.progress(of: kind, in: domainIdentifier) ?? Progress()
  }
}
