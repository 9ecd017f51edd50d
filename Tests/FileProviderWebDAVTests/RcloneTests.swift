import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// A real server that ignores conditions: `rclone serve webdav`.
@Suite(.enabled(if: Machine.installed("rclone") != nil, "rclone is not installed"), .serialized)
struct RcloneTests {
  private let directory: TestDirectory
  private let process: RunningProcess
  private let provider: ProviderUnderTest
  private let settings: WebDAVSettings

  init() throws {
    directory = try TestDirectory("rclone")
    try FileManager.default.createDirectory(at: directory.appending("files"), withIntermediateDirectories: true)
    let port = try Apache.freePort()
    process = try RunningProcess(
      [
        try #require(Machine.installed("rclone")), "serve", "webdav", directory.appending("files").path, "--addr",
        "127.0.0.1:\(port)",
      ], environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path], in: directory.path)
    var settings = WebDAVSettings(address: "http://127.0.0.1:\(port)/")
    settings.shortestInterval = 0.1
    settings.longestInterval = 0.3
    self.settings = settings
    let isUp = eventually(seconds: 60) { (try? WebDAVCheck.run(settings, secret: nil)) != nil }
    try #require(isUp, "rclone does not answer")
    provider = try ProviderUnderTest(settings)
  }

  private func stop() { process.stop() }

  private func read(_ path: String) -> String? {
    try? String(contentsOf: directory.appending("files/" + path), encoding: .utf8)
  }

  @Test func `what others have changed is seen before each write, although the server would overwrite it`() throws {
    defer { stop() }
    let made = try provider.create("both", "one").item
    #expect(try !provider.provider.session().facts.checksWrites)
    let changed = try provider.modify(made, text: "two, longer").item
    #expect(read("both") == "two, longer")
    // By the server, which does not look at its disk again for minutes.
    let other = try ProviderUnderTest(settings)
    try other.modify(#require(try other.list()["both"]), text: "theirs, longer still")
    #expect(throws: NSError.self) { try provider.modify(changed, text: "ours") }
    #expect(throws: NSError.self) { try provider.delete(changed) }
    #expect(throws: NSError.self) { try provider.create("both", "ours") }
    #expect(read("both") == "theirs, longer still")
  }

  @Test func `items are made, moved and deleted`() throws {
    defer { stop() }
    let folder = try provider.create("folder", nil).item
    let item = try provider.create("caf\u{E9} 1%", "x", in: folder.identifier).item
    let moved = try provider.modify(item, name: "b", parent: .rootContainer).item
    #expect(read("b") == "x")
    #expect(try provider.contents(moved) == "x")
    let renamed = try provider.modify(folder, name: "other").item
    try provider.delete(renamed)
    try provider.delete(moved)
    #expect(try provider.list().isEmpty)
  }
}
