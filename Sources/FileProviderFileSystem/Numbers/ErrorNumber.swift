import Glibc

/// What a program sees when a call fails: an error number of the system.
package struct ErrorNumber: Error, RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The error of the system call that has just failed; never zero.
  package static var last: ErrorNumber { ErrorNumber(rawValue: errno == 0 ? EIO : errno) }

  /// Not an error of the system: the request has to wait for the source (`RequestContext.need`), and nothing was done.
  package static let waiting = ErrorNumber(rawValue: -1)

  package static let accessDenied = ErrorNumber(rawValue: EACCES)
  package static let alreadyExists = ErrorNumber(rawValue: EEXIST)
  package static let badHandle = ErrorNumber(rawValue: EBADF)
  package static let interrupted = ErrorNumber(rawValue: EINTR)
  package static let invalid = ErrorNumber(rawValue: EINVAL)
  package static let deadlock = ErrorNumber(rawValue: EDEADLK)
  package static let fileTooLarge = ErrorNumber(rawValue: EFBIG)
  package static let inputOutput = ErrorNumber(rawValue: EIO)
  package static let isFolder = ErrorNumber(rawValue: EISDIR)
  package static let nameTooLong = ErrorNumber(rawValue: ENAMETOOLONG)
  package static let noAttribute = ErrorNumber(rawValue: ENODATA)
  package static let noEntry = ErrorNumber(rawValue: ENOENT)
  package static let noSpace = ErrorNumber(rawValue: ENOSPC)
  package static let notConnected = ErrorNumber(rawValue: ENOTCONN)
  package static let notFolder = ErrorNumber(rawValue: ENOTDIR)
  package static let notPermitted = ErrorNumber(rawValue: EPERM)
  package static let notSupported = ErrorNumber(rawValue: EOPNOTSUPP)
  package static let readOnly = ErrorNumber(rawValue: EROFS)
  package static let stale = ErrorNumber(rawValue: ESTALE)
  package static let tooLarge = ErrorNumber(rawValue: E2BIG)
}
