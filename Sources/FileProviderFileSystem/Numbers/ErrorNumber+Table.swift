package import FileProviderStore
import Glibc

// The one place where an error of the store becomes an error number. The layers below know no errno; those above know
// nothing else. The table is total: what is not listed is an input/output error.

extension ErrorNumber {
  /// What a program sees of an error of the store.
  package init(_ error: StoreError) { self.init(rawValue: Self.number(error.code)) }

  private static func number(_ code: StoreError.Code) -> Int32 {
    switch code {
    case .noSuchItem: ENOENT
    case .exists: EEXIST
    case .notFolder: ENOTDIR
    case .isFolder: EISDIR
    case .notEmpty: ENOTEMPTY
    case .invalidName, .invalidMove, .tokenInvalid, .tokenExpired, .pageTooLarge: EINVAL
    case .nameTooLong: ENAMETOOLONG
    case .featureUnsupported: EOPNOTSUPP
    case .full: ENOSPC
    case .readOnly: EROFS
    case .busy, .inUse, .notEvictable: EBUSY
    case .tooManyOpenFiles: EMFILE
    case .tooManyOpenFilesInSystem: ENFILE
    case .noSuchAttribute: ENODATA
    case .tooLarge: E2BIG
    case .interrupted: EINTR
    case .accessDenied: EACCES
    case .notPermitted: EPERM
    case .damaged, .newerSchema, .unavailable, .inputOutput, .unreadable, .unlisted: EIO
    default: EIO
    }
  }

  /// What a program sees of a provider's error; the table of those is `ProviderErrorPolicy`.
  package init(provider error: any Error) {
    if let error = error as? StoreError {
      self.init(error)
    } else if let error = error as? ErrorNumber {
      self = error
    } else {
      self.init(rawValue: ProviderErrorPolicy(error).errno)
    }
  }

  /// Whether the error should be logged: something is broken, not merely refused.
  package static func isFault(_ error: StoreError) -> Bool {
    [.damaged, .inputOutput, .unreadable, .newerSchema, .full, .busy].contains(error.code)
  }
}
