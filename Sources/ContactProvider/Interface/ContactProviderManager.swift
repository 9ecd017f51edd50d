import Contacts
public import Foundation
import Glibc
import LinuxSystem
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
  public var isEnabled: Bool { (try? home.record())?.isEnabled ?? false }

  /// Adds the extension's contacts to those of the user, and starts the extension. Nobody is asked on Linux.
  public func enable() async throws {
    _ = try record()
    try home.setEnabled(true)
    try home.start()
  }

  /// Ends the extension, and deletes all that it has provided.
  ///
  /// - Throws: ``ContactProviderError/extensionInvalidateTimeout`` where it had to be killed; all is deleted then, too.
  public func disable() async throws {
    let record = try record()
    try home.setEnabled(false)
    let hasEnded = try await end()
    try home.book(record).deleteContacts()
    try Self.check(hasEnded)
  }

  /// Ends the extension, deletes all that it has provided, and starts it anew if it is enabled.
  ///
  /// - Throws: ``ContactProviderError/extensionInvalidateTimeout`` where it had to be killed; all that was done then, too.
  public func reset() async throws {
    let record = try record()
    let hasEnded = try await end()
    try home.book(record).deleteContacts()
    if record.isEnabled { try home.start() }
    try Self.check(hasEnded)
  }

  /// Has the extension asked for what is new, soon; nothing happens while it is disabled.
  ///
  /// - Throws: ``ContactProviderError/itemsLimitReached`` where the last run ended so. Another one was started then, too.
  public func signalEnumerator(for collection: ContactItem.Identifier = .rootContainer) async throws {
    let record = try record()
    guard record.isEnabled else { return }
    let isFull = try home.book(record).progress().isFull
    try home.start()
    if isFull { throw ContactProviderError.itemsLimitReached }
  }

  /// Ends the extension's process, if it runs. The next signal starts another one.
  ///
  /// - Throws: ``ContactProviderError/extensionInvalidateTimeout`` where it had to be killed.
  public func invalidate() async throws { try Self.check(await end()) }

  private func record() throws -> ProviderRecord {
    guard let record = try home.record() else { throw ContactProviderError.domainNotRegistered }
    return record
  }

  /// - Returns: Whether it ended by itself.
  private func end() async throws -> Bool {
    // It gives its method `invalidate` that long, and then ends.
    let limit = limits.invalidation + .seconds(2)
    // A thread that blocks is none of Swift's pool.
    return try await withCheckedThrowingContinuation { [home] continuation in
      let hasThread = NativeThread.start(name: "contacts") {
        continuation.resume(with: Result { try home.stop(within: limit) })
      }
      if !hasThread { continuation.resume(throwing: Errno(number: EAGAIN)) }
    }
  }

  private static func check(_ hasEnded: Bool) throws {
    if !hasEnded { throw ContactProviderError.extensionInvalidateTimeout }
  }
}
