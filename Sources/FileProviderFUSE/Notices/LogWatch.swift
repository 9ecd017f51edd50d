/// Decides when the store's log is read: after each wake-up, after a commit that woke nobody, and again after a
/// failure.
///
/// A writer may be killed between its commit and waking the readers, so a wake-up is never relied upon: the database's
/// own version reveals each commit.
struct LogWatch {
  /// The database's version before the log was last read with success.
  private var version: Int64?

  /// - Parameters:
  ///   - isWoken: Whether a writer has reported a commit.
  ///   - newVersion: The database's version now; `nil` when it cannot be read.
  func isDue(isWoken: Bool, version newVersion: Int64?) -> Bool { isWoken || version == nil || newVersion != version }

  /// Notes that the log was read.
  ///
  /// - Parameter seen: The database's version before that; `nil` when reading failed.
  mutating func noteLook(_ seen: Int64?) { version = seen }
}
