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
}
