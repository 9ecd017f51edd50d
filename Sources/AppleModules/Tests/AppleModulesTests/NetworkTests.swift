import Dispatch
import Network
import Synchronization
import TestSupport
import Testing

@Suite struct NetworkTests {
  @Test func `a monitor tells what there is, and nothing when it is cancelled`() async throws {
    let monitor = NWPathMonitor()
    let told = Mutex<[NWPath]>([])
    monitor.pathUpdateHandler = { path in told.withLock { $0.append(path) } }
    monitor.start(queue: DispatchQueue(label: "monitor"))
    try await eventually { told.withLock { !$0.isEmpty } }
    monitor.cancel()
    let path = try #require(told.withLock { $0.first })
    #expect((path.status == .satisfied) == !path.availableInterfaces.isEmpty)
    #expect(!path.usesInterfaceType(.loopback))
  }

  @Test func `no way is there by an interface that no machine has`() {
    #expect(NWPathMonitor(requiredInterfaceType: .loopback).currentPath.status == .unsatisfied)
  }
}
