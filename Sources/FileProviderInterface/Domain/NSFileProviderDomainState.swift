/// A provider that keeps facts about its whole domain.
///
/// Apple: File Provider / `NSFileProviderDomainState`.
public protocol NSFileProviderDomainState: NSObjectProtocol {
  /// The version that the facts belong to. The system asks for it after calls and enumerations.
  var domainVersion: NSFileProviderDomainVersion { get }

  /// The facts, as property-list values.
  var userInfo: [AnyHashable: Any] { get }
}
