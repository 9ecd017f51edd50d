/// A stretch of time in which nothing that was committed can get lost: from an opening of the store by somebody who had it alone until what was
/// committed was synchronized by the last who had it, or until the machine or the disk stopped.
struct Epoch: Hashable, Sendable {
  /// Of the run of the machine; zero where the system does not tell.
  var boot: UInt64
  /// Raised with each epoch, and synchronized before anything of it is acknowledged.
  var number: Int64
}
