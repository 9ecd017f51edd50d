import FileProviderInterface
import FileProviderStore
import Foundation
import Logging
import Synchronization

/// What the store has of the state of the domain's synchronization.
extension ReplicaState {
  private static let feedSetting = "provider.feed"
  private static let recordingInterval: Int64 = 10_000_000

  func readStatus() throws(StoreError) {
    let (feed, pulled, calls) = try store.readCommitted { (reader) throws(StoreError) in
      (
        try reader.setting(Self.feedSetting), try reader.setting(ReplicaStatus.pulledSetting).flatMap { Int64($0) },
        try CallRecord.all(reader)
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
        try transaction.changeSetting(ReplicaStatus.pulledSetting, to: String(time))
        try recordCalls(transaction)
      }
    } catch { logger.debug("cannot record the time of the last pull", metadata: [Logger.Key.error: "\(error)"]) }
  }

  func note(_ root: ProvidedRoot) throws(StoreError) {
    let isKnown = try store.readCommitted { (reader) throws(StoreError) in
      let (policy, takesItems) = (
        try ProvidedReader(reader).ownContentPolicy(of: .root), try CapabilityReader(reader).rootTakesItems()
      )
      return root.contentPolicy == policy ?? .inherited && root.takesItems == takesItems
    }
    guard !isKnown else { return }
    try change { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).noteContentPolicy(root.contentPolicy, of: .root)
      try transaction.setRootTakesItems(root.takesItems)
    }
  }

  /// A provider whose anchor never moved may have changes that it does not report: what was listed is listed again.
  func expireUnreportedListings() throws(StoreError) {
    guard status.withLock({ $0.feed }) == .still else { return }
    try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).expireAllListings() }
  }

  /// Sends again what the provider has excluded.
  func retryExcluded() throws(StoreError) {
    try change { (transaction) throws(StoreError) in try PushEditor(transaction).retryExcluded() }
  }

  /// Sends again what the provider refused, or what could not be sent.
  func retryRefused() throws(StoreError) {
    try change { (transaction) throws(StoreError) in try PushEditor(transaction).retryPendingRows(all: true) }
    pushNow()
  }
}
