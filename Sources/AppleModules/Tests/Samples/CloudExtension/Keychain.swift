import Foundation
import Security

enum KeychainError: Error {
  case unhandled(OSStatus)
}

enum Keychain {
  private static let service = "org.example.cloud"

  static func save(_ password: String, for account: String) throws {
    SecItemDelete(query(account) as CFDictionary)
    var attributes = query(account)
    attributes[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock
    attributes[kSecValueData] = password.data(using: .utf8)!
    let status = SecItemAdd(attributes as CFDictionary, nil)
    guard status == errSecSuccess else { throw KeychainError.unhandled(status) }
  }

  static func password(for account: String) -> String? {
    var attributes = query(account)
    attributes[kSecReturnData] = kCFBooleanTrue
    attributes[kSecMatchLimit] = kSecMatchLimitOne
    var result: CFTypeRef?
    guard SecItemCopyMatching(attributes as CFDictionary, &result) == errSecSuccess, let data = result as? Data else {
      return nil
    }
    return String(data: data, encoding: .utf8)
  }

  private static func query(_ account: String) -> [CFString: Any] {
    [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account]
  }
}
