import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// A real server that ignores conditions: `rclone serve webdav`.
@Suite(.enabled(if: Rclone.problem == nil, "\(Rclone.problem ?? "")"), .serialized)
struct RcloneTests {
  private let rclone: Rclone
  private let provider: ProviderUnderTest

  init() throws {
    rclone = try Rclone()
    provider = try ProviderUnderTest(rclone.settings)
  }

  private func read(_ path: String) -> String? {
    try? String(contentsOf: rclone.files.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `what others have changed is seen before each write, although the server would overwrite it`() throws {
    let made = try provider.create("both", "one").item
    #expect(try !provider.provider.session().facts.checksWrites)
    let changed = try provider.modify(made, text: "two, longer").item
    #expect(read("both") == "two, longer")
    // By the server, which does not look at its disk again for minutes.
    let other = try ProviderUnderTest(rclone.settings)
    try other.modify(#require(try other.list()["both"]), text: "theirs, longer still")
    #expect(throws: NSError.self) { try provider.modify(changed, text: "ours") }
    #expect(throws: NSError.self) { try provider.modify(changed, name: "ours") }
    #expect(throws: NSError.self) { try provider.delete(changed) }
    #expect(throws: NSError.self) { try provider.create("both", "ours") }
    #expect(read("both") == "theirs, longer still")
  }

  @Test func `items are made, moved and deleted`() throws {
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
