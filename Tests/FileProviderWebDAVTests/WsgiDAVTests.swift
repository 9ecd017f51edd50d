import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// A real WsgiDAV.
@Suite(.enabled(if: WsgiDAV.problem == nil, "\(WsgiDAV.problem ?? "")"), .serialized)
struct WsgiDAVTests {
  @Test func `what was there is read, and items are made, changed, moved and deleted under conditions`() throws {
    let server = try WsgiDAV()
    try "theirs".write(to: server.files.appendingPathComponent("a"), atomically: true, encoding: .utf8)
    let (provider, other) = (try ProviderUnderTest(server.settings), try ProviderUnderTest(server.settings))
    let item = try #require(try provider.list()["a"])
    #expect(try provider.contents(item) == "theirs")
    let facts = try provider.provider.session().facts
    #expect(facts.checksWrites && facts.checksMoves == true && facts.hasMove && facts.tagsOfWritesHold == true)
    let changed = try provider.modify(item, text: "ours, longer").item
    #expect(try provider.contents(changed) == "ours, longer")
    let folder = try provider.create("folder", nil).item
    let moved = try provider.modify(changed, name: "b", parent: folder.identifier).item
    let seen = try #require(try other.list(folder.identifier)["b"])
    try other.modify(seen, text: "theirs, longer still")
    #expect(throws: NSError.self) { try provider.modify(moved, text: "ours") }
    #expect(throws: NSError.self) { try provider.modify(moved, name: "ours") }
    #expect(throws: NSError.self) { try provider.delete(moved) }
    #expect(throws: NSError.self) { try provider.create("b", "ours", in: folder.identifier) }
    #expect(try other.contents(other.item(seen.identifier)) == "theirs, longer still")
    // WsgiDAV says 405 where a folder has the place.
    let refusal = #expect(throws: NSError.self) { try provider.create("folder", "ours") }
    #expect(refusal?.code == NSFileProviderError.Code.filenameCollision.rawValue)
  }

  /// The server keeps what arrived before the connection was lost. If libcurl sent the upload again by itself, as it does on a connection that was in use
  /// before, that part would look like somebody else's version.
  @Test func `an upload whose connection is lost is not sent twice in one call`() throws {
    let server = try WsgiDAV()
    let port = try #require(URL(string: server.settings.address)?.port.map { UInt16($0) })
    let proxy = try FaultyProxy(to: port, seed: 1)
    defer { proxy.stop() }
    var settings = server.settings
    settings.address = "http://127.0.0.1:\(proxy.port)/"
    let provider = try ProviderUnderTest(settings)
    let item = try provider.create("a", "first").item
    proxy.inject(.cutInside, into: "PUT")
    let error = #expect(throws: NSError.self) {
      try provider.modify(item, text: String(repeating: "x", count: 100_000))
    }
    #expect(error?.code == NSFileProviderError.Code.serverUnreachable.rawValue)
    #expect(proxy.requests.filter { $0.hasPrefix("PUT /a ") } == ["PUT /a none", "PUT /a cutInside"])
  }
}
