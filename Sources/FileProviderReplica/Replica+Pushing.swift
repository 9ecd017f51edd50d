package import FileProviderStore
package import LinuxSystem

/// Uploading, for those who wait for it.
extension Replica {
  /// Uploads pending changes at once, without waiting for quiet.
  package func pushNow() { state.pushNow() }

  /// Whether everything that was changed here and can be uploaded is acknowledged, as far as it is committed.
  package func isEverythingPushed() throws(StoreError) -> Bool {
    try change { (transaction) throws(StoreError) in
      guard try ProvidedReader(transaction.reader).pendingCount() == 0, !pushing.read({ $0.hasSentContents }) else {
        return false
      }
      return try ReplicationReader(transaction.reader).staleIdentifiers(limit: 1).isEmpty
    }
  }

  /// Uploads pending changes, and waits until the provider has acknowledged all of them.
  ///
  /// - Returns: Whether it has; false when the time is over, or the replica is stopped.
  package func pushAndWait(until deadline: Deadline) throws(StoreError) -> Bool {
    while !inFlight.isStopped {
      if try isEverythingPushed() { return true }
      if deadline.hasPassed { return false }
      state.pushNow()
      _ = pushing.wait(until: min(deadline, .after(.milliseconds(100))), for: { $0.isStopped ? true : nil })
    }
    return false
  }

  /// Uploads what can be uploaded now, and waits for that. While transfers are paused, or the provider is out of reach, it returns at once.
  package func pushWhatIsPossible(until deadline: Deadline) {
    guard !state.isRestrained else { return }
    // What has failed keeps its pause: a provider out of reach would be waited for.
    let isPaused = pushing.withLock { requests in
      if requests.remainingPause() != nil { return true }
      requests.request(hurries: true)
      return false
    }
    if isPaused { return }
    _ = pushing.wait(until: deadline) { $0.isStopped || !$0.isBusy || $0.pause != nil ? true : nil }
  }
}
