/// A provider with domains on disks that come and go. Never asked: domains are stored in the user's data directory.
///
/// Apple: File Provider / `NSFileProviderExternalVolumeHandling`.
public protocol NSFileProviderExternalVolumeHandling: NSObjectProtocol {
  /// Whether the domain on a disk that has come is to be used.
  @preconcurrency
  func shouldConnectExternalDomain(completionHandler: @escaping @Sendable ((any Error)?) -> Void)
}
