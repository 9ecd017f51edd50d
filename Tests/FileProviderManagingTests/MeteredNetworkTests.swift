import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderManaging

/// Whether the network is metered, asked of a real bus.
@Suite(.enabled(if: TestNetworkManager.problem == nil, "\(TestNetworkManager.problem ?? "")"))
struct MeteredNetworkTests {
  private let seen = Monitor<[Bool]>([])

  private func watch(_ address: String) throws -> MeteredNetwork {
    let watch = try #require(MeteredNetwork(address: address))
    watch.start { [seen] isMetered in seen.withLock { $0.append(isMetered) } }
    return watch
  }

  private var last: Bool? { seen.read { $0.last } }

  @Test func `each change is noticed, and the end of the service`() throws {
    let service = try TestNetworkManager(metered: 2)
    let watch = try watch(service.address)
    defer { watch.stop() }
    for (value, isMetered) in [(1, true), (4, false), (3, true), (0, false), (1, true)] {
      try service.set(value)
      #expect(eventually { last == isMetered }, "\(value)")
    }
    service.end()
    #expect(eventually { last == false })
  }

  @Test func `the first answer is there when it has begun`() throws {
    let service = try TestNetworkManager(metered: 3)
    // It takes its name in the background.
    #expect(
      try eventually {
        let watch = try watch(service.address)
        defer { watch.stop() }
        return last == true
      })
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
