/// A stretch of time in which no commit can get lost. It begins when a process opens the store that no other process has open, and ends when
/// the last process that closes the store has synchronized it, or when the machine or the disk stops.
struct Epoch: Hashable, Sendable {
  /// Identifies the run of the machine; zero if the system does not report it.
  var boot: UInt64
  /// Raised with each epoch. It is on the disk before any change of the epoch is acknowledged.
  var number: Int64
}
