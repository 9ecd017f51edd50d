import FileProviderProcess
import FileProviderProgram
package import FileProviderStore
import Glibc

/// The provider of a domain, or none.
package struct ProviderDomain {
  package let name: DomainName

  package init(_ name: DomainName) { self.name = name }

  /// The name of the provider that a store belongs to.
  package func provider(_ store: ItemStore) throws -> String? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.setting("provider") }
  }

  /// Makes a store this provider's that a program of an earlier version named after the provider's class.
  ///
  /// Other providers' classes may have the same name, so only the program that served the store last may do that, or any if that one no longer exists.
  ///
  /// - Returns: Whether it is this provider's now.
  private func takeOver(_ store: ItemStore, from provider: String, as own: String) throws -> Bool {
    guard provider == HostProgram.current.formerProviderName, store.access == .changing else { return false }
    let recorded = try store.readCommitted { (reader) throws(StoreError) in try reader.setting(ProviderProgram.setting)
    }
    if let recorded, recorded != ProviderProgram.own, access(recorded, X_OK) == 0 { return false }
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try transaction.changeSetting(DomainSetting.provider, to: own)
    }
    return true
  }

  /// Checks that this program's provider may serve the domain.
  package func check(_ store: ItemStore) throws {
    guard let provider = try provider(store) else {
      guard try store.readCommitted({ (reader) throws(StoreError) in try LogReader(reader).count(of: .everything) }) > 0
      else {
        return
      }
      throw CommandFailure(
        "domain “\(name)”", "a local domain with items cannot be assigned to a provider",
        remedy: "choose another domain with --domain", status: .unavailable)
    }
    if let own = HostProgram.current.providerName, provider != own, try !takeOver(store, from: provider, as: own) {
      throw CommandFailure(
        "domain “\(name)”", "belongs to the provider “\(provider)”, not to “\(own)”",
        remedy: "choose another domain with --domain", status: .unavailable)
    }
  }
}
