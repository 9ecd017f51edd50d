// The domains of a program's provider.
extension NSFileProviderManager {
  private static func changeDomains(
    _ completionHandler: @escaping @Sendable ((any Error)?) -> Void,
    _ change: @escaping @Sendable (any System) throws -> Void
  ) {
    guard Registry.shared.system != nil else {
      return completionHandler(NSFileProviderError(.applicationExtensionNotFound))
    }
    Registry.shared.ask(change) { (_: Void?, error) in
      if error == nil { NotificationCenter.default.post(name: .fileProviderDomainDidChange, object: nil) }
      completionHandler(error)
    }
  }

  /// Adds a domain. One that is there gets the new name and the other properties that a provider sets.
  ///
  /// Ends with `applicationExtensionNotFound` where this program has no provider.
  @preconcurrency
  public class func add(
    _ domain: NSFileProviderDomain, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    changeDomains(completionHandler) { try $0.add(domain) }
  }

  /// As the form with a handler.
  public class func add(_ domain: NSFileProviderDomain) async throws {
    try await completed { add(domain, completionHandler: $0) }
  }

  /// Adds a domain with the files of a folder, which are uploaded as if they were made in the domain; then
  /// `importDidFinish` is called. The folder stays.
  ///
  /// Ends with `CocoaError.fileWriteFileExists` where the domain is there already.
  @preconcurrency
  public class func `import`(
    _ domain: NSFileProviderDomain, fromDirectoryAt url: URL,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    changeDomains(completionHandler) { try $0.add(domain, importing: url) }
  }

  /// As the form with a handler.
  public class func `import`(_ domain: NSFileProviderDomain, fromDirectoryAt url: URL) async throws {
    try await completed { self.import(domain, fromDirectoryAt: url, completionHandler: $0) }
  }

  /// Removes a domain with all that is in it.
  @preconcurrency
  public class func remove(
    _ domain: NSFileProviderDomain, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    changeDomains(completionHandler) { _ = try $0.remove(domain.identifier, mode: .removeAll) }
  }

  /// As the form with a handler.
  public class func remove(_ domain: NSFileProviderDomain) async throws {
    try await completed { remove(domain, completionHandler: $0) }
  }

  /// Removes a domain, and may keep some of its documents.
  ///
  /// - Parameters:
  ///   - domain: the domain.
  ///   - mode: what to keep.
  ///   - completionHandler: the folder with what was kept, if anything was, or the error.
  @preconcurrency
  public class func remove(
    _ domain: NSFileProviderDomain, mode: DomainRemovalMode,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) {
    Registry.shared.ask({ try $0.remove(domain.identifier, mode: mode) }) { url, error in
      if error == nil { NotificationCenter.default.post(name: .fileProviderDomainDidChange, object: nil) }
      completionHandler(url ?? nil, error)
    }
  }

  /// As the form with a handler.
  @discardableResult
  public class func remove(_ domain: NSFileProviderDomain, mode: DomainRemovalMode) async throws -> URL? {
    try await withCheckedThrowingContinuation { continuation in
      remove(domain, mode: mode) { url, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(url))
      }
    }
  }

  /// Removes all domains of this program's provider, and reports the first error; the others are removed all the same.
  @preconcurrency
  public class func removeAllDomains(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    changeDomains(completionHandler) { system in
      var failure: (any Error)?
      for domain in try system.domains() {
        do { _ = try system.remove(domain.identifier, mode: .removeAll) } catch { failure = failure ?? error }
      }
      if let failure { throw failure }
    }
  }

  /// As the form with a handler.
  public class func removeAllDomains() async throws {
    try await completed { removeAllDomains(completionHandler: $0) }
  }

  /// Lists the domains of this program's provider.
  @preconcurrency
  public class func getDomainsWithCompletionHandler(
    _ completionHandler: @escaping @Sendable ([NSFileProviderDomain], (any Error)?) -> Void
  ) {
    guard Registry.shared.system != nil else {
      return completionHandler([], NSFileProviderError(.applicationExtensionNotFound))
    }
    Registry.shared.ask({ try $0.domains() }) { completionHandler($0 ?? [], $1) }
  }

  /// As the form with a handler.
  public class func domains() async throws -> [NSFileProviderDomain] {
    try await withCheckedThrowingContinuation { continuation in
      getDomainsWithCompletionHandler { domains, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(domains))
      }
    }
  }
}
