/// A store's callbacks for the threads that change it.
package struct ChangingThreads: Sendable {
  /// Called on the current thread before it waits for the write lock, unless it got it at once.
  package var willBlock: @Sendable () -> Void
  /// Whether the current thread, or the one that takes over from it, calls `ItemStore.commitAcknowledged` as soon as there are no more requests. Then its
  /// changes may stay uncommitted until then, and are committed together with later ones.
  package var commitsSoon: (@Sendable () -> Bool)?
  /// How long changes stay uncommitted at most, in nanoseconds. For so long other processes wait for their turn to write, and readers for the
  /// changes.
  package var longestGroup: UInt64

  package init(
    willBlock: @escaping @Sendable () -> Void = {}, commitsSoon: (@Sendable () -> Bool)? = nil,
    longestGroup: UInt64 = 1_000_000
  ) {
    self.willBlock = willBlock
    self.commitsSoon = commitsSoon
    self.longestGroup = longestGroup
  }
}
