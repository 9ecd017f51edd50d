import ArgumentParser
import Contacts
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Foundation

/// The option that picks a domain of contacts.
struct ContactStoreOption: ParsableArguments {
  @Option(
    name: .customLong("domain"),
    help: "The domain of the contacts. Default: all, and “contacts” for what is added.",
    completion: Candidates.domains) var domain: String?

  /// The domain of contacts to change.
  private var name: String { domain ?? DomainsFolder.contacts }

  /// The folder of the store of contacts to change. A domain that is named exists.
  func url() throws -> URL {
    let name = try DomainName(name)
    if domain != nil { try DomainDirectory.requireExistence(of: name) }
    return DomainDirectory.url(of: name)
  }

  func store() throws -> CNContactStore {
    CNContactStore(domains: domain == nil ? CNContactStore.allDomains : [try url()])
  }

  /// A store of the contacts of all domains: links go beyond one.
  func wholeStore() throws -> CNContactStore {
    let all = CNContactStore.allDomains
    let own = try url()
    return CNContactStore(domains: all.contains { $0.path == own.path } ? all : all + [own])
  }

  /// The identifier of a container; nil for no name.
  func container(named name: String?, in store: CNContactStore) throws -> String? {
    guard let name else { return nil }
    guard let found = try store.containers(matching: nil).first(where: { $0.name == name }) else {
      throw CommandFailure(
        "container “\(name)”", "no such container", remedy: "create it as a folder in the root of the domain")
    }
    return found.identifier
  }

  /// Runs a command about contacts. Its errors name the domain.
  func reporting(_ body: () throws -> Void) throws {
    do { try body() } catch let error as CNError { throw failure(error) }
  }

  /// - Parameter what: What the error is of; nil for the domain.
  func failure(_ error: CNError, of what: String? = nil) -> CommandFailure {
    let facts = (error as NSError).userInfo
    let folder = (facts[NSFilePathErrorKey] as? String).map { URL(fileURLWithPath: $0).lastPathComponent }
    let what = what ?? "domain “\(folder ?? name)”"
    if let cause = facts[NSUnderlyingErrorKey] as? StoreError { return CommandFailure(what, cause) }
    return CommandFailure(what, error.localizedDescription)
  }
}

/// The option for where new contacts go.
struct ContactDestination: ParsableArguments {
  @Option(
    name: .customLong("container"),
    help: "The container, a folder in the root of the domain. Default: the first one, which is made if there is none.",
    completion: Candidates.containersOfContacts) var name: String?
}
