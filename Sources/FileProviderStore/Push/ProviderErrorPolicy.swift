import FileProviderInterface
import Glibc

/// What follows from a provider's error: what the system does, and what a program sees. Total over all errors.
///
/// An error is recognised by its domain and code alone. Casting would miss errors that come from other code than
/// Swift's, and those that were archived on the way.
package struct ProviderErrorPolicy: Hashable, Sendable {
  /// What the system does.
  package enum Reaction: Hashable, Sendable, CaseIterable {
    /// Removes the item here, because the provider does not have it any more.
    case remove
    /// Hides the container, because the provider does not have this kind.
    case hide
    /// Waits for a signal, and notifies the user once. No program's request tries again.
    case wait
    /// Lists the container again from the beginning.
    case listAgain
    /// Gives one of two items another name, and tries again.
    case rename
    /// Restores the item from the provider.
    case restore
    /// Asks for the present version.
    case renew
    /// Leaves the item alone until it changes or a signal comes.
    case park
    /// Keeps the item on this machine only.
    case keepLocal
    /// Gives the error to the caller, and tries again only when it is asked again.
    case answer
    /// Tries again by itself, with growing pauses and only so often.
    case retry
  }

  package var reaction: Reaction
  /// The number of the error that a program sees in the end, if it sees any (`errno(3)`).
  package var errno: Int32

  /// The domain of a replica's own errors.
  package static let ownDomain = "FileProviderReplicaErrorDomain"

  /// A replica's own errors.
  package enum OwnCode: Int, Sendable, CaseIterable {
    /// The provider did not answer in time.
    case timedOut = 1
    /// The replica was stopped.
    case stopped = 2
    /// Something that was changed here has no place at the provider any more. Only the user is notified.
    case rescued = 3
    /// A folder does not stay where it was moved here, since the provider has it around that place. Only the user is notified.
    case movedBack = 4
    /// The provider reports that it has no root: its server is out of order.
    case rootMissing = 5
  }

  private init(_ reaction: Reaction, _ errno: Int32) {
    self.reaction = reaction
    self.errno = errno
  }

  /// The policy for an error.
  package init(_ error: any Error) {
    let error = error as NSError
    switch error.domain {
    case NSFileProviderErrorDomain:
      self = NSFileProviderError.Code(rawValue: error.code).map(Self.init) ?? .transient
    case NSCocoaErrorDomain: self.init(cocoa: error.code)
    case Self.ownDomain:
      switch OwnCode(rawValue: error.code) {
      case .rootMissing: self.init(.wait, EIO)
      case nil: self = .transient
      default: self.init(.answer, EIO)
      }
    default: self = .transient
    }
  }

  /// Whether an error means that the provider's server is unreachable or out of order, which ends without a signal.
  package static func isOutage(_ error: any Error) -> Bool {
    let error = error as NSError
    return switch error.domain {
    case NSFileProviderErrorDomain: error.code == NSFileProviderError.serverUnreachable.rawValue
    case ownDomain: error.code == OwnCode.rootMissing.rawValue
    default: false
    }
  }

  /// An unknown error: it may be over soon.
  private static let transient = ProviderErrorPolicy(.retry, EIO)

  /// The table. A code that is added to the enumeration does not compile until it has its line here.
  private init(_ code: NSFileProviderError.Code) {
    switch code {
    case .noSuchItem: self.init(.remove, ENOENT)
    case .notAuthenticated: self.init(.wait, EACCES)
    case .serverUnreachable: self.init(.wait, EHOSTUNREACH)
    case .insufficientQuota: self.init(.wait, EDQUOT)
    case .syncAnchorExpired: self.init(.listAgain, EIO)
    case .filenameCollision: self.init(.rename, EEXIST)
    case .directoryNotEmpty: self.init(.restore, ENOTEMPTY)
    case .deletionRejected: self.init(.restore, EPERM)
    case .versionNoLongerAvailable: self.init(.renew, ESTALE)
    case .localVersionConflictingWithServer: self.init(.renew, ESTALE)
    case .cannotSynchronize: self.init(.park, EIO)
    case .excludedFromSync: self.init(.keepLocal, EIO)
    // The system gives these to programs; from a provider they have no meaning, and count as unknown.
    case .providerNotFound, .providerTranslocated, .olderExtensionVersionRunning, .newerExtensionVersionFound,
      .nonEvictableChildren, .unsyncedEdits, .nonEvictable, .domainDisabled, .providerDomainTemporarilyUnavailable,
      .providerDomainNotFound, .applicationExtensionNotFound:
      self = .transient
    }
  }

  private init(cocoa code: Int) {
    switch code {
    case CocoaError.Code.featureUnsupported.rawValue: self.init(.hide, EOPNOTSUPP)
    case CocoaError.Code.fileReadNoPermission.rawValue: self.init(.answer, EACCES)
    case CocoaError.Code.fileWriteNoPermission.rawValue: self.init(.answer, EACCES)
    case CocoaError.Code.fileWriteFileExists.rawValue: self.init(.rename, EEXIST)
    case CocoaError.Code.fileNoSuchFile.rawValue, CocoaError.Code.fileReadNoSuchFile.rawValue:
      self.init(.remove, ENOENT)
    case CocoaError.Code.fileWriteOutOfSpace.rawValue: self.init(.wait, ENOSPC)
    case CocoaError.Code.userCancelled.rawValue: self.init(.answer, EINTR)
    default: self = .transient
    }
  }
}
