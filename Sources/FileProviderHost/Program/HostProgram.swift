import FileProviderInterface
import FileProviderReplica
import FileProviderStore
import Logging
import Synchronization

/// The facts of the running executable: its name in messages, and its provider, if it has one.
///
/// Commands are values that the argument parser makes, so nothing can be passed to them: this is the one place for the
/// program's own facts. Set once, before the first command runs.
struct HostProgram: Sendable {
  /// The name in messages and usage.
  var name: String
  /// The domain that commands use when none is named.
  var defaultDomain = "default"
  /// Puts a provider behind a store; `nil` for the plain command, whose domains are local ones.
  var makeReplica: (@Sendable (ItemStore, NSFileProviderDomain, Logger) -> Replica)?
  /// Makes the provider of a domain; `nil` for the plain command.
  var makeProvider: (@Sendable (NSFileProviderDomain) -> any NSFileProviderReplicatedExtension)?
  /// The provider's name in its stores, where that is known before it is made.
  var providerName: String?
  /// The name that its older stores may have instead: that of its class.
  var formerProviderName: String?
  /// The actions that the provider's `Info.plist` lists.
  var actions: [ProviderInformation.Action] = []
  /// The alerts before other actions, from the provider's `Info.plist`.
  var interactions: [UserInteraction] = []

  private static let shared = Mutex(HostProgram(name: "fileprovider"))

  static var current: HostProgram { shared.withLock { $0 } }

  static func set(_ program: HostProgram) { shared.withLock { $0 = program } }
}
