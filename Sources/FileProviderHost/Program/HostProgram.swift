import FileProviderInterface
import FileProviderReplica
import FileProviderStore
import Logging
import Synchronization

/// What the running executable is: its name in messages, and the provider it brings, if any.
///
/// Commands are values that the argument parser makes, so they cannot be handed anything: this is the one place where the
/// program's own facts are kept. Set once, before the first command runs.
struct HostProgram: Sendable {
  /// The name in messages and usage.
  var name: String
  /// The domain that is meant when none is named.
  var defaultDomain = "default"
  /// Puts a provider behind a store; `nil` for the plain command, whose domains are local ones.
  var makeReplica: (@Sendable (ItemStore, NSFileProviderDomain, Logger) -> Replica)?
  /// What the provider is called in its stores, where that is known before it is made.
  var providerName: String?

  private static let shared = Mutex(HostProgram(name: "fileprovider"))

  static var current: HostProgram { shared.withLock { $0 } }

  static func set(_ program: HostProgram) { shared.withLock { $0 = program } }
}
