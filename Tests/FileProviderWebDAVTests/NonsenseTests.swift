import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// Answers that are none of the server's, or that have no end.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct NonsenseTests {
  let server: LyingServer

  init() throws { server = try LyingServer() }

  private func isTriedAgain(_ error: NSError?) -> Bool {
    error?.domain == NSFileProviderErrorDomain && error?.code == NSFileProviderError.Code.serverUnreachable.rawValue
  }

  @Test(arguments: ["endless-GET", "GET-with-body:203", "GET-with-body:226", "unasked-part", "portal-GET"])
  func `what is no answer to a download ends at once, and leaves nothing`(lie: String) throws {
    try server.write("text\n", to: "a")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["a"])
    try server.lie(lie)
    let began = ContinuousClock.now
    let error = #expect(throws: NSError.self) { try provider.contents(item) }
    #expect(isTriedAgain(error), "\(String(describing: error))")
    #expect(ContinuousClock.now - began < .seconds(20))
    let left = try FileManager.default.contentsOfDirectory(atPath: provider.directory.appending("state/downloads").path)
    #expect(left == [])
    try server.lie()
    #expect(try provider.contents(item) == "text\n")
  }

  @Test func `a document that has grown since it was listed is read to its end`() throws {
    try server.write("text\n", to: "a")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["a"])
    provider.provider.invalidate()
    let text = String(repeating: "0123456789", count: 300_000)
    try server.write(text, to: "a")
    #expect(try provider.contents(item) == text)
  }

  @Test func `an error page without end is an error like any other`() throws {
    try server.write("text\n", to: "a")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["a"])
    try server.lie("status-GET:500", "endless-status")
    let error = #expect(throws: NSError.self) { try provider.contents(item) }
    #expect(error?.localizedDescription.contains("500") == true, "\(String(describing: error))")
  }

  @Test(arguments: ["200", "403", "413", "500", "502", "511", "garbage"])
  func `a write that something else answers is tried again`(kind: String) throws {
    try server.write("one", to: "a")
    try server.write("x", to: "b")
    let provider = try ProviderUnderTest(server)
    let items = try provider.list()
    let (a, b) = (try #require(items["a"]), try #require(items["b"]))
    let all = kind == "413" || kind == "403"
    let methods = ["PUT", "MKCOL", "MOVE", "DELETE"].map { "portal-\($0):\(kind)" }
    try server.lie(all ? ["portal:\(kind)"] : methods)
    let errors = [
      #expect(throws: NSError.self) { try provider.modify(a, text: "two") },
      #expect(throws: NSError.self) { try provider.create("c", "new") },
      #expect(throws: NSError.self) { try provider.create("folder", nil) },
      #expect(throws: NSError.self) { try provider.modify(b, name: "moved") },
      #expect(throws: NSError.self) { try provider.delete(b) },
    ]
    for error in errors {
      // Either of these is: see `ProviderErrorPolicy`.
      #expect(isTriedAgain(error) || error?.domain == WebDAVError.domain, "\(String(describing: error))")
    }
    try server.lie()
    #expect(try server.read("a") == "one")
    try provider.modify(a, text: "two")
    try provider.create("c", "new", mayExist: true)
    try provider.create("folder", nil, mayExist: true)
    let moved = try provider.modify(b, name: "moved").item
    #expect(try server.read("a") == "two" && server.read("c") == "new" && server.read("moved") == "x")
    try provider.delete(moved)
    #expect(try provider.list().keys.sorted() == ["a", "c", "folder"])
  }

  @Test(arguments: [301, 302, 307, 308])
  func `a place that has moved on the same server is followed with every method`(status: Int) throws {
    try server.write("theirs", to: "a")
    try server.lie("moved:\(status)")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["a"])
    #expect(try provider.contents(item) == "theirs")
    try provider.modify(item, text: "ours")
    let folder = try provider.create("folder", nil).item
    try provider.create("b", "x", in: folder.identifier)
    #expect(try server.requests().contains("PUT /new/dav/a"))
    try server.lie()
    #expect(try server.read("a") == "ours" && server.read("folder/b") == "x")
  }

  /// A start page, or a folder, is another item.
  @Test func `a change that is redirected to another item is not made there, and tried again`() throws {
    try server.write("one", to: "a")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["a"])
    try server.lie("redirect:\(server.address)start")
    let error = #expect(throws: NSError.self) { try provider.modify(item, text: "two") }
    #expect(isTriedAgain(error), "\(String(describing: error))")
    #expect(try !server.requests().contains { $0.hasPrefix("PUT /dav/start") })
    try server.lie()
    try provider.modify(item, text: "two")
    #expect(try server.read("a") == "two")
  }

  @Test func `a loop is named a loop, and more than a few redirects are not followed`() throws {
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    try server.lie("redirect:\(server.address)")
    let loop = #expect(throws: NSError.self) { try provider.list() }
    #expect(loop?.localizedDescription.contains("a redirect loop") == true, "\(String(describing: loop))")
    try server.lie("redirect:x/")
    let many = #expect(throws: NSError.self) { try provider.list() }
    #expect(many?.localizedDescription.contains("more than 5 redirects") == true, "\(String(describing: many))")
    #expect(try server.requests().contains("PROPFIND /dav/x/x/x/x/x/"))
  }

  @Test func `a version is the same with and without its quotes`() throws {
    try server.lie("unquoted-tags")
    try server.write("one", to: "a")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["a"])
    #expect(try provider.contents(item) == "one")
    let changed = try provider.modify(item, text: "two").item
    try server.write("three", to: "a")
    #expect(throws: NSError.self) { try provider.modify(changed, text: "four") }
    let tags = ["abc", "\"abc\"", "W/abc", "W/\"abc\""].map { EntityTag($0) }
    #expect(tags.allSatisfy { $0?.text == "\"abc\"" } && tags.map { $0?.isWeak } == [false, false, true, true])
    #expect(EntityTag("\"")?.text == "\"\"\"" && EntityTag("\"\"")?.text == "\"\"" && EntityTag("") == nil)
  }
}
