import FileProvider
import FileProviderTesting
import Foundation
import Synchronization

/// A provider in memory that notes the requests with which enumerators and contents are asked for.
class AskedProvider: NSObject, ForwardingProvider, @unchecked Sendable {
  // Sendable: everything is constant but what has a lock; the compiler cannot know that of subclasses.
  let base: MemoryProvider
  private let noted = Mutex<[(call: String, request: NSFileProviderRequest)]>([])

  init(domain: NSFileProviderDomain, tree: MemoryTree) {
    base = MemoryProvider(domain: domain, tree: tree)
    super.init()
  }

  required convenience init(domain: NSFileProviderDomain) { self.init(domain: domain, tree: MemoryTree()) }

  /// The request of the last such call: `enumerator CONTAINER` or `fetch IDENTIFIER`.
  func request(_ call: String) -> NSFileProviderRequest? {
    noted.withLock { $0.last { $0.call == call }?.request }
  }

  private func note(_ call: String, _ request: NSFileProviderRequest) {
    noted.withLock { $0.append((call, request)) }
  }

  func enumerator(
    for container: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    note("enumerator \(container.rawValue)", request)
    return try base.enumerator(for: container, request: request)
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    note("fetch \(itemIdentifier.rawValue)", request)
    return base.fetchContents(
      for: itemIdentifier, version: requestedVersion, request: request, completionHandler: completionHandler)
  }
}
