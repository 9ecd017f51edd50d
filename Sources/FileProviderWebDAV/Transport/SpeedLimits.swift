/// The limits of a domain's transfers, one for each direction.
package final class SpeedLimits: Sendable {
  let upload: SpeedLimit
  let download: SpeedLimit

  package init(_ settings: WebDAVSettings) {
    upload = SpeedLimit(bytesPerSecond: settings.uploadLimit)
    download = SpeedLimit(bytesPerSecond: settings.downloadLimit)
  }

  /// Takes the limits of other settings, also for transfers in progress.
  package func change(to settings: WebDAVSettings) {
    upload.change(to: settings.uploadLimit)
    download.change(to: settings.downloadLimit)
  }
}
