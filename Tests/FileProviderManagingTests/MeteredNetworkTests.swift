import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderManaging

/// Whether the network is metered, asked of a real bus.
@Suite(.enabled(if: TestNetworkManager.problem == nil, "\(TestNetworkManager.problem ?? "")"))
struct MeteredNetworkTests {
  private let seen = Monitor<[Bool]>([])

  private func watch(_ address: String, pause: Int32 = 60_000) throws -> MeteredNetwork {
    let watch = try #require(MeteredNetwork(address: address, pause: pause))
    watch.start { [seen] isMetered in seen.withLock { $0.append(isMetered) } }
    return watch
  }

  private var last: Bool? { seen.read { $0.last } }

  @Test func `each change is noticed, and one that was metered stays so while nobody knows`() throws {
    let service = try TestNetworkManager(metered: 2)
    let watch = try watch(service.address)
    defer { watch.stop() }
    for (value, isMetered) in [(1, true), (4, false), (0, false), (3, true), (2, false), (1, true)] {
      try service.set(value)
      #expect(eventually { last == isMetered }, "\(value)")
    }
    for end in [{ try service.set(0) }, { service.end() }] {
      let count = seen.read { $0.count }
      try end()
      #expect(eventually { seen.read { $0.count } > count })
      #expect(last == true)
    }
  }

  /// Whoever is on the system bus can send a connection what it has not asked for.
  @Test func `only NetworkManager says that something has changed`() throws {
    let service = try TestNetworkManager(metered: 2)
    let watch = try watch(service.address)
    defer { watch.stop() }
    try service.forgeChange()
    try service.set(1)
    #expect(eventually { last == true })
    #expect(seen.read { $0 } == [false, true])
  }

  @Test func `a service that does not come back is noticed, and one that does`() throws {
    let service = try TestNetworkManager(metered: 1)
    let watch = try watch(service.address, pause: 100)
    defer { watch.stop() }
    #expect(last == true)
    service.end()
    #expect(eventually { last == false })
    try service.start(metered: 3)
    #expect(eventually { last == true })
  }

  @Test func `the first answer is there when it has begun`() throws {
    let service = try TestNetworkManager(metered: 3)
    let watch = try watch(service.address)
    defer { watch.stop() }
    #expect(last == true)
  }

  @Test func `without a service or a bus no network is metered`() throws {
    let bus = try TestKeyring(isServed: false)
    for address in [bus.address, "unix:path=/nonexistent/bus"] {
      let watch = try watch(address)
      #expect(last == false)
      watch.stop()
    }
  }
}
