import Foundation
import Security

/// A keychain class as it is found in programs for Apple's systems, word for word in their style: the tests show that it compiles as it is.
struct AppleStyleKeychain {
  enum KeychainError: Error, Equatable {
    case noPassword
    case unexpectedPasswordData
    case unhandledError(status: OSStatus)
  }

  let service: String
  var accessGroup: String?

  func save(_ password: String, account: String) throws {
    let encodedPassword = password.data(using: String.Encoding.utf8)!
    do {
      try _ = read(account: account)
      var newAttributes = [String: AnyObject]()
      newAttributes[kSecValueData as String] = encodedPassword as AnyObject?
      let status = SecItemUpdate(query(account: account) as CFDictionary, newAttributes as CFDictionary)
      guard status == noErr || status == errSecSuccess else { throw KeychainError.unhandledError(status: status) }
    } catch KeychainError.noPassword {
      var newItem = query(account: account)
      newItem[kSecValueData as String] = encodedPassword as AnyObject?
      newItem[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
      let status = SecItemAdd(newItem as CFDictionary, nil)
      guard status == errSecSuccess else { throw KeychainError.unhandledError(status: status) }
    }
  }

  func read(account: String) throws -> String {
    var query = query(account: account)
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    query[kSecReturnAttributes as String] = kCFBooleanTrue
    query[kSecReturnData as String] = kCFBooleanTrue
    var queryResult: AnyObject?
    let status = withUnsafeMutablePointer(to: &queryResult) {
      SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
    }
    guard status != errSecItemNotFound else { throw KeychainError.noPassword }
    guard status == errSecSuccess else { throw KeychainError.unhandledError(status: status) }
    guard let existingItem = queryResult as? [String: AnyObject],
      let passwordData = existingItem[kSecValueData as String] as? Data,
      let password = String(data: passwordData, encoding: String.Encoding.utf8)
    else { throw KeychainError.unexpectedPasswordData }
    return password
  }

  func delete(account: String) throws {
    let status = SecItemDelete(query(account: account) as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw KeychainError.unhandledError(status: status)
    }
  }

  private func query(account: String) -> [String: AnyObject] {
    var query = [String: AnyObject]()
    query[kSecClass as String] = kSecClassGenericPassword
    query[kSecAttrService as String] = service as AnyObject?
    query[kSecAttrAccount as String] = account as AnyObject?
    if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup as AnyObject? }
    return query
  }
}
