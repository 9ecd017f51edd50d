import Contacts
import FileProviderDomains
import FileProviderProgram
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

  /// What was noted of the extension; nil before its first use.
  func record() throws -> ProviderRecord? { try ProviderRecord.read(in: directory) }

  /// Notes the extension, at first use.
  ///
  /// - Parameters:
  ///   - displayName: The name of the container.
  ///   - isEnabled: Whether it is enabled, unless that was decided before.
  /// - Throws: A failure where the domain is somebody else's; a `StoreError` where the record cannot be read.
  @discardableResult
  func register(displayName: String, isEnabled: Bool) throws -> ProviderRecord {
    guard domain.string != CNContactStore.standardDomain else { throw refusal("is that of the user's own contacts") }
    if let record = try record() {
      guard record.program == program.lastPathComponent else {
        throw refusal("is that of another contact provider, “\(record.program)”")
      }
      return record
    }
    guard !DomainDirectory.exists(domain) else { throw refusal("exists already, and no contact provider has made it") }
    let new = ProviderRecord(program: program.lastPathComponent, displayName: displayName, isEnabled: isEnabled)
    try new.write(to: directory)
    return new
  }

  private func refusal(_ reason: String) -> CommandFailure {
    CommandFailure(
      "domain “\(domain)”", reason,
      remedy: "give the program another name, or an Info.plist with another bundle identifier", status: .unavailable)
  }

  func setEnabled(_ isEnabled: Bool) throws {
    guard var record = try record(), record.isEnabled != isEnabled else { return }
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
    NativeThread.start(name: "extension") { _ = child.wait() }
  }

  /// Has a run end, if there is one.
  ///
  /// - Parameter limit: How long it may take to; then it is killed.
  /// - Returns: Whether it ended by itself.
  /// - Throws: A failure where it runs elsewhere.
  func stop(within limit: Duration) throws -> Bool {
    guard let runner = try ProviderLock.runner(in: directory) else { return true }
    kill(runner, SIGTERM)
    let hasEnded = { (try? ProviderLock.runner(in: directory)) != runner }
    if Deadline.after(limit).ask(every: .milliseconds(20), hasEnded) { return true }
    kill(runner, SIGKILL)
    _ = Deadline.after(limit).ask(every: .milliseconds(20), hasEnded)
    return false
  }
}
