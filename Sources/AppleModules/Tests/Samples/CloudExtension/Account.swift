import Foundation
import os

/// The account that the app and its extension share: its facts in a file of their group, its password in the Keychain.
struct Account: Codable {
  static let group = "group.org.example.cloud"
  private static let logger = Logger(subsystem: "org.example.cloud", category: "account")

  var server: URL
  var user: String
  /// What the app was given at the login, until the extension has put it into the Keychain.
  var firstPassword: String?

  static var folder: URL {
    guard let url = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
      fatalError("the group \(group) is missing in the entitlements")
    }
    return url
  }

  static func load() -> Account? {
    let file = folder.appendingPathComponent("account.json")
    guard let data = try? Data(contentsOf: file), var account = try? JSONDecoder().decode(Account.self, from: data)
    else {
      logger.notice("nobody is logged in")
      return nil
    }
    if let password = account.firstPassword {
      do {
        try Keychain.save(password, for: account.user)
        account.firstPassword = nil
        try JSONEncoder().encode(account).write(to: file, options: .atomic)
      } catch {
        logger.error("the password stays in the file: \(String(describing: error), privacy: .private)")
      }
    }
    return account
  }

  var password: String? { Keychain.password(for: user) }
}
