import FileProviderFileSystem
package import FileProviderInterface
import FileProviderProgram
package import FileProviderReplica
package import FileProviderStore
package import FileProviderWebDAV
import Foundation
package import Logging

/// The provider that the command itself carries, for domains whose items are on a WebDAV server.
package struct CarriedProvider {
  /// The name of the setting with the server, as JSON.
  package static let setting = "provider.webdav"
  /// The provider's name in its stores.
  package static let name = String(describing: WebDAVProvider.self)

  package let settings: WebDAVSettings
  private let limits: SpeedLimits
  private let state: URL
  private let room: URL
  private let hasTrash: Bool

  /// Whether a provider of this name is the one that is carried here.
  static func serves(_ provider: String) -> Bool { HostProgram.current.makeReplica == nil && provider == name }

  /// The folder for what the provider remembers.
  package static func stateFolder(_ store: ItemStore) -> URL { store.directory.appendingPathComponent("webdav") }

  /// Reads which server a domain has.
  ///
  /// - Returns: `nil` for a domain without one.
  package init?(of store: ItemStore, _ domain: DomainName) throws {
    guard let found = try Self.read(store, domain) else { return nil }
    (settings, hasTrash) = found
    limits = SpeedLimits(settings)
    state = Self.stateFolder(store)
    room = ProviderRoom.file(of: store)
  }

  private static func read(
    _ store: ItemStore, _ domain: DomainName
  ) throws -> (settings: WebDAVSettings, hasTrash: Bool)? {
    let found = try store.readCommitted { (reader) throws(StoreError) in
      try reader.setting("provider") == name
        ? (text: try reader.setting(setting), hasTrash: try TreeReader(reader).supportsTrash()) : nil
    }
    guard let found, let text = found.text else { return nil }
    do { return (try WebDAVSettings(json: Data(text.utf8)), found.hasTrash) } catch {
      throw CommandFailure("domain “\(domain)”", "its settings are unreadable", status: .badData)
    }
  }

  /// Reads the limits of speed again, and keeps to them in transfers that are in progress, too.
  package func readLimits(of store: ItemStore, _ domain: DomainName) throws {
    if let found = try Self.read(store, domain) { limits.change(to: found.settings) }
  }

  /// Changes the settings of a domain that has a server.
  package static func change(
    _ transaction: Transaction, _ body: (inout WebDAVSettings) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let text = try transaction.reader.setting(setting), var settings = try? WebDAVSettings(json: Data(text.utf8))
    else { throw StoreError(.damaged, "the settings of the server are unreadable") }
    try body(&settings)
    try transaction.changeSetting(setting, to: Self.text(of: settings))
  }

  /// Settings as they are kept.
  package static func text(of settings: WebDAVSettings) throws(StoreError) -> String {
    guard let json = try? settings.json else { throw StoreError(.damaged, "the settings of the server are no text") }
    return String(decoding: json, as: UTF8.self)
  }

  package static func address(_ reader: StoreReader) throws(StoreError) -> String? {
    guard let text = try reader.setting(setting) else { return nil }
    return (try? WebDAVSettings(json: Data(text.utf8)))?.address
  }

  package func makeReplica(_ store: ItemStore, _ domain: NSFileProviderDomain, _ logger: Logger) -> Replica {
    describe(domain, state: state)
    return Replica(store: store, making: { WebDAVProvider(domain: $0, limits: limits) }, domain: domain, logger: logger)
  }

  /// Creates only the provider, with a separate folder for its state.
  package func makeProvider(_ domain: NSFileProviderDomain, state: URL) -> any NSFileProviderReplicatedExtension {
    describe(domain, state: state)
    return WebDAVProvider(domain: domain, limits: limits)
  }

  private func describe(_ domain: NSFileProviderDomain, state: URL) {
    var info = domain.userInfo ?? [:]
    info[WebDAVSettings.userInfoKey] = try? settings.json
    info[WebDAVSettings.stateKey] = state.path
    info[WebDAVSettings.roomKey] = room.path
    domain.userInfo = info
    domain.supportsSyncingTrash = hasTrash
  }
}
