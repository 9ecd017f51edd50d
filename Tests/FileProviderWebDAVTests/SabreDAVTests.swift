import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// A real SabreDAV, with access control.
@Suite(.enabled(if: SabreDAV.problem == nil, "\(SabreDAV.problem ?? "")"), .serialized)
struct SabreDAVTests {
  @Test func `items are made, read, moved and deleted, and what others have changed stays`() throws {
    let server = try SabreDAV()
    let (provider, other) = (try ProviderUnderTest(server.settings), try ProviderUnderTest(server.settings))
    #expect(try provider.list().keys.sorted() == ["open", "shut"])
    let facts = try provider.provider.session().facts
    #expect(facts.checksWrites && facts.checksDeletions && facts.hasMove && facts.keepsTargets && facts.hasRanges)
    #expect(facts.hasPrivileges == true && facts.topIsReadOnly == nil && facts.tagsOfWritesHold == true)
    let folder = try provider.create("folder", nil).item
    let item = try provider.create("caf\u{E9} 1%", "x", in: folder.identifier).item
    let moved = try provider.modify(item, name: "b", parent: .rootContainer).item
    #expect(try provider.contents(moved) == "x")
    let theirs = try other.modify(#require(try other.list()["b"]), text: "theirs").item
    #expect(throws: NSError.self) { try provider.modify(moved, text: "ours") }
    #expect(throws: NSError.self) { try provider.modify(moved, name: "ours") }
    #expect(throws: NSError.self) { try provider.delete(moved) }
    #expect(throws: NSError.self) { try provider.create("b", "ours") }
    #expect(server.read("b") == "theirs")
    let renamed = try provider.modify(folder, name: "other").item
    try provider.delete(renamed)
    try other.delete(theirs)
    #expect(try provider.list().keys.sorted() == ["open", "shut"])
  }

  @Test func `what may be done with an item is what the server says of it and of its folder`() throws {
    let server = try SabreDAV(isTopLocked: true)
    for path in ["document", "open/document", "shut/document"] {
      try path.write(to: server.files.appendingPathComponent(path), atomically: true, encoding: .utf8)
    }
    let provider = try ProviderUnderTest(server.settings)
    let top = try provider.list()
    let (open, shut) = (try #require(top["open"]), try #require(top["shut"]))
    let reading: NSFileProviderItemCapabilities = [.allowsReading, .allowsEvicting]
    #expect(try provider.item(.rootContainer).capabilities == reading)
    #expect(top["document"]?.capabilities == reading && shut.capabilities == reading)
    // It takes items, and stays where it is.
    #expect(open.capabilities == reading.union(.allowsWriting))
    #expect(try provider.list(open.identifier)["document"]?.capabilities == reading.union(.allowsAll))
    #expect(try provider.list(shut.identifier)["document"]?.capabilities == reading)
    let made = try provider.create("new", "x", in: open.identifier).item
    #expect(made.capabilities == reading.union(.allowsAll) && server.read("open/new") == "x")
    let anchor = try provider.anchor()
    try FileManager.default.removeItem(at: server.files.appendingPathComponent(".locked"))
    #expect(try eventually { try provider.changes(since: anchor).updated.contains("/") })
    #expect(try provider.item(.rootContainer).capabilities.contains(.allowsWriting))
  }

  @Test func `whatever happens on the way, both sides have the same in the end, once`() throws {
    let seed = RandomSeed.choose()
    let server = try SabreDAV()
    let proxy = try FaultyProxy(to: server.port, seed: seed)
    let provider = try ProviderUnderTest(server.settings("http://127.0.0.1:\(proxy.port)/open/"))
    defer {
      provider.provider.invalidate()
      proxy.stop()
    }
    let work = RandomWork(provider, seed: seed)
    _ = try provider.list()
    proxy.setFaulty(true)
    for _ in 0..<(Machine.number("FILEPROVIDER_PROXY_STEPS") ?? 8) {
      do { try work.step() } catch {
        Issue.record("SEED=\(seed) \(error) \(proxy.requests.suffix(25).joined(separator: "\n"))")
        return
      }
    }
    proxy.setFaulty(false)
    let names = try FileManager.default.subpathsOfDirectory(atPath: server.files.path + "/open")
    let documents = names.filter { server.read("open/\($0)") != nil && !$0.contains(".sabredav") }
    let expected = work.expected.filter { !$0.key.hasSuffix("/") }
    #expect(
      Dictionary(uniqueKeysWithValues: documents.map { ($0, server.read("open/\($0)") ?? "") }) == expected,
      "SEED=\(seed)")
  }
}
