import LinuxSystem

/// How soon after a change an item may be sent.
package struct PushPace: Sendable {
  /// So long an item has to be left alone, in nanoseconds.
  package var quiet: Int64
  /// So long it waits at most for that, in nanoseconds.
  package var longest: Int64
  /// When what is noted was changed.
  package var moments = CommitMoments()

  /// An item is left alone for 2 s, and sent 30 s after its first change at the latest.
  package static let standard = PushPace(quiet: .seconds(2), longest: .seconds(30))

  package init(quiet: Duration, longest: Duration) {
    self.quiet = Self.nanoseconds(quiet)
    self.longest = Self.nanoseconds(longest)
  }

  /// The length of a duration in nanoseconds.
  package static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Now on the clock that `PendingRow` has its monotonic times of.
  package static var now: Int64 { Int64(MonotonicClock.now) }

  /// Further ahead lies no moment of this run of the machine.
  static let horizon: Int64 = 86_400_000_000_000

  /// So long an item waits at most for its folder before it is planned again, in nanoseconds.
  static let longestForFolder: Int64 = 600_000_000_000

  /// The moment from which on an item may be sent that has just changed.
  func due(since noted: Int64, now: Int64) -> Int64 { min(now + quiet, noted + longest) }
}

extension ChangedFields {
  /// What can be uploaded.
  package static let pushable: ChangedFields = [
    .contents, .filename, .parent, .tags, .lastUsed, .favorite, .mode, .times, .xattrs,
  ]

  /// The mode of an item whose owner's permissions a provider reports.
  static func mode(ofOwner mode: UInt16) -> UInt16 {
    (mode & 0o400 != 0 ? 0o444 : 0) | mode & 0o200 | (mode & 0o100 != 0 ? 0o111 : 0)
  }
}

extension ItemKind {
  /// Whether providers know such items. Pipes, sockets and device nodes stay on this machine.
  package var isPushable: Bool { self == .file || self == .folder || self == .symlink }
}
