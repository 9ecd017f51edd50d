import FileProviderInterface
package import FileProviderStore
import Foundation
import LinuxSystem
import Logging
import Synchronization

/// Keeping in step on request, and telling how the domain stands with its provider.
extension Replica: RefreshingSource {
  /// Asks the provider for its changes now, and tells it at once what waits, whatever held that up.
  ///
  /// - Parameters:
  ///   - container: A folder that is listed again.
  ///   - whenDone: Called once the provider's changes are here, from any thread; what waits to be told may still wait.
  package func catchUp(
    listing container: ItemID?, whenDone: @escaping @Sendable (Result<SynchronizationReport, any Error>) -> Void
  ) {
    latches.withLock { $0.clear() }
    pushNow()
    let isAccepted = pulls.withLock { $0.schedule(listsAgain: true, container: container, waiter: whenDone) }
    if !isAccepted { whenDone(.failure(ReplicaError.stopped)) }
  }

  package func noteOpening(of folder: ItemID, refreshAfter age: Int64?) {
    let now = MonotonicClock.now
    guard let item = try? store.readCommitted({ (reader) throws(StoreError) in try reader.item(folder) }) else {
      return
    }
    noteUse(of: item)
    if age == nil, status.withLock({ $0.feed == .moving }), item.isFolder, !item.flags.contains(.unlisted) {
      return notices.withLock { $0.noteOpening(of: folder) }
    }
    guard status.withLock({ $0.isStale(folder, refreshAfter: age, at: now) }),
      latches.withLock({ $0.error(for: folder) }) == nil, item.isFolder, !item.flags.contains(.unlisted)
    else { return }
    // Also where it fails, it is not asked for again at once.
    status.withLock { $0.noteListing(of: folder, at: now) }
    _ = load(.listing(folder)) { _ in }
  }

  /// Whether the provider is being told of something, or is to be at once.
  package var isPushing: Bool { pushing.read { $0.isBusy } }

  /// When a pull was last complete, in microseconds since 1970; `nil` for never.
  package var lastPull: Int64? { status.withLock { $0.pulled } }

  /// What is held up by errors, by error.
  package var problems: [LatchedProblem] { latches.withLock { $0.problems } }

  // MARK: What is in the store

  private static let feedSetting = "provider.feed"
  /// When a pull was last complete, in microseconds since 1970: written some seconds later at most.
  package static let pulledSetting = "provider.pulled"
  private static let recordingInterval: Int64 = 10_000_000

  func readStatus() throws(StoreError) {
    let (feed, pulled, calls) = try store.readCommitted { (reader) throws(StoreError) in
      (
        try reader.setting(Self.feedSetting), try reader.setting(Self.pulledSetting).flatMap { Int64($0) },
        try Self.callRecords(reader)
      )
    }
    callRecords.withLock { $0 = CallRecords(calls) }
    status.withLock { status in
      if feed != nil { status.feed = .moving }
      (status.pulled, status.recorded) = (pulled, pulled)
    }
  }

  /// The provider's anchor has moved.
  func noteMovingFeed() throws(StoreError) {
    let isNew = status.withLock { status in
      defer { status.feed = .moving }
      return status.feed != .moving
    }
    guard isNew else { return }
    try change { (transaction) throws(StoreError) in try transaction.changeSetting(Self.feedSetting, to: "moves") }
  }

  /// The provider has no anchor. Called with the transaction that notes it.
  func noteNoFeed(_ transaction: Transaction) throws(StoreError) {
    status.withLock { $0.feed = .none }
    guard try transaction.reader.setting(Self.feedSetting) != nil else { return }
    try transaction.changeSetting(Self.feedSetting, to: nil)
  }

  /// A provider whose anchor never moved may have changes that it does not tell: what was listed is listed again.
  func expireUntoldListings() throws(StoreError) {
    guard status.withLock({ $0.feed }) == .still else { return }
    try change { (transaction) throws(StoreError) in try transaction.expireAllListings() }
  }

  /// Lets be told what the provider refused or could not be told of.
  func releaseRefused() throws(StoreError) {
    try change { (transaction) throws(StoreError) in try transaction.retryPendingRows(all: true) }
    pushNow()
  }

  /// Notes that a pull was complete.
  func notePull() {
    let now = Timestamp.now.rawValue / 1000
    let isDue = status.withLock { status in
      status.pulled = now
      let isDue = status.recorded.map { abs(now - $0) >= Self.recordingInterval } ?? true
      if isDue { status.recorded = now }
      return isDue
    }
    if isDue { recordPull(now) }
  }

  /// Writes when a pull was last complete, if that is not written.
  func recordLastPull() {
    let pulled = status.withLock { status in
      defer { status.recorded = status.pulled }
      return status.recorded == status.pulled ? nil : status.pulled
    }
    if let pulled { recordPull(pulled) }
  }

  private func recordPull(_ time: Int64) {
    do {
      try change { (transaction) throws(StoreError) in
        try transaction.changeSetting(Self.pulledSetting, to: String(time))
        try recordCalls(transaction)
      }
    } catch { logger.debug("cannot record the time of the last pull", metadata: [Logger.Key.error: "\(error)"]) }
  }
}
