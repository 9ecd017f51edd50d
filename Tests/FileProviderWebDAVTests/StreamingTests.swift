import Foundation
import Testing

@testable import FileProviderWebDAV

/// What reading a long answer costs.
@Suite struct StreamingTests {
  /// The memory that is in use, in bytes (proc_pid_statm(5)).
  private static var resident: Int {
    let fields = ((try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? "").split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  @Test func `reading an answer of any length takes no more memory than one of its entries`() async {
    // In a process of its own: what other tests do meanwhile does not count.
    await #expect(processExitsWith: .success) { try Self.read() }
  }

  private static func read() throws {
    var count = 0
    let reader = MultiStatus { _ throws(XMLProblem) in count += 1 }
    let stream = try #require(XMLStream(reader))
    func read(_ text: String) throws { try Array(text.utf8).withUnsafeBytes { try stream.read($0) } }
    // Long references make the answer large, and the test short.
    let path = String(repeating: "a-long-name/", count: 1000)
    let entry = """
      <D:response><D:href>/dav/\(path)</D:href><D:propstat><D:prop><D:getetag>"x"</D:getetag></D:prop>
      <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
      """
    try read("<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\">")
    for _ in 0..<100 { try read(entry) }
    let before = resident
    for _ in 0..<5000 { try read(entry) }
    let grown = resident - before
    try read("</D:multistatus>")
    try stream.finish()
    try #require(count == 5100)
    // Sixty megabytes were read.
    try #require(grown < 8 << 20, "\(grown)")
  }
}
