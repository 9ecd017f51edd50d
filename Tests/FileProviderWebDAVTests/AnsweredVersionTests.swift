import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// Whose version the server has after a write.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct AnsweredVersionTests {
  /// A provider that has listed the top, and looks no more by itself.
  private func provider(of server: LyingServer) throws -> ProviderUnderTest {
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    provider.provider.invalidate()
    return provider
  }

  private func requests(_ server: LyingServer, _ body: () throws -> Void) throws -> [String] {
    let before = try server.requests().count
    try body()
    return Array(try server.requests()[before...])
  }

  /// A name beyond ASCII, a Nextcloud and a write that is answered by no version are each asked about.
  @Test(arguments: [(false, "caf\u{E9}", ""), (true, "a", ""), (false, "a", "no-put-tag")])
  func `another version of the same length and second is not ours`(isCloud: Bool, name: String, lie: String) throws {
    let server = try LyingServer(isCloud: isCloud)
    let provider = try provider(of: server)
    for isNew in [true, false] {
      try server.lie(lie, "overwrite-after-put")
      let text = isNew ? "ours, as long 1" : "ours, as long 2"
      let told =
        try isNew
        ? provider.create(name, text) : provider.modify(#require(provider.list()[name]), text: text)
      #expect(told.hasOtherContents)
      #expect(try provider.contents(told.item) == "somebody else's")
    }
  }

  @Test func `what was written is ours by its bytes where no answer has its version`() throws {
    let server = try LyingServer()
    let provider = try provider(of: server)
    try server.lie("no-put-tag")
    var told: ProviderUnderTest.Told?
    #expect(
      try requests(server) { told = try provider.create("a", "ours") } == [
        "PUT /dav/a", "PROPFIND /dav/a", "GET /dav/a",
      ])
    #expect(told?.hasOtherContents == false)
    try server.lie("no-put-tag", "status-GET:403")
    #expect(try !provider.create("c", "ours").hasOtherContents)
    try server.lie("no-put-tag", "weak-tags")
    #expect(try requests(server) { told = try provider.create("b", "ours") } == ["PUT /dav/b", "PROPFIND /dav/b"])
    #expect(told?.hasOtherContents == false)
  }
}
