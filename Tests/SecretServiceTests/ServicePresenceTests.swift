import SecretService
import TestSupport
import Testing

/// Whether there is a service, asked of a bus with one, a bus without, and no bus.
@Suite(.enabled(if: TestKeyring.problem == nil, "\(TestKeyring.problem ?? "")"))
struct ServicePresenceTests {
  private func find(at address: String) -> ServicePresence { .find("org.freedesktop.secrets", address: address) }

  @Test func `a keyring on the bus is found, and none is started where there is none`() throws {
    let keyring = try TestKeyring()
    #expect(find(at: keyring.address) == .running)
    let bus = try TestKeyring(isServed: false)
    #expect(find(at: bus.address) == .noService)
    #expect(find(at: "unix:path=/nonexistent/bus") == .noBus)
  }
}
