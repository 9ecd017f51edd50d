/// How soon a store does what no request waits for; see `ContentKeeper`. In nanoseconds.
package struct KeepingPace: Sendable {
  /// How long contents that are discarded wait for others, so that one synchronization of the log serves all.
  package var discards: UInt64
  /// How long nothing must have been written before contents are put on the disk: much of what is written is removed at once.
  package var quiet: UInt64
  /// How long contents wait for that at most: as long as Linux lets other files wait (`dirty_expire_centisecs`).
  package var longest: UInt64

  package init(discards: UInt64 = 100_000_000, quiet: UInt64 = 3_000_000_000, longest: UInt64 = 30_000_000_000) {
    self.discards = discards
    self.quiet = quiet
    self.longest = longest
  }

  /// Nothing is done but what somebody asks for.
  package static let onDemand = KeepingPace(discards: .max / 4, quiet: .max / 4, longest: .max / 4)
}
