import FileProviderStore
import FileProviderWebDAV
import Foundation
import Glibc

/// A server that was tried, and what a domain has to know of it.
struct WebDAVConnection {
  private var settings: WebDAVSettings
  private let report: WebDAVCheck.Report
  /// A password that was typed.
  private var secret: String?
  /// Gives the password back of somebody who has just logged in.
  var giveBack: (() -> Void)?
  /// Puts back what the keyring had before.
  private var restoreKeyring: (() -> Void)?

  /// Tries the server. Asks for a password where one is wanted, and there is a person to ask.
  init(_ settings: WebDAVSettings) throws {
    self.settings = settings
    do throws(WebDAVCheck.Failure) {
      report = try WebDAVCheck.run(settings, secret: nil)
      return
    } catch {
      guard error.isUnauthorized, settings.secret?.isKeyring != false, !settings.usesNetrc else {
        throw Self.refusal(settings, error)
      }
    }
    guard Confirmation.isPossible else {
      throw CommandFailure(
        settings.address, "the server wants a password",
        remedy: (settings.user == nil ? "say who you are by --user, and " : "")
          + "name a file with it by --password-file",
        status: .unavailable)
    }
    if settings.user == nil, settings.authentication != .bearer {
      Console.write("User: ")
      self.settings.user = readLine()
    }
    guard let typed = PasswordPrompt.ask("Password for \(settings.address): "), !typed.isEmpty else {
      throw CommandFailure(settings.address, "no password was typed")
    }
    do throws(WebDAVCheck.Failure) { report = try WebDAVCheck.run(self.settings, secret: typed) } catch {
      throw Self.refusal(settings, error)
    }
    secret = typed
    try keepInKeyring()
  }

  /// Tries the server for somebody who has just logged in.
  init(_ settings: WebDAVSettings, secret: String) throws {
    self.settings = settings
    do throws(WebDAVCheck.Failure) { report = try WebDAVCheck.run(settings, secret: secret) } catch {
      throw Self.refusal(settings, error)
    }
    self.secret = secret
    try keepInKeyring()
  }

  static func refusal(_ settings: WebDAVSettings, _ error: WebDAVCheck.Failure) -> CommandFailure {
    CommandFailure(settings.address, error.description, status: .unavailable)
  }

  var findings: [WebDAVCheck.Finding] { report.findings }

  /// Notes for the provider what the server can.
  func remember(in store: ItemStore, domain: DomainName) throws {
    do { try report(for: store).write(to: CarriedProvider.stateFolder(store)) } catch {
      throw CommandFailure("domain “\(domain)”", error)
    }
  }

  /// What was found. One probe that finds no trash bin does not take the trash of a domain away.
  private func report(for store: ItemStore) throws -> WebDAVCheck.Report {
    let hasTrash = try store.readCommitted { (reader) throws(StoreError) in
      if try reader.setting(CarriedProvider.setting) == nil { return false }
      return try reader.supportsTrash()
    }
    var report = report
    if hasTrash { report.keepTrash() }
    return report
  }

  /// Does what a connection was made for. A password that is not used in the end is given back, and the one before it is kept.
  static func using(_ connection: WebDAVConnection?, _ body: () throws -> Void) throws {
    do { try body() } catch {
      connection?.restoreKeyring?()
      connection?.giveBack?()
      throw error
    }
  }

  /// Makes a domain the server's, and says what the server lacks.
  func record(in store: ItemStore, domain: DomainName) throws {
    let folder = CarriedProvider.stateFolder(store)
    var settings = settings
    do {
      let report = try report(for: store)
      try report.write(to: folder)
      let password = try secret.map { try KeptPassword($0, in: folder) }
      if let password { settings.secret = .file(password.path) }
      let text = String(decoding: try settings.json, as: UTF8.self)
      try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        let isWanted = try transaction.reader.supportsTrash()
        try transaction.adoptProvider(CarriedProvider.name, hasTrash: isWanted && report.hasTrashBin)
        try transaction.setSetting(CarriedProvider.setting, to: text)
      }
      try password?.use()
    } catch { throw CommandFailure("domain “\(domain)”", error) }
    for finding in findings where !finding.isGood { Console.say("domain “\(domain)”: \(finding.text)") }
  }

  /// Keeps a password in the keyring, where that is wanted: before anything is made of the domain.
  private mutating func keepInKeyring() throws {
    guard let secret, settings.secret?.isKeyring == true else { return }
    let (server, user) = (settings.address, settings.user)
    do {
      let former = SecretPlace.inKeyring(server: server, user: user)
      settings.secret = try .keepInKeyring(secret, server: server, user: user)
      restoreKeyring = { SecretPlace.restoreKeyring(former, server: server, user: user) }
    } catch { throw CommandFailure(server, "\(error)", status: .unavailable) }
    self.secret = nil
  }
}
