import Foundation
import Glibc
package import SecretService

extension SecretPlace {
  /// Whether it is the keyring.
  package var isKeyring: Bool {
    if case .keyring = self { true } else { false }
  }

  /// What an item of the keyring is found by. `secret-tool` can store one with these, too.
  private static func attributes(_ server: String, _ user: String?) -> [String: String] {
    ["application": "fileprovider", "server": server, "user": user ?? ""]
  }

  /// At a terminal the user may be asked for the keyring's password; a provider's process has none.
  private static func service() throws(SecretServiceError) -> SecretService {
    try SecretService(isInteractive: isatty(STDIN_FILENO) == 1)
  }

  /// Whether there is a keyring that could keep a password.
  package static func checkKeyring() throws(SecretServiceError) { _ = try service() }

  /// - Returns: `nil` when the keyring has no such password.
  static func readKeyring(_ server: String, _ user: String?) throws(WebDAVError) -> String? {
    do {
      let service = try service()
      let items = try service.search(attributes(server, user))
      guard let item = items.first(where: { !$0.isLocked }) ?? items.first else { return nil }
      guard let secret = String(validating: try service.secret(of: item), as: UTF8.self),
        !secret.isEmpty, !secret.utf8.contains(0)
      else { throw WebDAVError(.local("the keyring's entry for \(server) is not a password")) }
      return secret
    } catch let error as SecretServiceError {
      throw WebDAVError(.local(error.description))
    } catch let error as WebDAVError {
      throw error
    } catch {
      throw WebDAVError(.local(error.localizedDescription))
    }
  }

  /// The password that the keyring has, as far as it gives one.
  package static func inKeyring(server: String, user: String?) -> String? { try? readKeyring(server, user) }

  /// Keeps a password in the keyring, in place of an earlier one.
  ///
  /// - Returns: Where it is.
  package static func keepInKeyring(
    _ secret: String, server: String, user: String?
  ) throws(SecretServiceError) -> SecretPlace {
    let label = user.map { "\(server) (\($0))" } ?? server
    let service = try service()
    // The first is changed and not replaced: another program may have given it more attributes than these.
    if let item = try service.search(attributes(server, user)).first {
      try service.setSecret(Array(secret.utf8), of: item)
    } else {
      try service.store(Array(secret.utf8), label: label, attributes: attributes(server, user))
    }
    return .keyring(server: server, user: user)
  }

  /// Restores the keyring's entry from before `keepInKeyring`. Its own errors are ignored: another error is already being reported.
  ///
  /// - Parameter former: The former password; `nil` where there was none.
  package static func restoreKeyring(_ former: String?, server: String, user: String?) {
    if let former {
      _ = try? keepInKeyring(former, server: server, user: user)
    } else if let service = try? service(), let item = try? service.search(attributes(server, user)).first {
      try? service.delete(item)
    }
  }
}
