import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// A domain that a command makes, whole or not at all.
struct NewDomain {
  let name: DomainName

  /// - Throws: A failure when there is such a domain already.
  init(_ name: DomainName) throws {
    self.name = name
    try checkMissing()
  }

  private func checkMissing() throws {
    if DomainDirectory.exists(name) { throw CommandFailure("domain “\(name)”", "already exists") }
  }

  /// Makes it.
  ///
  /// - Parameters:
  ///   - connection: Its server; `nil` for a local domain.
  ///   - settings: Writes its settings.
  func make(
    _ connection: WebDAVConnection?, author: String,
    settings: (Transaction) throws(StoreError) -> Void = { (_) throws(StoreError) in }
  ) throws -> ItemStore {
    // Somebody may have made it while the password was asked for.
    try checkMissing()
    do {
      let store = try DomainDirectory.open(name, makes: true)
      try store.change(author: author, settings)
      if let connection { try connection.record(in: store, domain: name) }
      return store
    } catch {
      removeUnfinished()
      throw error
    }
  }

  /// Removes a domain that lacks what it was added with: left as a local one it would be in the way when it is added again.
  private func removeUnfinished() {
    let hasNoItems =
      try? LogReader(ItemStore(reading: DomainDirectory.url(of: name)).makeCommittedReader()).count(of: .everything)
      == 0
    // Who has used it meanwhile keeps it.
    if hasNoItems == true { try? DomainRemoval.remove(name) }
  }
}
