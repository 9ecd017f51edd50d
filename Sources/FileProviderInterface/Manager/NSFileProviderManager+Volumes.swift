import Glibc

extension NSFileProviderManager {
  /// Whether domains can be stored on a disk. Apple: File Provider / `NSFileProviderManager.EligibilityResult`.
  public enum EligibilityResult: Sendable {
    /// They can.
    case eligible
    /// They cannot, for these reasons.
    case ineligible(NSFileProviderVolumeUnsupportedReason)
  }

  /// Whether domains could be stored on a disk. All that is asked of it is that it can be written to.
  public class func checkDomainsCanBeStoredOnVolume(at url: URL) throws -> EligibilityResult {
    var status = statvfs()
    guard url.isFileURL, statvfs(url.path, &status) == 0 else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSURLErrorKey: url])
    }
    return status.f_flag & UInt(ST_RDONLY) == 0 ? .eligible : .ineligible(.readOnly)
  }
}
