import FileProviderDomains
import FileProviderInterface
import FileProviderStore
import Foundation
import Glibc
import Synchronization

/// The domains of one provider on this machine, of this user: which folders they are in.
final class ManagedDomains: Sendable {
  struct Place {
    let name: DomainName
    let identifier: NSFileProviderDomainIdentifier
    var directory: URL { DomainDirectory.url(of: name) }
  }

  private struct Known {
    var file: ino_t
    var provider: String?
    var identifier: NSFileProviderDomainIdentifier
  }

  /// The provider's identity.
  let provider: String
  /// The values read from each store; its provider and its identifier never change once set.
  private let known = Mutex<[String: Known]>([:])

  init(provider: String) { self.provider = provider }

  /// All of them. A store that cannot be opened counts as a local domain.
  func all() throws -> [Place] {
    try DomainDirectory.names().compactMap { name in
      guard let known = known(name), known.provider == provider else { return nil }
      return Place(name: name, identifier: known.identifier)
    }
  }

  /// - Throws: `providerDomainNotFound`.
  func place(of identifier: NSFileProviderDomainIdentifier) throws -> Place {
    guard let place = try find(identifier) else { throw NSFileProviderError(.providerDomainNotFound) }
    return place
  }

  func find(_ identifier: NSFileProviderDomainIdentifier) throws -> Place? {
    // Most are in a folder of their own name.
    if let name = try? DomainName(identifier.rawValue), let known = known(name), known.provider == provider,
      known.identifier == identifier
    {
      return Place(name: name, identifier: identifier)
    }
    return try all().first { $0.identifier == identifier }
  }

  /// A name for the folder of a new domain: its identifier where that can be one and nothing is there.
  func freeName(for identifier: NSFileProviderDomainIdentifier) throws -> DomainName {
    let wished = try (try? DomainName(String(identifier.rawValue.prefix(100)))) ?? DomainName("domain")
    var (name, count) = (wished, 1)
    while access(DomainDirectory.url(of: name).path, F_OK) == 0 {
      count += 1
      name = try DomainName("\(wished)-\(count)")
    }
    return name
  }

  func withStore<Result>(_ place: Place, _ body: (ItemStore) throws -> Result) throws -> Result {
    if let lent = LentStores.store(in: place.directory) { return try body(lent) }
    return try body(DomainDirectory.open(place.name))
  }

  private func known(_ name: DomainName) -> Known? {
    let directory = DomainDirectory.url(of: name)
    var status = stat()
    guard stat(directory.path + "/items.sqlite", &status) == 0 else { return nil }
    let file = status.st_ino
    if let known = known.withLock({ $0[directory.path] }), known.file == file, known.provider != nil { return known }
    guard let store = opened(name),
      let record = try? DomainRecord(name, store)
    else { return nil }
    // A provider's initializer asks for folders of its domain before a first start has noted whose the domain is.
    let isServedHere = LentStores.store(in: directory) != nil
    let found = Known(
      file: file, provider: record.provider ?? (isServedHere ? provider : nil), identifier: record.identifier)
    known.withLock { $0[directory.path] = found }
    return found
  }

  private func opened(_ name: DomainName) -> ItemStore? {
    if let lent = LentStores.store(in: DomainDirectory.url(of: name)) { return lent }
    return try? DomainDirectory.open(name)
  }
}
