/// How soon a store does its work in the background; see `StoreHousekeeping`. In nanoseconds.
package struct HousekeepingPace: Sendable {
  /// How long discarded contents wait for more, so that one synchronization of the write-ahead log serves all.
  package var discards: UInt64
  /// How long no document must have been marked before contents are put on the disk: much of what is written is soon removed again.
  package var quiet: UInt64
  /// The longest that contents wait for that: as long as Linux waits with other files (`dirty_expire_centisecs`).
  package var longest: UInt64
  /// How long to wait before work is tried again that was not done. The pauses grow, up to five minutes.
  package var retry: Duration

  package init(
    discards: UInt64 = 100_000_000, quiet: UInt64 = 3_000_000_000, longest: UInt64 = 30_000_000_000,
    retry: Duration = .seconds(1)
  ) {
    self.discards = discards
    self.quiet = quiet
    self.longest = longest
    self.retry = retry
  }

  /// Nothing is done in the background.
  package static let onDemand = HousekeepingPace(discards: .max / 4, quiet: .max / 4, longest: .max / 4)
}
