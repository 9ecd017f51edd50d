import Contacts
public import Foundation
import Synchronization

/// Enables, disables and wakes the extension of an app.
///
/// For the app only. On Linux it says first which program its extension is, with ``useExtension(_:)``.
public class ContactProviderManager {
  /// The domain.
  public let domain: any ContactProviderDomain
  private let home: ProviderHome
  private let limits = ProvisionLimits.standard

  private static let program = Mutex<URL?>(nil)

  /// Names the program of this app's extension, before the first manager is made.
  ///
  /// - Throws: ``ContactProviderError/extensionNotFound`` where there is no such program.
  public class func useExtension(_ program: URL) throws {
    guard program.isFileURL, FileManager.default.isExecutableFile(atPath: program.path) else {
      throw ContactProviderError.extensionNotFound
    }
    let program = program.resolvingSymlinksInPath()
    Self.program.withLock { $0 = program }
  }

  /// A manager of a domain, which is registered if necessary.
  ///
  /// - Throws: ``ContactProviderError/extensionNotFound``; ``ContactProviderError/domainNotRegistered`` for another domain than the default one.
  public init(domainIdentifier: String = DefaultContactProviderDomain.identifier) throws {
    guard let program = Self.program.withLock({ $0 }) else { throw ContactProviderError.extensionNotFound }
    guard domainIdentifier == DefaultContactProviderDomain.identifier else {
      throw ContactProviderError.domainNotRegistered
    }
    let domain = DefaultContactProviderDomain()
    self.domain = domain
    home = try ProviderHome(program: program)
    try home.register(displayName: domain.displayName, isEnabled: false)
  }

  /// Whether the extension's contacts are among those of the user.
  public var isEnabled: Bool { home.record?.isEnabled ?? false }

  /// Adds the extension's contacts to those of the user, and starts the extension. Nobody is asked on Linux.
  public func enable() async throws {
    _ = try record()
    try home.setEnabled(true)
    try home.start()
  }

  /// Ends the extension, and deletes all that it has provided.
  public func disable() async throws {
    let record = try record()
    try home.setEnabled(false)
    try end()
    try home.book(record).removeAll()
  }

  /// Ends the extension, deletes all that it has provided, and starts it anew if it is enabled.
  public func reset() async throws {
    let record = try record()
    try end()
    try home.book(record).removeAll()
    if record.isEnabled { try home.start() }
  }

  /// Has the extension asked for what is new, soon; nothing happens while it is disabled.
  ///
  /// - Throws: ``ContactProviderError/itemsLimitReached`` where the last run ended so.
  public func signalEnumerator(for collection: ContactItem.Identifier = .rootContainer) async throws {
    let record = try record()
    guard record.isEnabled else { return }
    if try home.book(record).progress().isFull { throw ContactProviderError.itemsLimitReached }
    try home.start()
  }

  /// Ends the extension's process, if it runs. The next signal starts another one.
  ///
  /// - Throws: ``ContactProviderError/extensionInvalidateTimeout`` where it had to be killed.
  public func invalidate() async throws { try end() }

  private func record() throws -> ProviderRecord {
    guard let record = home.record else { throw ContactProviderError.domainNotRegistered }
    return record
  }

  private func end() throws {
    guard home.stop(within: limits.invalidation) else { throw ContactProviderError.extensionInvalidateTimeout }
  }
}
