import Foundation
import TestSupport

/// The server of `Tests/Programs/WebDAVFixture`, for an extension that keeps contents there.
final class CloudServer {
  let address: String
  private let origin: String
  private let process = Process()
  private let input = Pipe()

  init() throws {
    guard let program = Machine.built("WebDAVFixture") else { throw SupportFailure("“WebDAVFixture” is not built") }
    process.executableURL = URL(fileURLWithPath: program)
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw SupportFailure("the server does not tell its port")
    }
    origin = "http://127.0.0.1:\(port)"
    address = origin + "/dav/"
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The requests so far, a line each.
  func requests() throws -> [String] {
    guard let curl = Machine.installed("curl") else { throw SupportFailure("curl is not installed") }
    let result = try RunningProcess([curl, "-sS", origin + "/log"], environment: ["PATH": "/usr/bin:/bin"], in: "/")
      .wait()
    guard result.status == 0 else { throw SupportFailure("curl: \(result.error)") }
    return result.output.split(separator: "\n").map(String.init)
  }
}
