import Foundation
import SecretService
import Security
import TestSupport
import Testing

/// The four calls, against a real keyring.
@Suite(.enabled(if: TestKeyring.problem == nil, "\(TestKeyring.problem ?? "")"), .serialized)
struct SecItemTests {
  private func with<Value>(_ keyring: TestKeyring, _ body: () throws -> Value) rethrows -> Value {
    try SecretService.$address.withValue(keyring.address) { try body() }
  }

  private func add(_ account: String, _ secret: String, _ more: [String: Any] = [:]) -> OSStatus {
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "service",
      kSecAttrAccount as String: account, kSecValueData as String: Data(secret.utf8),
    ]
    return SecItemAdd(item.merging(more) { $1 } as CFDictionary, nil)
  }

  private func find(_ more: [String: Any]) -> (OSStatus, CFTypeRef?) {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "service",
      kSecReturnData as String: true,
    ]
    var item: CFTypeRef?
    let status = SecItemCopyMatching(query.merging(more) { $1 } as CFDictionary, &item)
    return (status, item)
  }

  @Test func `what is asked of whoever reads an item is kept as its protection`() throws {
    let flags: [SecAccessControlCreateFlags] = [
      .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .or, .and, .privateKeyUsage,
      .applicationPassword,
    ]
    #expect(Set(flags.map(\.rawValue)).count == flags.count)
    let control = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [.userPresence, .devicePasscode], nil))
    #expect(control.flags.contains(.devicePasscode) && !control.flags.contains(.biometryAny))
    var error: Unmanaged<CFError>?
    #expect(SecAccessControlCreateWithFlags(kCFAllocatorDefault, "never" as CFString, [], &error) == nil)
    #expect(error?.takeRetainedValue().code == Int(errSecParam))
    try with(TestKeyring()) {
      #expect(add("guarded", "secret", [kSecAttrAccessControl as String: control]) == errSecSuccess)
      let (status, item) = find([kSecAttrAccount as String: "guarded", kSecReturnAttributes as String: true])
      #expect(status == errSecSuccess)
      let values = try #require(item as? [String: Any])
      #expect(values[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlocked as String)
      #expect(values[kSecValueData as String] as? Data == Data("secret".utf8))
      #expect(add("wrong", "secret", [kSecAttrAccessControl as String: "text"]) == errSecParam)
    }
  }

  @Test func `the passwords of servers are told apart by all that says where they are for`() throws {
    func item(_ more: [CFString: Any]) -> CFDictionary {
      let plain: [CFString: Any] = [
        kSecClass: kSecClassInternetPassword, kSecAttrServer: "example.org", kSecAttrAccount: "me",
      ]
      return plain.merging(more) { $1 } as CFDictionary
    }
    try with(TestKeyring()) {
      let secret = Data("first".utf8)
      let secure: [CFString: Any] = [kSecAttrProtocol: kSecAttrProtocolHTTPS, kSecAttrPort: 443]
      #expect(SecItemAdd(item([kSecValueData: secret]), nil) == errSecSuccess)
      #expect(SecItemAdd(item([kSecValueData: secret]), nil) == errSecDuplicateItem)
      #expect(SecItemAdd(item(secure.merging([kSecValueData: Data("second".utf8)]) { $1 }), nil) == errSecSuccess)
      let elsewhere = item([kSecAttrPort: 8443, kSecValueData: secret])
      #expect(SecItemAdd(elsewhere, nil) == errSecSuccess && SecItemAdd(elsewhere, nil) == errSecDuplicateItem)
      // One of the other class is another item.
      #expect(add("me", "third") == errSecSuccess)
      var found: CFTypeRef?
      let wanted: [CFString: Any] = [kSecReturnAttributes: true, kSecReturnData: true]
      #expect(SecItemCopyMatching(item(secure.merging(wanted) { $1 }), &found) == errSecSuccess)
      let values = try #require(found as? [String: Any])
      #expect(values[kSecValueData as String] as? Data == Data("second".utf8))
      #expect(values[kSecClass as String] as? String == kSecClassInternetPassword as String)
      #expect(values[kSecAttrPort as String] as? Int == 443)
      #expect(values[kSecAttrServer as String] as? String == "example.org")
      #expect(values[kSecAttrPath as String] as? String == "")
      let changed = [kSecAttrPath: "/dav", kSecValueData: Data("fourth".utf8)] as [CFString: Any] as CFDictionary
      #expect(SecItemUpdate(item([kSecAttrPort: 443]), changed) == errSecSuccess)
      #expect(SecItemCopyMatching(item([kSecAttrPath: "/dav", kSecReturnData: true]), &found) == errSecSuccess)
      #expect(found as? Data == Data("fourth".utf8))
      // A service is no attribute of it, and is not passed over.
      #expect(SecItemDelete(item([kSecAttrService: "service"])) == errSecParam)
      #expect(SecItemDelete(item([:])) == errSecSuccess)
      #expect(SecItemCopyMatching(item([:]), nil) == errSecItemNotFound)
      #expect(find([:]).0 == errSecSuccess)
    }
  }

  @Test func `a keychain class of Apple's style saves, reads, changes and deletes a password`() throws {
    try with(TestKeyring()) {
      for group in [nil, "group.example"] {
        let keychain = AppleStyleKeychain(service: "org.example", accessGroup: group)
        #expect(throws: AppleStyleKeychain.KeychainError.noPassword) { try keychain.read(account: "me") }
        try keychain.save("first", account: "me")
        #expect(try keychain.read(account: "me") == "first")
        try keychain.save("sécond", account: "me")
        #expect(try keychain.read(account: "me") == "sécond")
        try keychain.delete(account: "me")
        #expect(throws: AppleStyleKeychain.KeychainError.noPassword) { try keychain.read(account: "me") }
      }
    }
  }

  @Test func `one item is given as data, all of them as a list`() throws {
    try with(TestKeyring()) {
      #expect(add("a", "1") == errSecSuccess)
      #expect(add("b", "2") == errSecSuccess)
      let one = find([kSecAttrAccount as String: "b", kSecMatchLimit as String: kSecMatchLimitOne])
      #expect(one.0 == errSecSuccess)
      #expect(one.1 as? Data == Data("2".utf8))
      let all = find([kSecMatchLimit as String: kSecMatchLimitAll]).1 as? [Data]
      #expect(all.map(Set.init) == [Data("1".utf8), Data("2".utf8)])
      let some = find([kSecMatchLimit as String: kSecMatchLimitAll, kSecReturnAttributes as String: true])
      #expect(
        (some.1 as? [[String: Any]])?.compactMap { $0[kSecAttrAccount as String] as? String }.sorted() == ["a", "b"])
    }
  }

  @Test func `all attributes come back`() throws {
    try with(TestKeyring()) {
      let given: [String: Any] = [
        kSecAttrLabel as String: "Label", kSecAttrComment as String: "Comment", kSecAttrDescription as String: "Kind",
        kSecAttrGeneric as String: Data([0, 1, 255]), kSecAttrAccessGroup as String: "group",
        kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlocked,
      ]
      #expect(add("a", "1", given) == errSecSuccess)
      let (_, item) = find([kSecReturnAttributes as String: true, kSecAttrLabel as String: "Label"])
      let values = try #require(item as? [String: Any])
      for key in given.keys {
        #expect("\(values[key] ?? "none")" == "\(given[key] ?? "")", "\(key)")
      }
      #expect(find([kSecAttrLabel as String: "Other"]).0 == errSecItemNotFound)
    }
  }

  @Test func `an item is another one by account, service, group and kind, and a duplicate is refused`() throws {
    try with(TestKeyring()) {
      #expect(add("a", "1") == errSecSuccess)
      #expect(add("a", "2", [kSecAttrLabel as String: "x", kSecAttrComment as String: "y"]) == errSecDuplicateItem)
      #expect(add("a", "3", [kSecAttrAccessGroup as String: "g"]) == errSecSuccess)
      #expect(add("a", "4", [kSecAttrSynchronizable as String: true]) == errSecSuccess)
      let all = [kSecMatchLimit as String: kSecMatchLimitAll as String]
      #expect((find(all).1 as? [Data])?.count == 2)
      let both = all.merging([kSecAttrSynchronizable as String: kSecAttrSynchronizableAny as String]) { $1 }
      #expect((find(both).1 as? [Data])?.count == 3)
    }
  }

  @Test func `an update changes what it names and nothing else, and makes no duplicate`() throws {
    try with(TestKeyring()) {
      #expect(add("a", "1", [kSecAttrComment as String: "kept"]) == errSecSuccess)
      #expect(add("b", "2") == errSecSuccess)
      let query: [String: Any] = [kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "a"]
      #expect(SecItemUpdate(query as CFDictionary, [kSecAttrAccount: "b"] as CFDictionary) == errSecDuplicateItem)
      #expect(SecItemUpdate(query as CFDictionary, [kSecAttrAccount: "c"] as CFDictionary) == errSecSuccess)
      let (_, item) = find([kSecAttrAccount as String: "c", kSecReturnAttributes as String: true])
      let values = try #require(item as? [String: Any])
      #expect(values[kSecAttrComment as String] as? String == "kept")
      #expect(values[kSecValueData as String] as? Data == Data("1".utf8))
      #expect(SecItemUpdate(query as CFDictionary, [kSecValueData: Data()] as CFDictionary) == errSecItemNotFound)
    }
  }

  @Test func `what cannot be understood is refused and does nothing`() throws {
    try with(TestKeyring()) {
      #expect(add("a", "1") == errSecSuccess)
      #expect(SecItemDelete([kSecAttrAccount: "a"] as CFDictionary) == errSecParam)
      #expect(SecItemDelete([kSecClass: kSecClassGenericPassword, "what": "a"] as CFDictionary) == errSecParam)
      #expect(SecItemDelete([kSecClass: "cert"] as CFDictionary) == errSecUnimplemented)
      #expect(find([kSecAttrAccount as String: 7]).0 == errSecParam)
      #expect(find([:]).0 == errSecSuccess)
    }
  }

  @Test func `a locked keyring and a missing one have their own codes, with words`() throws {
    let keyring = try TestKeyring()
    with(keyring) { #expect(add("a", "1") == errSecSuccess) }
    try keyring.lock()
    with(keyring) {
      let fail = [kSecUseAuthenticationUI as String: kSecUseAuthenticationUIFail as String]
      #expect(find(fail).0 == errSecInteractionNotAllowed)
      let skip = [kSecUseAuthenticationUI as String: kSecUseAuthenticationUISkip as String]
      #expect(find(skip).0 == errSecItemNotFound)
      #expect(find([:]).0 == errSecUserCanceled)
    }
    SecretService.$address.withValue("unix:path=/nonexistent/bus") { #expect(find([:]).0 == errSecNotAvailable) }
    #expect(SecCopyErrorMessageString(errSecItemNotFound, nil) as String? == "The item cannot be found.")
    #expect(SecCopyErrorMessageString(-1, nil) as String? == "OSStatus -1")
  }
}
