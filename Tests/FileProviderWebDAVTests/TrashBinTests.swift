import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// The trash bin of a Nextcloud, by the calls that it documents: there is none here, so the server is the tests' own.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct TrashBinTests {
  let server: LyingServer

  init() throws { server = try LyingServer(isCloud: true) }

  private static func isMissing(_ error: NSError?) -> Bool {
    error?.code == NSFileProviderError.Code.noSuchItem.rawValue
  }

  @Test func `what is thrown away is in the bin as the same item, and comes back`() throws {
    let provider = try ProviderUnderTest(server)
    let item = try provider.create("a", "text", date: Date(timeIntervalSince1970: 1_000_000_000)).item
    let thrown = try provider.modify(item, parent: .trashContainer).item
    #expect(thrown.identifier == item.identifier && thrown.parent == .trashContainer && thrown.filename == "a")
    #expect(!thrown.capabilities.contains(.allowsWriting) && thrown.capabilities.contains(.allowsDeleting))
    #expect(try server.bin() == ["a"] && provider.list().isEmpty)
    let listed = try #require(try provider.list(.trashContainer)["a"])
    #expect(listed.identifier == item.identifier && listed.version == thrown.version)
    #expect(try provider.contents(listed) == "text")
    let back = try provider.modify(listed, parent: .rootContainer).item
    #expect(back.identifier == item.identifier && back.parent == .rootContainer)
    #expect(back.contentVersion == item.contentVersion && back.modified == item.modified)
    #expect(try server.read("a") == "text" && server.bin().isEmpty)
  }

  @Test func `a folder is thrown away as a whole, with what others have put into it, and is listed there`() throws {
    let provider = try ProviderUnderTest(server)
    let folder = try provider.create("folder", nil).item
    let inner = try provider.create("inner", "x", in: folder.identifier).item
    try server.write("theirs", to: "folder/theirs")
    let thrown = try provider.modify(folder, parent: .trashContainer).item
    #expect(try server.bin() == ["folder"])
    let items = try provider.list(thrown.identifier)
    #expect(items["inner"]?.identifier == inner.identifier)
    #expect(try provider.contents(#require(items["theirs"])) == "theirs")
    // Out of the folder, which stays where it is.
    let back = try provider.modify(#require(items["inner"]), name: "out", parent: .rootContainer).item
    #expect(back.identifier == inner.identifier && back.filename == "out")
    #expect(try server.read("out") == "x" && server.bin() == ["folder"])
    try provider.delete(thrown, recursively: true)
    #expect(try server.bin().isEmpty)
  }

  @Test func `what is restored comes to the folder that is wanted, also when its own is not there any more`() throws {
    let provider = try ProviderUnderTest(server)
    let (old, new) = (try provider.create("old", nil).item, try provider.create("new", nil).item)
    let item = try provider.create("a", "x", in: old.identifier).item
    let thrown = try provider.modify(item, parent: .trashContainer).item
    try provider.delete(old)
    let back = try provider.modify(thrown, name: "b", parent: new.identifier).item
    #expect(back.identifier == item.identifier && back.parent == new.identifier)
    #expect(try server.read("new/b") == "x")
    // What has the place already stays, and nothing leaves the bin.
    let again = try provider.modify(back, parent: .trashContainer).item
    try server.write("theirs", to: "new/b")
    let error = #expect(throws: NSError.self) { try provider.modify(again, parent: new.identifier) }
    #expect(error?.code == NSFileProviderError.Code.filenameCollision.rawValue)
    #expect(try server.read("new/b") == "theirs" && server.bin().contains("b"))
  }

  @Test func `what is thrown away is found in the bin by a request for it alone, also among others of its name`() throws
  {
    let provider = try ProviderUnderTest(server)
    provider.provider.invalidate()
    for _ in 0..<2 {
      let item = try provider.create("caf\u{E9} 1", "x").item
      let before = try server.requests().count
      let thrown = try provider.modify(item, parent: .trashContainer).item
      #expect(thrown.identifier == item.identifier)
      let after = try server.requests()[before...]
      // The one is for whether there is a bin; a listing would be another one.
      #expect(
        after.count {
          $0.hasPrefix("PROPFIND /remote.php/dav/trashbin/me/trash/ ")
            || $0 == "PROPFIND /remote.php/dav/trashbin/me/trash/"
        } == 1, "\(after)")
    }
    #expect(try server.bin().count == 2)
    // What has another name there is found in the listing.
    let long = try provider.create("long", "x").item
    try server.lie("other-names-in-bin")
    #expect(try provider.modify(long, parent: .trashContainer).item.identifier == long.identifier)
  }

  @Test func `a lost answer is asked about, and nothing is thrown away or restored twice`() throws {
    let provider = try ProviderUnderTest(server)
    let item = try provider.create("a", "x").item
    try server.lie("lose-DELETE")
    _ = try? provider.modify(item, parent: .trashContainer)
    // Somebody else takes the place meanwhile.
    try server.write("theirs", to: "a")
    let thrown = try provider.modify(item, parent: .trashContainer).item
    #expect(thrown.identifier == item.identifier && thrown.parent == .trashContainer)
    #expect(try server.read("a") == "theirs" && server.bin() == ["a"])
    try server.lie("lose-MOVE")
    _ = try? provider.modify(thrown, name: "b", parent: .rootContainer)
    let back = try provider.modify(thrown, name: "b", parent: .rootContainer).item
    #expect(back.identifier == item.identifier && back.filename == "b")
    #expect(try server.read("b") == "x" && server.read("a") == "theirs" && server.bin().isEmpty)
  }

  @Test func `what was written and is thrown away by another is not lost`() throws {
    let provider = try ProviderUnderTest(server)
    let item = try provider.create("a", "x").item
    let both = try provider.modify(item, parent: .trashContainer, text: "written, and thrown away").item
    #expect(try provider.contents(both) == "written, and thrown away")
    let there = try provider.modify(both, text: "written while it was there").item
    #expect(there.parent == .trashContainer)
    #expect(try provider.contents(there) == "written while it was there" && server.bin() == ["a"])
    let back = try provider.modify(there, parent: .rootContainer, text: "and outside").item
    #expect(try server.read("a") == "and outside" && back.identifier == item.identifier)
  }

  @Test func `what others throw away, restore and delete for good is told as that`() throws {
    try server.write("x", to: "a")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["a"])
    let id = item.identifier.rawValue
    _ = try provider.list(.trashContainer)
    var anchor = try provider.anchor()
    try server.delete("a")
    #expect(try eventually { try provider.changes(since: anchor).updated == ["a"] })
    #expect(try !provider.changes(since: anchor).deleted.contains(id))
    #expect(try provider.item(item.identifier).parent == .trashContainer)
    anchor = try provider.anchor()
    // It tries the server with a file of its own, which comes and goes.
    let other = try ProviderUnderTest(server)
    try other.modify(#require(try other.list(.trashContainer)["a"]), parent: .rootContainer)
    #expect(try eventually { try provider.changes(since: anchor).updated == ["a"] })
    #expect(try !provider.changes(since: anchor).deleted.contains(id))
    #expect(try provider.item(item.identifier).parent == .rootContainer)
    try server.delete("a")
    #expect(try eventually { try provider.item(item.identifier).parent == .trashContainer })
    anchor = try provider.anchor()
    try server.emptyBin()
    #expect(try eventually { try provider.changes(since: anchor).deleted == [item.identifier.rawValue] })
    let error = #expect(throws: NSError.self) { try provider.item(item.identifier) }
    #expect(Self.isMissing(error))
  }

  @Test func `the next process finds what is in the bin, also in a folder there`() throws {
    let provider = try ProviderUnderTest(server)
    let folder = try provider.create("folder", nil).item
    let inner = try provider.create("inner", "x", in: folder.identifier).item
    try provider.modify(folder, parent: .trashContainer)
    let next = try ProviderUnderTest(server, state: provider.directory)
    #expect(try next.contents(inner) == "x")
    #expect(try next.item(inner.identifier).parent == folder.identifier)
  }

  @Test func `only what was in the collection that is mounted is shown`() throws {
    for folder in ["work", "other"] { try server.makeFolder(folder) }
    try server.write("ours", to: "work/a")
    try server.write("others'", to: "other/b")
    var settings = WebDAVSettings(address: server.address + "work/")
    (settings.shortestInterval, settings.longestInterval) = (0.1, 0.3)
    let provider = try ProviderUnderTest(settings)
    let item = try #require(try provider.list()["a"])
    try provider.modify(item, parent: .trashContainer)
    try server.delete("other/b")
    #expect(try provider.list(.trashContainer).keys.sorted() == ["a"])
    #expect(try server.bin() == ["a", "b"])
    // Without its folder, the server puts it outside.
    let folder = try provider.create("folder", nil).item
    let inner = try provider.create("inner", "x", in: folder.identifier).item
    let thrown = try provider.modify(inner, parent: .trashContainer).item
    try provider.delete(folder)
    let back = try provider.modify(thrown, parent: .rootContainer).item
    #expect(back.identifier == inner.identifier)
    #expect(try server.read("work/inner") == "x")
  }

  @Test func `what is deleted is gone, although the server keeps it in its bin, until it is restored and thrown away`()
    throws
  {
    let provider = try ProviderUnderTest(server)
    let folder = try provider.create("folder", nil).item
    let inner = try provider.create("inner", "x", in: folder.identifier).item
    try provider.delete(folder, recursively: true)
    #expect(try server.bin() == ["folder", "inner"])
    let next = try ProviderUnderTest(server, state: provider.directory)
    for seen in [provider, next] {
      #expect(try seen.list(.trashContainer).isEmpty)
      let error = #expect(throws: NSError.self) { try seen.item(inner.identifier) }
      #expect(Self.isMissing(error))
    }
    // By another machine, which shows it.
    let other = try ProviderUnderTest(server)
    let shown = try #require(try other.list(.trashContainer)["inner"])
    #expect(shown.identifier == inner.identifier)
    let back = try other.modify(shown, parent: .rootContainer).item
    #expect(try next.list()["inner"]?.identifier == inner.identifier)
    try next.modify(back, parent: .trashContainer)
    #expect(try next.list(.trashContainer).keys.sorted() == ["inner"])
  }

  @Test func `a server without a bin has none, and a probe leaves nothing in one`() throws {
    let report = try WebDAVCheck.run(WebDAVSettings(address: server.address), secret: nil)
    #expect(report.findings.first { $0.key == "trash-bin" }?.isGood == true)
    #expect(try server.bin().isEmpty)
    for lie in ["no-trash-bin", "bin-is-full"] {
      try server.lie(lie)
      let none = try WebDAVCheck.run(WebDAVSettings(address: server.address), secret: nil)
      #expect(none.findings.first { $0.key == "trash-bin" }?.isGood == false)
      let provider = try ProviderUnderTest(server)
      let item = try provider.create(lie, "x").item
      let error = #expect(throws: NSError.self) { try provider.list(.trashContainer) }
      // The domain has a trash all the same, which is not hidden for good.
      #expect(error?.domain == NSFileProviderErrorDomain)
      #expect(error?.code == NSFileProviderError.Code.serverUnreachable.rawValue)
      #expect(throws: NSError.self) { try provider.modify(item, parent: .trashContainer) }
      #expect(try server.read(lie) == "x")
    }
  }
}
