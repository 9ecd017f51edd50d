import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import Logging
import TestSupport
import Testing

/// Providers that have to look up each item that they report.
@Suite struct EnumerationShareTests {
  private static var limits: ReplicaLimits {
    var limits = ReplicaLimits.quick
    (limits.call, limits.pageSize) = (.milliseconds(200), 500)
    return limits
  }

  @Test(arguments: [false, true])
  func `a provider that takes long for each item is asked for fewer, and gets longer`(asksForChanges: Bool) throws {
    let directory = try TestDirectory("share")
    let domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier("share"), displayName: "test")
    let calls = ProviderCalls(
      LookingProvider(domain: domain), try ItemStore(directory: directory.url),
      limits: Self.limits, inFlight: InFlight(), logger: RecordedLog().logger)
    var errors: [any Error] = []
    for _ in 0..<6 {
      do {
        let isEnd = try calls.withEnumerator(for: .workingSet, request: calls.request()) { enumerator in
          asksForChanges
            ? try enumerator.changes(from: Data("old".utf8)).anchor == Data("new".utf8)
            : try enumerator.page(startingAt: NSFileProviderPage(Data())).next == nil
        }
        #expect(isEnd)
        break
      } catch { errors.append(error) }
    }
    #expect(!errors.isEmpty && errors.count < 6, "it is asked again with less, until it can answer")
    #expect(errors.allSatisfy { ReplicaError.isTimedOut($0) })
  }

  @Test func `what is suggested, and the time for it, have limits, and are as before once answers come quickly`() throws
  {
    let share = EnumerationShare(limits: Self.limits)
    for _ in 0..<10 { try? share.during { _ in throw ReplicaError.timedOut } }
    #expect(share.size == 31 && share.time == .milliseconds(1200) && share.mostItems == 50_000)
    for _ in 0..<3 { try? share.during { _ in throw ReplicaError.noSuchItem } }
    #expect(share.size == 31, "another error says nothing of the time")
    for _ in 0..<10 { try share.during { _ in } }
    #expect(share.size == 500 && share.time == .milliseconds(200))
  }
}

/// A provider that looks at as many items as are suggested before it answers.
private final class LookingProvider: NSObject, ForwardingProvider, Sendable {
  let base: MemoryProvider

  init(domain: NSFileProviderDomain) {
    base = MemoryProvider(domain: domain)
    super.init()
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    LookingEnumerator()
  }
}

private final class LookingEnumerator: NSObject, NSFileProviderEnumerator, Sendable {
  /// All that is suggested at first takes five times as long as there is time.
  private static let timeOfItem = 0.002

  func invalidate() {}

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    after(observer.suggestedPageSize ?? 500) { observer.finishEnumerating(upTo: nil) }
  }

  func enumerateChanges(for observer: any NSFileProviderChangeObserver, from anchor: NSFileProviderSyncAnchor) {
    after(observer.suggestedBatchSize ?? 500) {
      observer.finishEnumeratingChanges(upTo: NSFileProviderSyncAnchor(Data("new".utf8)), moreComing: false)
    }
  }

  private func after(_ items: Int, _ answer: @escaping () -> Void) {
    nonisolated(unsafe) let answer = answer
    DispatchQueue.global().asyncAfter(deadline: .now() + Double(items) * Self.timeOfItem) { answer() }
  }
}
