import Foundation
import FoundationExtras
import Synchronization
import TestSupport
import Testing

@Suite("What Foundation has on macOS") struct FoundationNamesTests {
  struct Refused: Error {}

  @Test func `a pool runs its block, and passes on what it throws`() throws {
    #expect(autoreleasepool { 7 } == 7)
    #expect(throws: Refused.self) { try autoreleasepool { throw Refused() } }
  }

  @Test func `the time is that of Date`() {
    let before = Date.timeIntervalSinceReferenceDate
    let now: CFAbsoluteTime = CFAbsoluteTimeGetCurrent()
    #expect(now >= before && now <= Date.timeIntervalSinceReferenceDate)
  }

  @Test func `any file may be used`() {
    let url = URL(fileURLWithPath: "/")
    #expect(url.startAccessingSecurityScopedResource())
    url.stopAccessingSecurityScopedResource()
  }

  @Test func `a transfer may be told to wait for a network, which it does not`() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.waitsForConnectivity = true
    #expect(!configuration.waitsForConnectivity)
    configuration.tlsMinimumSupportedProtocolVersion = .TLSv13
    configuration.tlsMaximumSupportedProtocolVersion = .TLSv13
    #expect(configuration.tlsMinimumSupportedProtocolVersion == .TLSv12)
    configuration.multipathServiceType = .handover
    #expect(configuration.multipathServiceType == .none)
    configuration.allowsConstrainedNetworkAccess = false
    configuration.allowsExpensiveNetworkAccess = false
    #expect(configuration.allowsConstrainedNetworkAccess && configuration.allowsExpensiveNetworkAccess)
    configuration.sessionSendsLaunchEvents = true
    configuration.sharedContainerIdentifier = "group.org.example"
    #expect(!configuration.sessionSendsLaunchEvents && configuration.sharedContainerIdentifier == nil)
  }

  @Test func `who observes a progress is told how far it is, until it stops observing`() throws {
    let progress = Progress(totalUnitCount: 4)
    let seen = Mutex<[Double]>([])
    let observation = progress.observe(\.fractionCompleted, options: [.initial, .new, .old]) { observed, change in
      #expect(observed === progress && !change.isPrior)
      guard let value = change.newValue else { return }
      #expect(value == 0 ? change.oldValue == nil : (change.oldValue ?? 1) < value)
      seen.withLock { $0.append(value) }
    }
    #expect(seen.withLock { $0 } == [0])
    progress.completedUnitCount = 2
    #expect(eventually { seen.withLock { $0.last == 0.5 } })
    progress.completedUnitCount = 4
    #expect(eventually { seen.withLock { $0.last == 1 } })
    observation.invalidate()
    let other = progress.observe(\.isCancelled) { _, change in
      #expect(change.newValue == nil && change.oldValue == nil)
      seen.withLock { $0.append(-1) }
    }
    progress.cancel()
    #expect(eventually { seen.withLock { $0.last == -1 } })
    #expect(seen.withLock { $0.filter { $0 == 1 }.count } == 1)
    other.invalidate()
  }
}
