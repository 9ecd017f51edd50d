/// Why a domain cannot be mounted: one sentence that names the thing and the remedy.
public struct MountError: Error, CustomStringConvertible, Sendable {
  /// Kinds of reasons, for the exit status.
  public enum Reason: Sendable {
    /// An option that is not known.
    case badOption
    /// The mount point will not do.
    case badMountpoint
    /// Something is mounted there and answers.
    case alreadyMounted
    /// The system cannot mount at all: no FUSE, no `fusermount3`.
    case unavailable
    /// The mount was refused.
    case refused
  }

  public let reason: Reason
  public let description: String

  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }
}
