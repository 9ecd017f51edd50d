import FileProvider
package import FileProviderStore
import Foundation
import Glibc

// The one place where what a store or a provider says becomes an error number. Below this border nobody knows errno;
// above it nobody knows anything else. Both tables are total: what is not listed is an input/output error.

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
    case .nameNotUTF8: EILSEQ
    case .featureUnsupported: EOPNOTSUPP
    case .full: ENOSPC
    case .readOnly: EROFS
    case .busy: EBUSY
    case .noSuchAttribute: ENODATA
    case .tooLarge: E2BIG
    case .interrupted: EINTR
    case .damaged, .newerSchema, .unavailable, .inputOutput: EIO
    default: EIO
    }
  }

  /// What a program sees of a provider's error, which is told by its domain and code and never by its class.
  package init(provider error: any Error) {
    if let error = error as? StoreError {
      self.init(error)
      return
    }
    if let error = error as? ErrorNumber {
      self = error
      return
    }
    let error = error as NSError
    switch error.domain {
    case NSFileProviderErrorDomain: self.init(rawValue: Self.fileProvider(error.code))
    case NSCocoaErrorDomain: self.init(rawValue: Self.cocoa(error.code))
    case NSPOSIXErrorDomain:
      self.init(rawValue: Int32(exactly: error.code).flatMap { (1...133).contains($0) ? $0 : nil } ?? EIO)
    default: self = .inputOutput
    }
  }

  private static func fileProvider(_ code: Int) -> Int32 {
    guard let code = NSFileProviderError.Code(rawValue: code) else { return EIO }
    switch code {
    case .noSuchItem: return ENOENT
    case .notAuthenticated: return EACCES
    case .serverUnreachable: return EHOSTUNREACH
    case .filenameCollision: return EEXIST
    case .insufficientQuota: return EDQUOT
    case .directoryNotEmpty: return ENOTEMPTY
    case .deletionRejected: return EPERM
    case .versionNoLongerAvailable: return ESTALE
    default: return EIO
    }
  }

  private static func cocoa(_ code: Int) -> Int32 {
    switch CocoaError.Code(rawValue: code) {
    case .featureUnsupported: EOPNOTSUPP
    case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
    case .fileReadNoPermission, .fileWriteNoPermission: EACCES
    case .fileWriteFileExists: EEXIST
    case .fileWriteOutOfSpace: ENOSPC
    case .fileWriteVolumeReadOnly: EROFS
    case .userCancelled: EINTR
    default: EIO
    }
  }

  /// Whether a log should say more than the number does: something is broken, not merely refused.
  package static func isFault(_ error: StoreError) -> Bool {
    [.damaged, .inputOutput, .newerSchema, .full, .busy].contains(error.code)
  }
}
