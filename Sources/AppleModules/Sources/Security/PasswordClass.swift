import Foundation

/// A class of items, and what an item of it has.
enum PasswordClass: String {
  /// A password, or any other secret.
  case generic = "genp"
  /// A password of a server.
  case internet = "inet"

  /// The keyring's names of the attributes that are texts here, by Apple's.
  var names: [String: String] {
    let common = [
      kSecAttrAccount as String: "account", kSecAttrAccessGroup as String: "access-group",
      kSecAttrAccessible as String: "accessible", kSecAttrDescription as String: "description",
      kSecAttrComment as String: "comment",
    ]
    let own =
      switch self {
      case .generic: [kSecAttrService as String: "service"]
      case .internet:
        [
          kSecAttrServer as String: "server", kSecAttrProtocol as String: "protocol", kSecAttrPath as String: "path",
          kSecAttrSecurityDomain as String: "security-domain",
          kSecAttrAuthenticationType as String: "authentication-type",
        ]
      }
    return common.merging(own) { $1 }
  }

  /// The attributes that every item has in the keyring, and a program sees only where they were given.
  static let absentIfEmpty: Set = ["access-group", "protocol", "authentication-type"]

  /// What tells our items from those of other programs.
  var schema: [String: String] {
    switch self {
    case .generic: ["xdg:schema": "org.openfileprovider.GenericPassword"]
    case .internet: ["xdg:schema": "org.openfileprovider.InternetPassword"]
    }
  }

  /// The attributes that make an item another item: each has all of them.
  var identity: [String: String] {
    let common = ["account": "", "access-group": "", "synchronizable": "0"]
    let own =
      switch self {
      case .generic: ["service": ""]
      case .internet:
        ["server": "", "protocol": "", "path": "", "security-domain": "", "authentication-type": "", "port": "0"]
      }
    return common.merging(own) { $1 }
  }
}
