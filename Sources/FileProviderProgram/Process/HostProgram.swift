package import FileProviderInterface
package import FileProviderReplica
package import FileProviderStore
package import Logging
import Synchronization

/// The facts of the running executable: its name in messages, and its provider, if it has one.
///
/// Commands are values that the argument parser makes, so nothing can be passed to them: this is the one place for the
/// program's own facts. Set once, before the first command runs.
package struct HostProgram: Sendable {
  /// The name in messages and usage.
  package var name: String
  /// The domain that commands use when none is named.
  package var defaultDomain: String
  /// Puts a provider behind a store; `nil` for the plain command, whose domains are local ones.
  package var makeReplica: (@Sendable (ItemStore, NSFileProviderDomain, Logger) -> Replica)?
  /// Makes the provider of a domain; `nil` for the plain command.
  package var makeProvider: (@Sendable (NSFileProviderDomain) -> any NSFileProviderReplicatedExtension)?
  /// The provider's name in its stores, where that is known before it is made.
  package var providerName: String?
  /// The name that its older stores may have instead: that of its class.
  package var formerProviderName: String?
  /// The contact provider of this program, whose contacts are in the default domain; `nil` where it has none.
  package var contacts: ContactProviding?

  package init(name: String, defaultDomain: String = "default") {
    self.name = name
    self.defaultDomain = defaultDomain
  }

  private static let shared = Mutex(HostProgram(name: "fileprovider"))

  package static var current: HostProgram { shared.withLock { $0 } }

  package static func set(_ program: HostProgram) { shared.withLock { $0 = program } }
}
