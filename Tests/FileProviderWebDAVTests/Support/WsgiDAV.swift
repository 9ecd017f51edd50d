import Foundation
import TestSupport

@testable import FileProviderWebDAV

/// A real WsgiDAV, whose listings tell versions without their quotes, on loopback.
final class WsgiDAV {
  let directory: TestDirectory
  let settings: WebDAVSettings
  private let process: RunningProcess

  static var problem: String? {
    Machine.fromPyPI("wsgidav") == nil ? "WsgiDAV is not installed; mount-scripts/test.sh does that" : nil
  }

  var files: URL { directory.appending("files") }

  init() throws {
    directory = try TestDirectory("wsgidav")
    try FileManager.default.createDirectory(at: directory.appending("files"), withIntermediateDirectories: true)
    let port = try Apache.freePort()
    process = try RunningProcess(
      [
        Machine.fromPyPI("wsgidav") ?? "wsgidav", "--host", "127.0.0.1", "--port", "\(port)", "--root",
        directory.appending("files").path, "--auth", "anonymous", "--server", "cheroot", "--no-config",
      ], environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path], in: directory.path,
      output: directory.appending("log").path)
    var settings = WebDAVSettings(address: "http://127.0.0.1:\(port)/")
    (settings.shortestInterval, settings.longestInterval) = (0.1, 0.3)
    self.settings = settings
    let server = WebDAVServer(transport: try Transport(settings), facts: ServerFacts())
    guard eventually(seconds: 60, { (try? server.entry(at: .root)) != nil }) else {
      throw SupportFailure("WsgiDAV does not answer")
    }
  }

  deinit { process.stop() }
}
