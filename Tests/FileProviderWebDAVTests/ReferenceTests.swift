import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// What servers, and those in front of them, call the places that they tell of.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct ReferenceTests {
  let server: LyingServer

  init() throws {
    server = try LyingServer()
    for name in ["a b", "caf\u{E9} 100%"] { try server.write(name, to: name) }
    try server.makeFolder("folder")
    try server.write("inner", to: "folder/inner")
  }

  private static let names = ["a b", "caf\u{E9} 100%", "folder"]

  private func lookAgain() throws {
    let before = try server.requests().count
    #expect(try eventually { try server.requests().count >= before + 5 })
  }

  /// Sees the whole tree, its changes and its deletions.
  private func expectItWorks(_ provider: ProviderUnderTest) throws {
    let items = try provider.list()
    #expect(items.keys.sorted() == Self.names)
    let folder = try #require(items["folder"])
    #expect(folder.isFolder)
    let inner = try #require(try provider.list(folder.identifier)["inner"])
    #expect(try provider.contents(inner) == "inner")
    #expect(try provider.item(inner.identifier).filename == "inner")
    let anchor = try provider.anchor()
    try server.write("new", to: "folder/new")
    try server.delete("a b")
    let gone = try #require(items["a b"]).identifier.rawValue
    #expect(
      try eventually {
        let changes = try provider.changes(since: anchor)
        return changes.updated.contains("new") && changes.deleted == [gone]
      })
    let made = try provider.create("made", "x").item
    #expect(try provider.modify(made, name: "renamed").item.filename == "renamed")
    #expect(try provider.list().keys.sorted() == Self.names.dropFirst() + ["renamed"])
  }

  @Test(arguments: [
    ["relative"], ["escape-all"], ["no-slashes"], ["tell-twice"], ["tell-below"], ["host-in-front:outside.example.org"],
    ["prefix:"], ["prefix:/remote.php/dav"], ["prefix:/dav/dav"], ["prefix:/DAV", "no-slashes"],
    ["prefix:/folder", "escape-all", "tell-below", "host-in-front:inside"],
    ["leave-folder-out"], ["leave-folder-out", "prefix:/remote.php/dav"], ["tokens", "prefix:/remote.php/dav"],
  ])
  func `places are recognized in every form, also with another path in front`(lies: [String]) throws {
    try server.lie(lies)
    let provider = try ProviderUnderTest(server)
    if lies.contains("tokens") {
      #expect(try provider.list().keys.sorted() == Self.names)
      let anchor = try provider.anchor()
      try server.write("new", to: "new")
      #expect(try eventually { try provider.changes(since: anchor).updated == ["new"] })
    } else {
      try expectItWorks(provider)
    }
  }

  @Test(arguments: ["prefix:/remote.php/dav", "prefix:"])
  func `a path in front that comes later deletes nothing, and is asked for once`(lie: String) throws {
    let provider = try ProviderUnderTest(server)
    let folder = try #require(try provider.list()["folder"])
    _ = try provider.list(folder.identifier)
    let anchor = try provider.anchor()
    try server.lie(lie)
    try lookAgain()
    #expect(try provider.list().keys.sorted() == Self.names)
    let changes = try provider.changes(since: anchor)
    #expect(changes.deleted == [] && changes.updated == [])
    provider.provider.invalidate()
    let before = try server.requests().count
    _ = try provider.list(folder.identifier)
    #expect(try server.requests().count == before + 1)
  }

  @Test(arguments: ["tell-of-others", "tell-nothing", "status-of-all:403", "property-status-of-folder:500"])
  func `an answer that may be about something else, or tells not what is there, deletes nothing`(lie: String) throws {
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    let anchor = try provider.anchor()
    try server.lie(lie)
    try lookAgain()
    #expect(provider.deletions(since: anchor) == [])
    try server.lie()
    #expect(try provider.list().keys.sorted() == Self.names)
    // One that knows nothing of the items tells the system nothing.
    for file in ["known.sqlite", "known.sqlite-wal", "known.sqlite-shm"] {
      try FileManager.default.removeItem(at: provider.directory.appending("state/\(file)"))
    }
    let next = try ProviderUnderTest(server, state: provider.directory)
    try server.lie(lie)
    #expect(throws: NSError.self) { try next.list() }
  }

  @Test func `an item of which the server tells nothing just now is not taken for gone`() throws {
    let provider = try ProviderUnderTest(server)
    let folder = try #require(try provider.list()["folder"])
    try server.lie("property-status-of-folder:503")
    let error = #expect(throws: NSError.self) { try provider.item(folder.identifier) }
    #expect(error?.code != NSFileProviderError.Code.noSuchItem.rawValue)
  }

  @Test func `a collection that has become a document is an error, and nothing in it is gone`() throws {
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    let anchor = try provider.anchor()
    for lie in ["root-is-a-document", "status-PROPFIND:404"] {
      try server.lie(lie)
      try lookAgain()
      #expect(provider.deletions(since: anchor) == [])
      for error in [
        #expect(throws: NSError.self) { try provider.list() },
        #expect(throws: NSError.self) { try provider.item(.rootContainer) },
      ] { #expect(error?.code == NSFileProviderError.Code.serverUnreachable.rawValue) }
    }
  }

  /// The disk with the collection arrives after the first answer.
  @Test func `what is missing once, and then there, is not taken for gone`() throws {
    let provider = try ProviderUnderTest(server)
    let items = try provider.list()
    let folder = try #require(items["folder"])
    let document = try #require(items["a b"])
    // Nobody but the calls asks the server from here on.
    provider.provider.invalidate()
    try server.lie("missing-once-a b")
    #expect(try provider.item(document.identifier).filename == "a b")
    try server.lie("missing-once-a b")
    #expect(try provider.contents(document) == "a b")
    try server.lie("missing-once-a b")
    #expect(try provider.part(document, 0..<3).bytes == Data("a b".utf8))
    try server.lie("missing-once-folder")
    #expect(try provider.list(folder.identifier).keys.sorted() == ["inner"])
    // What is really gone is gone.
    for name in ["a b", "folder/inner", "folder"] { try server.delete(name) }
    for item in [document, folder] {
      let error = #expect(throws: NSError.self) { try provider.item(item.identifier) }
      #expect(error?.code == NSFileProviderError.Code.noSuchItem.rawValue)
    }
    try provider.delete(document)
  }

  @Test func `what is missing once, and then there, is not deleted yet`() throws {
    let provider = try ProviderUnderTest(server)
    let document = try #require(try provider.list()["a b"])
    provider.provider.invalidate()
    try server.lie("missing-once-a b")
    let error = #expect(throws: NSError.self) { try provider.delete(document) }
    #expect(error?.code == NSFileProviderError.Code.serverUnreachable.rawValue)
    try provider.delete(document)
    #expect(try provider.list()["a b"] == nil)
  }

  @Test func `a server that finds nothing at any address has deleted nothing`() throws {
    let provider = try ProviderUnderTest(server)
    let items = try provider.list()
    let folder = try #require(items["folder"])
    let document = try #require(items["a b"])
    let anchor = try provider.anchor()
    try server.lie(["PROPFIND", "GET", "PUT", "MOVE", "DELETE"].map { "status-\($0):404" })
    let calls: [() throws -> Void] = [
      { _ = try provider.list(folder.identifier) }, { _ = try provider.item(document.identifier) },
      { _ = try provider.contents(document) }, { try provider.modify(document, text: "new") },
      { try provider.modify(document, name: "other") }, { try provider.delete(document) },
      { try provider.create("new", "x", in: folder.identifier) },
      { _ = try provider.changes(since: anchor, isAsked: true) },
    ]
    for call in calls {
      let error = #expect(throws: NSError.self) { try call() }
      #expect(error?.code == NSFileProviderError.Code.serverUnreachable.rawValue)
    }
    #expect(try provider.changes(since: anchor).deleted == [])
  }
}
