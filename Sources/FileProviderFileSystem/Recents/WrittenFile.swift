package import FileProviderStore

/// A program wrote a file and closed it.
package struct WrittenFile: Sendable, Hashable {
  package var item: ItemID
  package var writer: ProgramIdentity
  /// The time by a clock that only goes forward, in nanoseconds.
  package var moment: UInt64
  /// The time by the wall clock.
  package var time: Timestamp

  package init(item: ItemID, writer: ProgramIdentity, moment: UInt64, time: Timestamp) {
    self.item = item
    self.writer = writer
    self.moment = moment
    self.time = time
  }
}
