package import FileProviderStore

extension DomainsFolder {
  /// The name of the domain of a user's own contacts.
  package static let contacts = "contacts"
}
