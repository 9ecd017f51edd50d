/// Who is behind a call to the provider.
///
/// Apple: File Provider / `NSFileProviderRequest`.
public final class NSFileProviderRequest: NSObject, Sendable {
  /// Whether the system itself asks, on behalf of no program.
  public let isSystemRequest: Bool

  /// Whether a file manager asks.
  public let isFileViewerRequest: Bool

  /// The program that asks, where it is known and may be told.
  public let requestingExecutable: URL?

  /// The version of the domain that was known when the change on disk was seen.
  public let domainVersion: NSFileProviderDomainVersion?

  /// Describes a caller.
  package init(
    isSystemRequest: Bool, isFileViewerRequest: Bool = false, requestingExecutable: URL? = nil,
    domainVersion: NSFileProviderDomainVersion? = nil
  ) {
    self.isSystemRequest = isSystemRequest
    self.isFileViewerRequest = isFileViewerRequest
    self.requestingExecutable = requestingExecutable
    self.domainVersion = domainVersion
  }

  /// A request of no program in particular, as a provider's own tests need it.
  public convenience override init() {
    self.init(isSystemRequest: false)
  }
}
