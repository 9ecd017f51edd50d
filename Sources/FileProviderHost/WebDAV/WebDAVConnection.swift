import Contacts
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import FileProviderWebDAV
import Foundation
import Glibc

/// A server that was tried, and what a domain has to know of it.
struct WebDAVConnection {
  /// What was asked for, before the server was probed.
  private let asked: WebDAVSettings
  private var settings: WebDAVSettings
  private let report: WebDAVCheck.Report
  /// A password that was typed.
  private var secret: String?
  /// Gives the password back of somebody who has just logged in.
  var giveBack: (() -> Void)?
  /// Puts back what the keyring had before.
  private var restoreKeyring: (() -> Void)?

  /// Probes the server. Asks for a password if one is required and there is a terminal.
  ///
  /// - Parameter prefersKeyring: Whether an entered password is kept in the keyring, if there is one.
  init(_ settings: WebDAVSettings, prefersKeyring: Bool = false) throws {
    asked = settings
    self.settings = settings
    do throws(WebDAVCheck.Failure) {
      report = try WebDAVCheck.run(settings, secret: nil)
      self.settings.address = report.address
      return
    } catch {
      guard error.isUnauthorized, settings.secret?.isKeyring != false, !settings.usesNetrc else {
        throw Self.refusal(settings, error)
      }
    }
    guard Confirmation.isPossible else {
      throw CommandFailure(
        settings.address, "the server requires a password",
        remedy: (settings.user == nil ? "give your user name with --user, and " : "")
          + "a file with the password with --password-file",
        status: .unavailable)
    }
    if settings.user == nil, settings.authentication != .bearer {
      Console.write("User: ")
      self.settings.user = try Confirmation.line()
    }
    guard let typed = try PasswordPrompt.ask("Password for \(settings.address): "), !typed.isEmpty else {
      throw CommandFailure(settings.address, "no password was entered")
    }
    do throws(WebDAVCheck.Failure) { report = try WebDAVCheck.run(self.settings, secret: typed) } catch {
      throw Self.refusal(settings, error)
    }
    self.settings.address = report.address
    secret = typed
    try keepInKeyring(isPreferred: prefersKeyring)
  }

  /// Tries the server for somebody who has just logged in.
  ///
  /// - Parameter asked: The settings before the login.
  init(_ settings: WebDAVSettings, asked: WebDAVSettings, secret: String, prefersKeyring: Bool = false) throws {
    self.asked = asked
    self.settings = settings
    do throws(WebDAVCheck.Failure) { report = try WebDAVCheck.run(settings, secret: secret) } catch {
      throw Self.refusal(settings, error)
    }
    self.settings.address = report.address
    self.secret = secret
    try keepInKeyring(isPreferred: prefersKeyring)
  }

  static func refusal(_ settings: WebDAVSettings, _ error: WebDAVCheck.Failure) -> CommandFailure {
    CommandFailure(settings.address, error.description, status: .unavailable)
  }

  var findings: [WebDAVCheck.Finding] { report.findings }

  /// Notes for the provider what the server can, unless another command has changed how it is reached.
  func remember(in store: ItemStore, domain: DomainName) throws {
    do {
      let report = try report(for: store)
      try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        try CarriedProvider.change(transaction) { (current) throws(StoreError) in
          if current.isConnected(as: asked) { report.note(in: &current) }
        }
      }
    } catch { throw CommandFailure("domain “\(domain)”", error) }
  }

  /// The capabilities found. A single probe that finds no trash bin does not remove a domain's trash.
  private func report(for store: ItemStore) throws -> WebDAVCheck.Report {
    let hasTrash = try store.readCommitted { (reader) throws(StoreError) in
      if try reader.setting(CarriedProvider.setting) == nil { return false }
      return try TreeReader(reader).supportsTrash()
    }
    var report = report
    if hasTrash { report.keepTrash() }
    return report
  }

  /// Runs a body with the connection. If it fails, a new app password is revoked, and the previous password stays.
  static func using(_ connection: WebDAVConnection?, _ body: () throws -> Void) throws {
    do { try body() } catch {
      connection?.restoreKeyring?()
      connection?.giveBack?()
      throw error
    }
  }

  /// Assigns a new domain to the server, and prints the server's missing capabilities.
  func record(in store: ItemStore, domain: DomainName) throws {
    try record(in: store, domain: domain, author: ChangeAuthor.remote) { (transaction, settings) throws(StoreError) in
      try transaction.changeSetting(CarriedProvider.setting, to: CarriedProvider.text(of: settings))
    }
  }

  /// Changes the settings of a domain's server, and prints the server's missing capabilities.
  ///
  /// Another command may have changed settings while the server was probed: pauses and limits stay that were not asked for. If it has changed how the
  /// server is reached, this fails, because nobody has probed both together.
  ///
  /// - Parameters:
  ///   - options: What was asked for.
  ///   - others: Makes other changes in the same transaction.
  func update(
    _ options: WebDAVOptions, in store: ItemStore, domain: DomainName, author: String,
    _ others: (Transaction) throws(StoreError) -> Void
  ) throws {
    try record(in: store, domain: domain, author: author) { (transaction, settings) throws(StoreError) in
      try CarriedProvider.change(transaction) { (current) throws(StoreError) in
        current = options.applied(to: current)
        guard current.isConnected(as: asked) else {
          throw StoreError(.busy, "another command has changed how the server is reached; run this one again")
        }
        current.take(settings, since: asked)
      }
      try others(transaction)
    }
  }

  /// - Parameter write: Writes the settings, in the transaction.
  private func record(
    in store: ItemStore, domain: DomainName, author: String,
    _ write: (Transaction, WebDAVSettings) throws(StoreError) -> Void
  ) throws {
    var settings = settings
    do {
      let report = try report(for: store)
      report.note(in: &settings)
      let password = try secret.map { try KeptPassword($0, in: CarriedProvider.stateFolder(store)) }
      if let password { settings.secret = .file(password.path) }
      try store.change(author: author) { (transaction) throws(StoreError) in
        let isWanted = try TreeReader(transaction.reader).supportsTrash()
        try ReplicationEditor(transaction).adoptProvider(CarriedProvider.name, hasTrash: isWanted && report.hasTrashBin)
        try transaction.changeSetting(DomainSetting.links, to: report.hasLinks ? "1" : nil)
        try write(transaction, settings)
      }
      try password?.use()
      if settings.isCardDAV {
        // With this, its address books are among the user's contacts.
        try ProviderRecord(program: CarriedProvider.name, displayName: domain.string, isEnabled: true)
          .write(to: store.directory)
      }
    } catch { throw CommandFailure("domain “\(domain)”", error) }
    for finding in findings where !finding.isGood { Console.say("domain “\(domain)”: \(finding.text)") }
  }

  /// Stores a password in the keyring, if requested: before the domain is created.
  ///
  /// - Parameter isPreferred: Whether it is stored there unless that fails.
  private mutating func keepInKeyring(isPreferred: Bool) throws {
    let isRequired = settings.secret?.isKeyring == true
    guard let secret, isRequired || isPreferred else { return }
    let (server, user) = (settings.address, settings.user)
    do {
      let former = SecretPlace.inKeyring(server: server, user: user)
      settings.secret = try .keepInKeyring(secret, server: server, user: user)
      restoreKeyring = { SecretPlace.restoreKeyring(former, server: server, user: user) }
    } catch {
      guard isRequired else {
        return Console.say("\(error); the password is kept in a file that only you can read")
      }
      throw CommandFailure(server, "\(error)", status: .unavailable)
    }
    self.secret = nil
  }
}
