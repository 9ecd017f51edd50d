import FileProviderStore
import LinuxSystem
import Logging

/// A part of a replica, which does one thing with what all parts share.
protocol ReplicaPart: Sendable {
  var state: ReplicaState { get }
}

extension ReplicaPart {
  var store: ItemStore { state.store }
  var limits: ReplicaLimits { state.limits }
  var logger: Logger { state.logger }
  var calls: ProviderCalls { state.calls }
  var inFlight: InFlight { state.inFlight }
  var pulls: Monitor<PullSchedule> { state.pulls }
  var pushing: Monitor<PushRequests> { state.pushing }

  /// As `ReplicaState.change`.
  @discardableResult
  func change<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try state.change(body)
  }

  /// The pauses between tries while a caller waits.
  func backoff() -> Backoff {
    Backoff(attempts: limits.attempts, first: limits.firstPause, longest: limits.longestPause)
  }
}
