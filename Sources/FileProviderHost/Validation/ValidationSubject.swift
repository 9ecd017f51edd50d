import FileProviderDomains
import FileProviderInterface
import FileProviderProgram
import FileProviderStore
import Foundation

/// The provider under validation. It is created as in its process, but with separate folders: from the domain's store, only the domain's properties are read.
struct ValidationSubject {
  let provider: any NSFileProviderReplicatedExtension
  let domain: NSFileProviderDomain

  /// - Parameters:
  ///   - name: An existing domain; `nil` for a made-up one.
  ///   - scratch: A folder for what the provider keeps.
  init(_ name: DomainName?, scratch: URL) throws {
    guard let name else {
      guard let makeProvider = HostProgram.current.makeProvider else { throw Self.noProvider }
      domain = NSFileProviderDomain(
        identifier: NSFileProviderDomainIdentifier("fileprovider-validate"), displayName: "fileprovider-validate")
      Self.install(for: domain, scratch)
      provider = makeProvider(domain)
      return
    }
    do { try DomainDirectory.requireExistence(of: name) } catch let missing as NoDomainYet { throw missing.failure }
    let store = try DomainDirectory.open(name)
    let record = try DomainRecord(name, store)
    domain = record.domain
    try Self.copy(DomainFolder.state, of: store, to: scratch)
    Self.install(for: domain, scratch)
    if let makeProvider = HostProgram.current.makeProvider {
      try Self.check(record)
      provider = makeProvider(domain)
    } else if let carried = try CarriedProvider(of: store, name) {
      let state = CarriedProvider.stateFolder(store)
      // The settings only refer to the password: a killed validation leaves no copy behind.
      try Self.copy(
        state.lastPathComponent, of: store, to: scratch, without: [KeptPassword.name, KeptPassword.newName])
      provider = carried.makeProvider(domain, state: scratch.appendingPathComponent(state.lastPathComponent))
    } else {
      throw Self.noProvider
    }
  }

  private static var noProvider: CommandFailure {
    CommandFailure(
      "validate", "this program contains no provider",
      remedy: "run the provider's own program, or name a WebDAV domain with --domain", status: .unavailable)
  }

  /// Checks that a domain is this program's provider's.
  private static func check(_ record: DomainRecord) throws {
    let program = HostProgram.current
    guard let provider = record.provider, provider != program.providerName, provider != program.formerProviderName
    else { return }
    throw CommandFailure(
      "domain “\(record.name)”", "belongs to the provider “\(provider)”", remedy: "choose another domain with --domain",
      status: .unavailable)
  }

  private static func install(for domain: NSFileProviderDomain, _ scratch: URL) {
    NSFileProviderManager.install(ValidationSystem(domain, scratch))
  }

  /// What the provider keeps about the domain, such as how to sign in, as a copy: a mount may be using it.
  private static func copy(_ name: String, of store: ItemStore, to scratch: URL, without left: [String] = []) throws {
    let source = store.directory.appendingPathComponent(name, isDirectory: true)
    let files = FileManager.default
    guard files.fileExists(atPath: source.path) else { return }
    let target = scratch.appendingPathComponent(name, isDirectory: true)
    do {
      try files.createDirectory(at: target, withIntermediateDirectories: false)
      for file in try files.contentsOfDirectory(atPath: source.path) where !left.contains(file) {
        try files.copyItem(at: source.appendingPathComponent(file), to: target.appendingPathComponent(file))
      }
    } catch {
      throw CommandFailure(source.path, "cannot be copied: \(error.localizedDescription)")
    }
  }
}
