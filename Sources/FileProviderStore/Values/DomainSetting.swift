/// The settings of a store that describe its domain to a provider.
package enum DomainSetting {
  /// The provider that the domain belongs to.
  package static let provider = "provider"
  /// Present where the provider's items can have links (`user.fileprovider.links`).
  package static let links = "provider.links"
  /// The domain's identifier, where that is not the name of its folder.
  package static let identifier = "domain.identifier"
  /// The name that people see.
  package static let displayName = "domain.name"
  /// Present while the domain is out of service: why, in words for people.
  package static let disconnected = "domain.disconnected"
  /// Present while transfers are paused: see `TransferPause`.
  package static let paused = "domain.paused"
  /// Present where everything is transferred on metered networks.
  package static let metered = "domain.metered"
  /// Present where the user is not notified of what happens in the domain.
  package static let withoutNotices = "domain.withoutNotices"
  /// Present where file managers are to leave the domain out.
  package static let hidden = "domain.hidden"
  /// The provider's own facts, a property list in Base64.
  package static let userInfo = "domain.userInfo"
  /// Names this copy of the tree.
  package static let backingStore = "domain.backingStore"
  /// Present where the provider is not asked when people search.
  package static let withoutSearch = "domain.withoutSearch"
  /// What the domain offers to tests.
  package static let testingModes = "domain.testingModes"
}
