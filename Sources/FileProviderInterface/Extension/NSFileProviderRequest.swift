/// Who is behind a call to the provider.
///
/// Apple: File Provider / `NSFileProviderRequest`.
open class NSFileProviderRequest: NSObject, @unchecked Sendable {
  // Sendable because it never changes; the compiler cannot know that of subclasses.
  private struct Facts: Sendable {
    var isSystemRequest = false
    var isFileViewerRequest = false
    var requestingExecutable: URL?
    var domainVersion: NSFileProviderDomainVersion?
  }

  private let facts: Facts

  /// Whether the system itself asks, on behalf of no program.
  open var isSystemRequest: Bool { facts.isSystemRequest }

  /// Whether a file manager asks.
  open var isFileViewerRequest: Bool { facts.isFileViewerRequest }

  /// The program that asks, where it is known and may be named.
  open var requestingExecutable: URL? { facts.requestingExecutable }

  /// The version of the domain that was known when the change on disk was seen.
  open var domainVersion: NSFileProviderDomainVersion? { facts.domainVersion }

  /// Describes a caller.
  package init(
    isSystemRequest: Bool, isFileViewerRequest: Bool = false, requestingExecutable: URL? = nil,
    domainVersion: NSFileProviderDomainVersion? = nil
  ) {
    facts = Facts(
      isSystemRequest: isSystemRequest, isFileViewerRequest: isFileViewerRequest,
      requestingExecutable: requestingExecutable, domainVersion: domainVersion)
  }

  /// A request of no program in particular, as a provider's own tests need it.
  public override init() {
    facts = Facts()
  }
}
