import Foundation
import Glibc

extension StoreError {
  /// A failed system call, with what was being done.
  package init(errno number: Int32, _ doing: String) {
    let reason = String(cString: strerror(number))
    switch number {
    case ENOSPC, EDQUOT: self.init(.full, "\(doing): the disk is full")
    case EMFILE: self.init(.tooManyOpenFiles, "\(doing): \(reason)")
    case ENFILE: self.init(.tooManyOpenFilesInSystem, "\(doing): \(reason)")
    case EROFS: self.init(.readOnly, "\(doing): \(reason)")
    case ENOENT: self.init(.noSuchItem, "\(doing): \(reason)")
    default: self.init(.inputOutput, "\(doing): \(reason)")
    }
  }
}
