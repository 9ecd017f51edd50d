import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// Somebody else puts an item where ours was, or changes it, after the provider has last looked.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct OthersInPlaceTests {
  /// A provider that has listed the top, and looks no more by itself.
  private func provider(of server: LyingServer) throws -> (ProviderUnderTest, [String: SeenItem]) {
    let provider = try ProviderUnderTest(server)
    let items = try provider.list()
    provider.provider.invalidate()
    return (provider, items)
  }

  private func isConflict(_ error: NSError?) -> Bool {
    error?.code == NSFileProviderError.Code.localVersionConflictingWithServer.rawValue
  }

  private func requests(_ server: LyingServer, _ body: () throws -> Void) throws -> [String] {
    let before = try server.requests().count
    try body()
    return Array(try server.requests()[before...])
  }

  @Test(arguments: ["", "ignore-if", "ignore-conditions", "weak-tags", "refuse-own-version"])
  func `a document that took the place of ours is not moved until its version is known`(lie: String) throws {
    let server = try LyingServer()
    try server.lie(lie)
    try server.write("ours", to: "a")
    let (provider, items) = try provider(of: server)
    let item = try #require(items["a"])
    try server.delete("a")
    try server.write("theirs", to: "a")
    let error = #expect(throws: NSError.self) { try provider.modify(item, name: "b") }
    #expect(isConflict(error), "\(String(describing: error))")
    #expect(try server.read("a") == "theirs" && server.read("b").isEmpty)
    let told = try provider.modify(provider.item(item.identifier), name: "b").item
    #expect(try server.read("b") == "theirs" && provider.contents(told) == "theirs")
  }

  @Test func `a document that takes the place of ours at the very moment of a move is not moved`() throws {
    let server = try LyingServer()
    try server.write("ours", to: "a")
    let (provider, items) = try provider(of: server)
    let item = try #require(items["a"])
    try server.lie("replace-before-move")
    let error = #expect(throws: NSError.self) { try provider.modify(item, name: "b") }
    #expect(isConflict(error), "\(String(describing: error))")
    #expect(try server.read("a") == "somebody else's" && server.read("b").isEmpty)
    // What was sent before is told; the move is asked for again.
    let now = try provider.item(item.identifier)
    try server.lie("replace-before-move")
    let told = try provider.modify(now, name: "b", text: "ours, too")
    #expect(told.stillPending == .filename && !told.hasOtherContents)
    #expect(try server.read("a") == "somebody else's" && server.read("b").isEmpty)
  }

  @Test func `a move asks where the document is only on a server that checks no condition of it`() throws {
    let server = try LyingServer()
    try server.write("ours", to: "a")
    try server.makeFolder("folder")
    for (lie, asked) in [("", []), ("ignore-if", ["PROPFIND /dav/a"]), ("weak-tags", ["PROPFIND /dav/a"])] {
      try server.lie(lie)
      let (provider, items) = try provider(of: server)
      #expect(try provider.provider.session().facts.checksMoves == (lie != "ignore-if"))
      let item = try #require(items["a"])
      #expect(
        try requests(server) { try provider.modify(item, name: "b") } == asked + ["MOVE /dav/a", "PROPFIND /dav/b"])
      try server.move("b", to: "a")
    }
    try server.lie()
    let (provider, items) = try provider(of: server)
    let folder = try #require(items["folder"])
    #expect(
      try requests(server) { try provider.modify(folder, name: "other") } == [
        "PROPFIND /dav/folder/", "MOVE /dav/folder/", "PROPFIND /dav/other/",
      ])
  }

  @Test(arguments: [400, 412])
  func `a condition that the server makes nothing of is left out once the document is seen`(status: Int) throws {
    let server = try LyingServer()
    try server.write("ours", to: "a")
    let (provider, items) = try provider(of: server)
    let item = try #require(items["a"])
    try server.lie("refuse-if:\(status)")
    #expect(
      try requests(server) { try provider.modify(item, name: "b") } == [
        "MOVE /dav/a", "PROPFIND /dav/b", "PROPFIND /dav/a", "MOVE /dav/a", "PROPFIND /dav/b",
      ])
    #expect(try server.read("b") == "ours")
  }

  @Test func `a document that took the place of a folder is not moved`() throws {
    let server = try LyingServer()
    try server.makeFolder("folder")
    let (provider, items) = try provider(of: server)
    let folder = try #require(items["folder"])
    try server.delete("folder")
    try server.write("theirs", to: "folder")
    let error = #expect(throws: NSError.self) { try provider.modify(folder, name: "other") }
    #expect(error?.code == NSFileProviderError.Code.noSuchItem.rawValue)
    #expect(try server.read("folder") == "theirs")
  }

  @Test(arguments: ["", "ignore-if"])
  func `what a lost call has moved is known at its new place, whoever has its old one`(lie: String) throws {
    let server = try LyingServer()
    try server.lie(lie)
    try server.write("ours", to: "a")
    let (provider, items) = try provider(of: server)
    let item = try #require(items["a"])
    try server.move("a", to: "b")
    try server.write("theirs", to: "a")
    #expect(try provider.modify(item, name: "b").item.filename == "b")
    #expect(try server.read("a") == "theirs" && server.read("b") == "ours")
  }

  @Test func `where documents are copied and deleted, what took the place of ours stays`() throws {
    let server = try LyingServer()
    try server.lie("status-MOVE:405")
    try server.write("ours", to: "a")
    let (provider, items) = try provider(of: server)
    let item = try #require(items["a"])
    try server.write("theirs", to: "a")
    let error = #expect(throws: NSError.self) { try provider.modify(item, name: "b") }
    #expect(isConflict(error), "\(String(describing: error))")
    #expect(try server.read("a") == "theirs" && server.read("b").isEmpty)
  }

  // MARK: Items with numbers

  @Test(arguments: [true, false])
  func `what has another number is not moved, and ours is found where it is`(isFolder: Bool) throws {
    let server = try LyingServer(isCloud: true)
    func make(_ name: String) throws {
      if isFolder { try server.makeFolder(name) } else { try server.write(name, to: name) }
    }
    try make("a")
    let (provider, items) = try provider(of: server)
    let item = try #require(items["a"])
    try server.move("a", to: "elsewhere")
    try make("a")
    let error = #expect(throws: NSError.self) { try provider.modify(item, name: "b") }
    #expect(isConflict(error), "\(String(describing: error))")
    let now = try provider.item(item.identifier)
    #expect(now.filename == "elsewhere")
    #expect(try provider.modify(now, name: "b").item.identifier == item.identifier)
    #expect(try Set(provider.list().keys) == ["a", "b"])
  }

  @Test func `what others have written into a document with a number is moved with it`() throws {
    let server = try LyingServer(isCloud: true)
    try server.write("ours", to: "a")
    let (provider, items) = try provider(of: server)
    let item = try #require(items["a"])
    try server.write("theirs", to: "a")
    let told = try provider.modify(item, name: "b").item
    #expect(told.identifier == item.identifier && told.contentVersion != item.contentVersion)
    #expect(try server.read("b") == "theirs")
  }

  @Test(arguments: [true, false])
  func `a folder with another number is not deleted`(recursively: Bool) throws {
    let server = try LyingServer(isCloud: true)
    try server.makeFolder("a")
    let (provider, items) = try provider(of: server)
    let folder = try #require(items["a"])
    try server.move("a", to: "elsewhere")
    try server.makeFolder("a")
    if recursively { try server.write("theirs", to: "a/b") }
    let error = #expect(throws: NSError.self) { try provider.delete(folder, recursively: recursively) }
    #expect(error?.code == NSFileProviderError.Code.deletionRejected.rawValue)
    #expect(try Set(provider.list().keys) == ["a", "elsewhere"])
    #expect(try !recursively || server.read("a/b") == "theirs")
  }
}
