import FileProviderStore
import Foundation
import Glibc

/// Finds out whether any process has a store open, whatever environment it runs in.
enum DomainUse {
  /// Whether a store is open in any process.
  static func isInUse(_ store: URL) -> Bool {
    MountRegistry.notes().contains { $0.store == store.path } || StoreUse.isInUse(store)
  }

  /// Gives a domain's directory another name while nobody uses it, and nobody can begin to.
  ///
  /// - Throws: When somebody uses it; why it cannot be renamed.
  static func rename(_ name: DomainName, to url: URL, failing verb: String) throws {
    let what = "domain “\(name)”"
    let directory = DomainDirectory.url(of: name)
    let isRenamed: Bool?
    do {
      isRenamed = try StoreUse.ifUnused(directory) { Glibc.rename(directory.path, url.path) == 0 }
    } catch { throw CommandFailure(what, error) }
    switch isRenamed {
    case true?: return
    case false?: throw CommandFailure(what, "it cannot be \(verb): \(System.reason())")
    case nil: throw inUse(name)
    }
  }

  static func inUse(_ name: DomainName) -> CommandFailure {
    CommandFailure("domain “\(name)”", "it is in use", remedy: "end the mounts and commands that use it first")
  }
}
