/// The exit statuses that scripts may rely on.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// Failed, or done in part.
  case failed = 1
  /// `check` found damage that is still there.
  case damageFound = 2
  /// Wrong usage (`EX_USAGE`).
  case usage = 64
  /// A damaged database or cursor, or a newer schema (`EX_DATAERR`).
  case badData = 65
  /// No FUSE, no provider, not mounted (`EX_UNAVAILABLE`).
  case unavailable = 69
  /// Interrupted by a signal.
  case interrupted = 130
}

extension ExitStatus: Comparable {
  package static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.rawValue < b.rawValue }
}
