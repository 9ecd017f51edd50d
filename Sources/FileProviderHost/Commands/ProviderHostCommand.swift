import ArgumentParser
import FileProviderDomains
import FileProviderManaging
import FileProviderMounting
import FileProviderProcess
import FileProviderProgram
import FileProviderStore
import Foundation
import Glibc

/// `provider-host --domain NAME --store DIRECTORY`: internal. A mount of a provider's domain starts it, where no other has.
struct ProviderHostCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "provider-host", abstract: "Run the provider of a domain for its mounts.", shouldDisplay: false)

  @Option(name: .customLong("domain")) var domain: String
  @Option(name: .customLong("store")) var store: String
  /// The provider's program, where that is another than this one, which only becomes the store's owner.
  @Option(name: .customLong("program")) var program: String?

  var watchesSignals: Bool { true }
  var servesProvider: Bool { true }

  func run() throws {
    let name = try DomainName(domain)
    guard let place = try? ProcessPlace(storeIn: URL(fileURLWithPath: store, isDirectory: true)) else {
      throw CommandFailure("domain “\(name)”", "no store in \(store)", status: .unavailable)
    }
    if program != nil || geteuid() != place.owner { try becomeOwner(of: place) }
    try ProviderProcess(name, place).run()
  }

  /// Runs the provider's program as the store's owner, with nothing of ours.
  private func becomeOwner(of place: ProcessPlace) throws {
    guard let path = program ?? ProviderProgram.own else {
      throw CommandFailure("domain “\(domain)”", "program path unknown", status: .unavailable)
    }
    let words = [path, "provider-host", "--domain", domain, "--store", store]
    do { try OwnerProcess.replace(by: path, words: words, as: place.owner) } catch {
      throw CommandFailure(
        path, "cannot run as user \(place.owner): \(error)", status: .unavailable)
    }
  }
}
