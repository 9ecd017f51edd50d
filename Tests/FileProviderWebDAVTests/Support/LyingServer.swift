import Foundation
import TestSupport

/// The server of `Tests/Programs/WebDAVFixture`, which lies as it is told.
final class LyingServer {
  let origin: String
  let address: String
  private let process: Process
  private let input = Pipe()

  init(isCloud: Bool = false) throws {
    guard let program = Machine.built("WebDAVFixture") else { throw SupportFailure("“WebDAVFixture” is not built") }
    process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = isCloud ? ["--cloud"] : []
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw SupportFailure("the server does not tell its port")
    }
    origin = "http://127.0.0.1:\(port)"
    address = origin + (isCloud ? "/remote.php/dav/files/me/" : "/dav/")
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Sets the lies, a word each; those from before are over.
  func lie(_ words: String...) throws { try lie(words) }
  func lie(_ words: [String]) throws { _ = try send("POST", "/lies", words.joined(separator: "\n")) }

  /// The requests so far.
  func requests() throws -> [String] { try send("GET", "/log").split(separator: "\n").map(String.init) }

  /// Somebody else writes a document.
  func write(_ text: String, to path: String) throws { _ = try send("PUT", place(path), text) }
  func makeFolder(_ path: String) throws { _ = try send("MKCOL", place(path)) }
  func delete(_ path: String) throws { _ = try send("DELETE", place(path)) }
  func move(_ path: String, to target: String) throws {
    _ = try send("MOVE", place(path), headers: ["Destination: " + origin + place(target)])
  }

  /// What is in the trash bin: the names that the items had.
  func bin() throws -> [String] {
    let text = try send("PROPFIND", Self.trash, headers: ["Depth: 1"])
    return text.components(separatedBy: "<nc:trashbin-filename>").dropFirst()
      .compactMap { $0.components(separatedBy: "<").first }.sorted()
  }
  func emptyBin() throws { _ = try send("DELETE", Self.trash) }
  private static let trash = "/remote.php/dav/trashbin/me/trash/"

  /// A person logs in with a browser.
  func logIn(_ page: String) throws { _ = try send("GET", String(page.dropFirst(origin.count))) }

  /// What is in a document.
  func read(_ path: String) throws -> String { try send("GET", place(path)) }

  private func place(_ path: String) -> String {
    String(address.dropFirst(origin.count))
      + (path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path)
  }

  private func send(_ method: String, _ path: String, _ body: String = "", headers: [String] = []) throws -> String {
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
