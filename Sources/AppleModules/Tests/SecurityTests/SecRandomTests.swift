import Security
import Testing

@Suite struct SecRandomTests {
  @Test func `random bytes fill what they are asked for, and no more`() {
    var bytes = [UInt8](repeating: 0, count: 65)
    #expect(SecRandomCopyBytes(kSecRandomDefault, 64, &bytes) == errSecSuccess)
    // 64 bytes of one value happen once in 2⁵⁰⁴ calls.
    #expect(Set(bytes.prefix(64)).count > 1 && bytes[64] == 0)
    #expect(SecRandomCopyBytes(kSecRandomDefault, -1, &bytes) == errSecParam)
  }
}
