import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// A real server that tells what changed since a token: xandikos, which keeps its collections in Git.
@Suite(
  .enabled(if: Machine.fromPyPI("xandikos") != nil, "xandikos is not installed; mount-scripts/test.sh does that"),
  .enabled(if: Machine.installed("git") != nil, "git is not installed"), .serialized)
final class XandikosTests {
  private let directory: TestDirectory
  private let process: RunningProcess
  private let settings: WebDAVSettings
  private let origin: String

  init() throws {
    directory = try TestDirectory("xandikos")
    let port = try Apache.freePort()
    origin = "http://127.0.0.1:\(port)"
    process = try RunningProcess(
      [
        try #require(Machine.fromPyPI("xandikos")), "serve", "-d", directory.appending("served").path, "-l",
        "127.0.0.1", "-p", "\(port)", "--autocreate", "--state-dir", directory.appending("state").path,
        "--no-detect-systemd",
      ], environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path], in: directory.path,
      output: directory.appending("log").path)
    var settings = WebDAVSettings(address: origin + "/")
    (settings.shortestInterval, settings.longestInterval) = (0.1, 0.3)
    // Its top is no collection, but has some.
    let server = WebDAVServer(transport: try Transport(settings), facts: ServerFacts())
    let files = RemotePath(bytes: Array("files".utf8), isFolder: true)
    let isUp = eventually(seconds: 60) {
      (try? server.makeFolder(files)) != nil || (try? server.entry(at: files)) != nil
    }
    try #require(isUp, "xandikos does not answer")
    settings.address = origin + "/files/"
    self.settings = settings
  }

  deinit { process.stop() }

  private func requests() -> [String] {
    let text = ["out", "err"].compactMap {
      try? String(contentsOf: directory.appending("log.\($0)"), encoding: .utf8)
    }.joined()
    return text.components(separatedBy: "\"").filter { $0.hasSuffix(" HTTP/1.1") }
  }

  @Test func `what others change is told by tokens, and nothing is listed again for it`() throws {
    let (provider, other) = (try ProviderUnderTest(settings), try ProviderUnderTest(settings))
    #expect(try provider.list().isEmpty && other.list().isEmpty)
    #expect(try provider.provider.session().facts.hasSyncTokens)
    let anchor = try provider.anchor()
    let listings = requests().count { $0.hasPrefix("PROPFIND /files/ ") }
    let made = try other.create("a", "x").item
    try other.create("caf\u{E9} 1%", "y")
    #expect(try eventually { try provider.changes(since: anchor).updated == ["a", "caf\u{E9} 1%"] })
    let changed = try other.modify(made, text: "longer").item
    #expect(try eventually { try provider.item(made.identifier).contentVersion == changed.contentVersion })
    #expect(try provider.contents(provider.item(made.identifier)) == "longer")
    let middle = try provider.anchor()
    try other.delete(changed)
    #expect(try eventually { try provider.changes(since: middle).deleted == [made.identifier.rawValue] })
    #expect(requests().contains("REPORT /files/ HTTP/1.1"))
    #expect(requests().count { $0.hasPrefix("PROPFIND /files/ ") } == listings)
  }

  @Test func `a token that the server does not know any more is given up, and the folder listed`() throws {
    let provider = try ProviderUnderTest(settings)
    try provider.create("a", "x")
    #expect(try provider.list().keys.sorted() == ["a"])
    let anchor = try provider.anchor()
    // A history of its own, as after a backup was brought back.
    let words = ["rm -rf .git", "git init -q", "git add a", "echo y >b", "git add b"]
    let commit = "git -c user.name=n -c user.email=e commit -q -m m && git gc -q --prune=now"
    let script = (words + [commit]).joined(separator: " && ")
    let result = try RunningProcess(
      ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path],
      in: directory.appending("served/files").path
    ).wait()
    try #require(result.status == 0, "\(result)")
    #expect(try eventually { try provider.changes(since: anchor).updated.contains("b") })
    #expect(try provider.changes(since: anchor).deleted == [])
  }

  @Test func `items are made, moved and deleted, and what others have changed stays`() throws {
    let (provider, other) = (try ProviderUnderTest(settings), try ProviderUnderTest(settings))
    let folder = try provider.create("folder", nil).item
    let item = try provider.create("caf\u{E9} 1%", "x", in: folder.identifier).item
    let moved = try provider.modify(item, name: "b", parent: .rootContainer).item
    #expect(try provider.contents(moved) == "x")
    let theirs = try other.modify(#require(try other.list()["b"]), text: "theirs").item
    #expect(throws: NSError.self) { try provider.modify(moved, text: "ours") }
    #expect(throws: NSError.self) { try provider.delete(moved) }
    #expect(throws: NSError.self) { try provider.create("b", "ours") }
    #expect(try other.contents(theirs) == "theirs")
    let renamed = try provider.modify(folder, name: "other").item
    try provider.delete(renamed)
    try other.delete(theirs)
    #expect(try provider.list().isEmpty)
  }
}
