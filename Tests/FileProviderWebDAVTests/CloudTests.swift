import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// What a Nextcloud has more, by the calls that it documents: there is none here, so the server is the tests' own.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct CloudTests {
  let server: LyingServer

  init() throws { server = try LyingServer(isCloud: true) }

  @Test func `a document keeps its identifier when it is renamed or moved, here and there`() throws {
    try server.makeFolder("folder")
    try server.write("x", to: "a")
    let provider = try ProviderUnderTest(server)
    let items = try provider.list()
    let (item, folder) = (try #require(items["a"]), try #require(items["folder"]))
    _ = try provider.list(folder.identifier)
    let told = try provider.modify(item, name: "b", parent: folder.identifier)
    #expect(told.item.identifier == item.identifier)
    #expect(told.item.parent == folder.identifier)
    let anchor = try provider.anchor()
    try server.move("folder/b", to: "c")
    #expect(try eventually { try provider.changes(since: anchor).updated.contains("c") })
    #expect(try provider.changes(since: anchor).deleted == [])
    #expect(try provider.item(item.identifier).filename == "c")
  }

  @Test func `a folder that is renamed there keeps its identifier, and what is in it is still followed`() throws {
    try server.makeFolder("old")
    try server.write("x", to: "old/a")
    let provider = try ProviderUnderTest(server)
    let folder = try #require(try provider.list()["old"])
    _ = try provider.list(folder.identifier)
    var anchor = try provider.anchor()
    try server.move("old", to: "new")
    #expect(try eventually { try provider.changes(since: anchor).updated.contains("new") })
    anchor = try provider.anchor()
    try server.write("y", to: "new/b")
    #expect(try eventually { try provider.changes(since: anchor).updated.contains("b") })
    #expect(try provider.changes(since: anchor).deleted == [])
    #expect(try provider.item(folder.identifier).filename == "new")
  }

  @Test func `while nothing changes, only the top is asked for`() throws {
    for name in ["a", "b", "c"] { try server.makeFolder(name) }
    let provider = try ProviderUnderTest(server)
    for folder in try provider.list().values { _ = try provider.list(folder.identifier) }
    let before = try server.requests().count
    #expect(try eventually { try server.requests().count >= before + 5 })
    let asked = try server.requests()[before...].filter { $0.hasPrefix("PROPFIND") }
    #expect(asked.allSatisfy { $0 == "PROPFIND /remote.php/dav/files/me/" }, "\(asked)")
  }

  @Test func `the next process tells what has changed, and lists no folder in which nothing has`() throws {
    for name in ["a", "b", "c"] { try server.makeFolder(name) }
    try server.write("x", to: "b/old")
    var provider: ProviderUnderTest? = try ProviderUnderTest(server)
    for folder in try provider?.list().values.map(\.identifier) ?? [] { _ = try provider?.list(folder) }
    let anchor = try #require(try provider?.anchor())
    let state = try #require(provider?.directory)
    provider = nil
    try server.write("y", to: "b/new")
    try server.delete("b/old")
    try server.emptyBin()
    let before = try server.requests().count
    let next = try ProviderUnderTest(server, state: state)
    #expect(try eventually { try next.changes(since: anchor).updated.contains("new") })
    // What is gone is reported at the end of the round.
    #expect(try eventually { try next.changes(since: anchor).deleted.count == 1 })
    let asked = Set(try server.requests()[before...].filter { $0.hasPrefix("PROPFIND") })
    #expect(asked == ["PROPFIND /remote.php/dav/files/me/", "PROPFIND /remote.php/dav/files/me/b/"])
  }

  @Test func `the next process finds a document by its number`() throws {
    try server.makeFolder("folder")
    try server.write("text", to: "folder/a")
    let provider = try ProviderUnderTest(server)
    let folder = try #require(try provider.list()["folder"])
    let item = try #require(try provider.list(folder.identifier)["a"])
    let next = try ProviderUnderTest(server, state: provider.directory)
    #expect(try next.contents(item) == "text")
    #expect(try next.item(item.identifier).parent == folder.identifier)
    try server.delete("folder/a")
    try server.emptyBin()
    let error = #expect(throws: NSError.self) { try next.item(item.identifier) }
    #expect(error?.code == NSFileProviderError.Code.noSuchItem.rawValue)
  }

  @Test func `favourites and dates are the server's, too`() throws {
    let provider = try ProviderUnderTest(server)
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    let made = try provider.create("a", "x", date: date).item
    #expect(made.modified == date && !made.isFavorite)
    #expect(try provider.modify(made, favorite: true).item.isFavorite)
    let other = try ProviderUnderTest(server)
    let seen = try #require(try other.list()["a"])
    #expect(seen.isFavorite && seen.modified == date)
    #expect(try !provider.modify(seen, favorite: false).item.isFavorite)
    #expect(try other.list()["a"]?.isFavorite == false)
  }

  @Test func `permissions are capabilities`() throws {
    try server.write("x", to: "a")
    try server.lie("permissions:G")
    let item = try #require(try ProviderUnderTest(server).list()["a"])
    #expect(item.capabilities == [.allowsReading, .allowsEvicting])
    try server.lie("permissions:RGDNVW")
    let all = try #require(try ProviderUnderTest(server).list()["a"])
    #expect(all.capabilities.isSuperset(of: .allowsAll))
  }

  @Test func `a large document goes in parts, and what has arrived of it is not sent again`() throws {
    let text = String(repeating: "0123456789abcdef", count: 700_000)
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    try server.lie("status-MOVE:503")
    #expect(throws: NSError.self) { try provider.create("large", text) }
    #expect(try server.requests().count { $0.hasPrefix("PUT /remote.php/dav/uploads/") } == 2)
    try server.lie()
    let made = try provider.create("large", text, mayExist: true).item
    #expect(made.size == text.utf8.count)
    #expect(try server.requests().count { $0.hasPrefix("PUT /remote.php/dav/uploads/") } == 2)
    #expect(try server.read("large") == text)
    let changed = try provider.modify(made, text: text + "!").item
    #expect(changed.size == text.utf8.count + 1)
    let conflict = #expect(throws: NSError.self) { try provider.modify(made, text: text + "?") }
    #expect(conflict?.code == NSFileProviderError.Code.localVersionConflictingWithServer.rawValue)
    #expect(try server.read("large") == text + "!")
  }

  @Test func `what is sent has a checksum that the server keeps, so that damage is seen when it comes back`() throws {
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    for text in ["x", String(repeating: "0123456789abcdef", count: 10_000)] {
      let made = try provider.create("whole \(text.utf8.count)", text).item
      #expect(try provider.contents(made) == text)
      try server.lie("damage-upload")
      let damaged = try provider.create("damaged \(text.utf8.count)", text).item
      #expect(throws: NSError.self) { try provider.contents(damaged) }
    }
  }
}
