import Foundation
import TestSupport

@testable import FileProviderWebDAV

/// A real server that ignores conditions: `rclone serve webdav`, on loopback.
final class Rclone {
  let address: String
  let directory: TestDirectory
  private let process: RunningProcess

  static var problem: String? { Machine.installed("rclone") == nil ? "rclone is not installed" : nil }

  var files: URL { directory.appending("files") }

  init() throws {
    directory = try TestDirectory("rclone")
    try FileManager.default.createDirectory(at: directory.appending("files"), withIntermediateDirectories: true)
    let port = try Apache.freePort()
    address = "http://127.0.0.1:\(port)/"
    process = try RunningProcess(
      [
        Machine.installed("rclone") ?? "rclone", "serve", "webdav", directory.appending("files").path, "--addr",
        "127.0.0.1:\(port)",
      ], environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path], in: directory.path)
    let settings = settings
    let isUp = eventually(seconds: 60) { (try? WebDAVCheck.run(settings, secret: nil)) != nil }
    guard isUp else { throw SupportFailure("rclone does not answer: \(process.errorSoFar)") }
  }

  deinit { process.stop() }

  var settings: WebDAVSettings {
    var settings = WebDAVSettings(address: address)
    settings.shortestInterval = 0.1
    settings.longestInterval = 0.3
    return settings
  }
}
