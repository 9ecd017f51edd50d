import FileProviderStore

/// Whose a domain is: a provider's, or nobody's.
struct ProviderDomain {
  let name: DomainName

  init(_ name: DomainName) { self.name = name }

  /// The name of the provider that a store belongs to.
  func provider(_ store: ItemStore) throws -> String? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.setting("provider") }
  }

  /// Checks that this program's provider may serve the domain.
  func check(_ store: ItemStore) throws {
    guard let provider = try provider(store) else {
      guard try store.readCommitted({ (reader) throws(StoreError) in try reader.count(of: .everything) }) > 0 else {
        return
      }
      throw CommandFailure(
        "domain “\(name)”", "it is a local domain with items in it, and cannot become a provider's",
        remedy: "pick another with --domain", status: .unavailable)
    }
    if let own = HostProgram.current.providerName, provider != own {
      throw CommandFailure(
        "domain “\(name)”", "it belongs to the provider “\(provider)”, and this one is “\(own)”",
        remedy: "pick another with --domain", status: .unavailable)
    }
  }
}
