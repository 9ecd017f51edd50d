import Contacts
import FileProviderDomains
import Foundation
import Glibc
import LinuxSystem

/// An extension's program, and the domain of its contacts.
struct ProviderHome: Sendable {
  let program: URL
  /// The domain, named after the extension's bundle identifier, or else its program.
  let domain: DomainName

  /// - Throws: A failure where the program's name can be that of no domain.
  init(program: URL) throws {
    self.program = program
    domain = try DomainName(ProgramDescription(of: program).identifier)
  }

  var directory: URL { DomainDirectory.url(of: domain) }

  var record: ProviderRecord? { ProviderRecord(in: directory) }

  /// Notes the extension, at first use.
  ///
  /// - Parameters:
  ///   - displayName: The name of the container.
  ///   - isEnabled: Whether it is enabled, unless that was decided before.
  @discardableResult
  func register(displayName: String, isEnabled: Bool) throws -> ProviderRecord {
    if let record { return record }
    let new = ProviderRecord(displayName: displayName, isEnabled: isEnabled)
    try new.write(to: directory)
    return new
  }

  func setEnabled(_ isEnabled: Bool) throws {
    guard var record, record.isEnabled != isEnabled else { return }
    record.isEnabled = isEnabled
    try record.write(to: directory)
  }

  func book(_ record: ProviderRecord, _ limits: ProvisionLimits = .standard) throws -> ProvidedBook {
    try ProvidedBook(directory, name: record.displayName, mostContacts: limits.mostContacts)
  }

  /// Starts the program, which fetches what is new. Nobody waits for it.
  func start() throws {
    var launch = ProcessLaunch(program.path, words: [program.path, "contacts", "provide"])
    launch.input = .null
    launch.output = .null
    launch.group = .session
    let child = try launch.start()
    Thread.detachNewThread { _ = child.wait() }
  }

  /// Has a run end, if there is one.
  ///
  /// - Parameter limit: How long it may take to; then it is killed.
  /// - Returns: Whether it ended by itself.
  func stop(within limit: Duration) -> Bool {
    guard let runner = ProviderLock.runner(in: directory) else { return true }
    kill(runner, SIGTERM)
    let hasEnded = { ProviderLock.runner(in: directory) != runner }
    if Deadline.after(limit).ask(every: .milliseconds(20), hasEnded) { return true }
    kill(runner, SIGKILL)
    _ = Deadline.after(limit).ask(every: .milliseconds(20), hasEnded)
    return false
  }
}
