import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// What a program gets that wants to have what is at the server now, and what that costs. Nothing is looked at here otherwise.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct LookNowTests {
  private func provider(_ server: LyingServer) throws -> ProviderUnderTest {
    var settings = WebDAVSettings(address: server.address)
    (settings.shortestInterval, settings.longestInterval) = (3600, 3600)
    return try ProviderUnderTest(settings)
  }

  @Test(arguments: [false, true]) func `what came to the server a moment ago is told`(isCloud: Bool) throws {
    let server = try LyingServer(isCloud: isCloud)
    for name in ["one", "two"] { try server.makeFolder(name) }
    for name in ["one/a", "two/b"] { try server.write(name, to: name) }
    let provider = try provider(server)
    for item in try provider.list().values { _ = try provider.list(item.identifier) }
    let anchor = try provider.anchor()
    try server.write("changed", to: "one/a")
    try server.write("new", to: "two/new")
    try server.delete("two/b")
    #expect(try provider.changes(since: anchor).updated == [])
    let changes = try provider.changes(since: anchor, isAsked: true)
    #expect(Set(["a", "new"]).isSubset(of: changes.updated) && changes.deleted.count == 1)
    // The anchor moves, so that nobody has to list everything to know what is there; it stays good.
    let next = try provider.changes(since: changes.anchor, isAsked: true)
    #expect(next.updated == [] && next.deleted == [] && next.anchor != changes.anchor)
    #expect(try provider.changes(since: next.anchor).anchor == next.anchor)
  }

  @Test func `a Nextcloud is asked for its top alone, and other servers for each folder once`() throws {
    for (isCloud, count) in [(true, 1), (false, 21)] {
      let server = try LyingServer(isCloud: isCloud)
      for number in 0..<20 { try server.makeFolder("folder\(number)") }
      let provider = try provider(server)
      for item in try provider.list().values { _ = try provider.list(item.identifier) }
      let anchor = try provider.anchor()
      let before = try server.requests().count
      _ = try provider.changes(since: anchor, isAsked: true)
      #expect(try server.requests().count == before + count)
    }
  }

  @Test func `more folders than are looked at at once are looked at by use`() throws {
    let server = try LyingServer()
    let provider = try provider(server)
    let session = try provider.provider.session()
    let paths = (0...LookNow.mostFolders).map { RemotePath(bytes: Array("folder\($0)".utf8), isFolder: true) }
    for path in paths { session.tree.beginFollowing(path, interval: 600) }
    session.tree.update(paths[LookNow.mostFolders]) { $0.interval = 5 }
    let chosen = session.tree.foldersInUse(limit: LookNow.mostFolders)
    #expect(chosen.count == LookNow.mostFolders && chosen.first == paths[LookNow.mostFolders])
  }

  /// A cloud on which a document went from one folder, which was listed, to another.
  private func movedAtCloud() throws -> (LyingServer, ProviderUnderTest, anchor: NSFileProviderSyncAnchor) {
    let server = try LyingServer(isCloud: true)
    for name in ["one", "two"] { try server.makeFolder(name) }
    try server.write("x", to: "one/a")
    let provider = try provider(server)
    for item in try provider.list().values { _ = try provider.list(item.identifier) }
    let anchor = try provider.anchor()
    try server.move("one/a", to: "two/b")
    return (server, provider, anchor)
  }

  @Test(arguments: [500, 503]) func `what went to a folder that cannot be listed just now is not told as gone`(
    status: Int
  ) throws {
    let (server, provider, anchor) = try movedAtCloud()
    try server.lie("status-at-two:\(status)")
    _ = try? provider.changes(since: anchor, isAsked: true)
    #expect(try provider.changes(since: anchor).deleted == [])
    try server.lie()
    let changes = try provider.changes(since: anchor, isAsked: true)
    #expect(changes.updated.contains("b") && changes.deleted == [])
    // What is gone from there, and nowhere else, is told when all can be seen again.
    try server.delete("two/b")
    try server.emptyBin()
    try server.write("y", to: "one/y")
    try server.lie("status-at-one:\(status)")
    _ = try? provider.changes(since: changes.anchor, isAsked: true)
    try server.lie()
    #expect(try provider.changes(since: changes.anchor, isAsked: true).deleted.count == 1)
  }

  @Test func `what went to a folder that there is no time for is not told as gone`() throws {
    let (server, provider, anchor) = try movedAtCloud()
    try server.lie("status-at-two:500")
    _ = try? provider.changes(since: anchor, isAsked: true)
    try server.lie()
    _ = try LookNow(try provider.provider.session(), Cancellation(), end: .distantPast).run(CallThreads())
    #expect(try provider.changes(since: anchor).deleted == [])
    let changes = try provider.changes(since: anchor, isAsked: true)
    #expect(changes.updated.contains("b") && changes.deleted == [])
  }

  @Test func `one folder that cannot be listed keeps nothing back, and a server that is away is an error`() throws {
    let server = try LyingServer()
    try server.makeFolder("folder")
    try server.write("x", to: "folder/inner")
    let provider = try provider(server)
    for item in try provider.list().values { _ = try provider.list(item.identifier) }
    let anchor = try provider.anchor()
    try server.delete("folder")
    try server.write("new", to: "new")
    let changes = try provider.changes(since: anchor, isAsked: true)
    #expect(changes.updated == ["new"] && changes.deleted.contains { $0.contains("folder") })
    try server.lie("status-PROPFIND:503")
    let error = #expect(throws: NSError.self) { try provider.changes(since: changes.anchor, isAsked: true) }
    #expect(error?.code == NSFileProviderError.Code.serverUnreachable.rawValue)
  }
}
