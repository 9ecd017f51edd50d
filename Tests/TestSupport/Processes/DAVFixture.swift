import Foundation

/// The WebDAV server of `Tests/Programs/WebDAVFixture`, as long as it is not let go.
package final class DAVFixture {
  /// Where it is, without a path.
  package let origin: String
  private let process = Process()
  private let input = Pipe()

  package init(_ arguments: [String] = []) throws {
    guard let program = Machine.built("WebDAVFixture") else { throw SupportFailure("“WebDAVFixture” is not built") }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw SupportFailure("the server does not tell its port")
    }
    origin = "http://127.0.0.1:\(port)"
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The requests so far, a line each.
  package func requests() throws -> [String] { try send("GET", "/log").split(separator: "\n").map(String.init) }

  /// Sends a request, as somebody else does.
  ///
  /// - Returns: What is answered.
  package func send(_ method: String, _ path: String, _ body: String = "", headers: [String] = []) throws -> String {
    guard let curl = Machine.installed("curl") else { throw SupportFailure("curl is not installed") }
    let directory = try TestDirectory("request")
    try body.write(to: directory.appending("body"), atomically: true, encoding: .utf8)
    var words = [curl, "-sS", origin + path]
    if method != "GET" { words += ["-X", method, "--data-binary", "@body"] }
    for header in headers { words += ["-H", header] }
    let result = try RunningProcess(words, environment: ["PATH": "/usr/bin:/bin"], in: directory.path).wait()
    guard result.status == 0 else { throw SupportFailure("curl: \(result.error)") }
    return result.output
  }
}
