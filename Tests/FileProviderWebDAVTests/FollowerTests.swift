import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// The thread that looks at the server, while it waits for something that comes much later.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct FollowerTests {
  let server: LyingServer
  let provider: ProviderUnderTest

  init() throws {
    server = try LyingServer()
    try server.makeFolder("folder")
    var settings = WebDAVSettings(address: server.address)
    (settings.shortestInterval, settings.longestInterval) = (0.1, 3600)
    provider = try ProviderUnderTest(settings)
    // With this it begins. Nothing was listed yet, so that it waits for an hour.
    _ = try provider.anchor()
    // The clock itself is meant: by then it waits, which nothing announces.
    usleep(500_000)
  }

  /// Whether a place is looked at twice more, though nobody calls the provider.
  private func isFollowed(_ path: String) throws -> Bool {
    let looks = ["PROPFIND", "REPORT"].map { "\($0) /dav/\(path)" }
    func count() throws -> Int { try server.requests().count { looks.contains($0) } }
    let before = try count()
    return try eventually { try count() >= before + 2 }
  }

  @Test func `a folder that is listed is looked at from then on`() throws {
    _ = try provider.list()
    #expect(try isFollowed(""))
  }

  @Test func `more folders than are looked at so often can be made here`() throws {
    for number in 0...FoldersInUse.most { try provider.create("made\(number)", nil) }
    #expect(try isFollowed("made\(FoldersInUse.most)/"))
  }

  @Test func `a folder that a program opens is looked at soon, and one that the system lists is not`() throws {
    let folder = try #require(try provider.list()["folder"]).identifier
    let session = try provider.provider.session()
    let path = try session.place(of: folder)
    session.tree.beginFollowing(path, interval: 3600)
    let program = NSFileProviderRequest(isSystemRequest: false)
    for (request, isSoon) in [(NSFileProviderRequest(isSystemRequest: true), false), (program, true)] {
      try provider.provider.enumerator(for: folder, request: request).invalidate()
      #expect(session.tree.folder(path)?.interval == (isSoon ? 0.1 : 3600))
    }
    #expect(try isFollowed("folder/"))
  }

  @Test func `the next process tells what has changed since the last one`() throws {
    try server.write("x", to: "folder/old")
    var former: ProviderUnderTest? = try ProviderUnderTest(server)
    let folder = try #require(try former?.list()["folder"]).identifier
    _ = try former?.list(folder)
    let anchor = try #require(try former?.anchor())
    let state = try #require(former?.directory)
    former = nil
    try server.write("y", to: "folder/new")
    try server.delete("folder/old")
    let next = try ProviderUnderTest(server, state: state)
    #expect(try eventually { try next.changes(since: anchor).deleted == ["/folder/old"] })
    #expect(try next.changes(since: anchor).updated.contains("new"))
  }

  @Test func `a folder that is made here is looked at from then on`() throws {
    try provider.create("made", nil)
    #expect(try isFollowed("made/"))
  }
}
