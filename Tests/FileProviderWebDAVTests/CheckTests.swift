import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// What is said of a server that is tried, to people and to scripts.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct CheckTests {
  let server: LyingServer

  init() throws { server = try LyingServer() }

  private func refusal(_ address: String) throws -> String {
    let failure = #expect(throws: WebDAVCheck.Failure.self) {
      try WebDAVCheck.run(WebDAVSettings(address: address), secret: nil)
    }
    return failure?.description ?? ""
  }

  @Test(arguments: [
    ("status-PROPFIND:401", "wrong user name or password"),
    ("status-PROPFIND:404", "not found"),
    ("status-PROPFIND:405", "operation not supported here"), ("status-PROPFIND:403", "access denied"),
    ("status-PUT:507", "no space left"), ("status-PUT:423", "locked by somebody else"),
    ("status-PROPFIND:503", "temporarily unavailable"), ("root-is-a-document", "a document, not a collection"),
    ("cut-PROPFIND:100", "cannot be reached"),
  ])
  func `why a server cannot be mounted is said in words`(lie: String, expected: String) throws {
    try server.lie(lie)
    let text = try refusal(server.address)
    #expect(text.contains(expected), "\(text)")
  }

  @Test func `a machine that is not there is said to be so`() throws {
    #expect(try refusal("http://127.0.0.1:1/").contains("the server cannot be reached"))
    #expect(try refusal("https://host.invalid/").contains("the server cannot be reached"))
  }

  @Test func `each capability has a word that stays the same`() throws {
    func keys(_ lies: String...) throws -> [String: Bool] {
      try server.lie(lies)
      let report = try WebDAVCheck.run(WebDAVSettings(address: server.address), secret: nil)
      return Dictionary(uniqueKeysWithValues: report.findings.map { ($0.key, $0.isGood) })
    }
    let honest = try keys()
    #expect(
      honest == [
        "collection": true, "changes": false, "quota": false, "reading": true, "versions": true,
        "conditional-writes": true, "moving": true, "conditional-moves": true, "ranges": true,
        "dates": false, "conditional-deletions": true,
      ])
    let lying = try keys("tokens", "ignore-conditions", "no-ranges", "status-MOVE:405")
    #expect(
      lying == [
        "collection": true, "changes": true, "quota": false, "reading": true, "versions": true,
        "conditional-writes": false, "moving": false, "ranges": false,
        "dates": false, "conditional-deletions": false,
      ])
    #expect(try keys("status-MOVE:405", "status-COPY:405")["copying"] == false)
    let refusing = try keys("refuse-own-version")
    #expect(refusing["conditional-writes"] == false && refusing["conditional-moves"] == false)
    #expect(refusing["moving"] == true)
    func scratchFiles() throws -> [String] { try server.requests().filter { $0.hasPrefix("PUT") } }
    #expect(try scratchFiles().allSatisfy { $0.contains("/dav/.openfileprovider-") })
    #expect(try keys("status-PUT:403") == ["collection": true, "changes": false, "quota": false, "writing": false])
    #expect(try keys("no-hidden-names") == honest)
    #expect(try scratchFiles().last?.contains("/dav/openfileprovider-") == true)
    #expect(try ProviderUnderTest(server).list().isEmpty)
  }

  @Test(arguments: [
    ("portal-GET", "reading", "the contents differ"), ("status-GET:403", "reading", "403"),
    ("other-contents", "reading", "the contents differ"),
    ("other-tag-of-GET", "reading", "the listing reports another version"),
    ("other-tag-of-PUT", "versions", "another version than a listing"),
  ])
  func `what was written is read back, and its versions are compared`(
    lie: String, key: String, expected: String
  ) throws {
    try server.lie(lie)
    let report = try WebDAVCheck.run(WebDAVSettings(address: server.address), secret: nil)
    let finding = try #require(report.findings.first { $0.key == key })
    #expect(!finding.isGood && finding.text.contains(expected), "\(finding)")
    let sandbox = try Sandbox()
    let added = try sandbox.run("domain", "add", "work", "--webdav", server.address)
    let tested = try sandbox.run("domain", "test", "work", "--json")
    #expect(tested.status == (key == "reading" ? 1 : 0), "\(added) \(tested)")
    #expect(tested.output.contains("\"key\":\"\(key)\""), "\(tested)")
    try server.lie()
    #expect(try ProviderUnderTest(server).list().isEmpty)
  }

  @Test func `a version of a write that no listing has is not believed`() throws {
    try server.lie("other-tag-of-PUT")
    let provider = try ProviderUnderTest(server)
    let made = try provider.create("a", "one").item
    #expect(try provider.list()["a"]?.contentVersion == made.contentVersion)
    #expect(try provider.modify(made, text: "two").item.size == 3)
  }

  @Test func `what is traced has nothing in it that opens anything`() {
    let lines = Traced()
    let trace = RequestTrace { lines.add($0) }
    var request = Request("GET", "https://host/x?token=hidden")
    request.headers = [("Authorization", "Bearer hidden"), ("Cookie", "hidden"), ("Proxy-Authorization", "hidden")]
    request.body = .form("token=hidden")
    trace.note(request)
    var response = Response(status: 302)
    response.headers = [
      "set-cookie": "hidden", "www-authenticate": "hidden", "location": "https://other/x?signature=hidden",
      "authentication-info": "hidden", "etag": "shown",
    ]
    trace.note(response)
    #expect(!lines.text.contains("hidden") && lines.text.contains("shown"), "\(lines.text)")
    #expect(lines.text.contains("> GET https://host/x?***\n"))
  }
}

/// What was traced.
private final class Traced: Sendable {
  private let lines = Mutex("")
  var text: String { lines.withLock { $0 } }
  func add(_ text: String) { lines.withLock { $0 += text } }
}
