import Foundation
import TestSupport
import Testing

/// The code in `WritingAProvider.md`, as it stands on the page.
@Suite struct TutorialTests {
  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/FileProvider/Documentation.docc/WritingAProvider.md")

  /// The blocks of Swift, by the name of the file in their first line.
  private func files() throws -> [String: String] {
    var files: [String: String] = [:]
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    for block in text.components(separatedBy: "```swift\n").dropFirst() {
      let code = try #require(block.components(separatedBy: "\n```").first)
      let first = try #require(code.split(separator: "\n").first)
      if first.hasPrefix("// swift-tools-version") {
        files["Package.swift"] = code
        continue
      }
      try #require(first.hasPrefix("// ") && first.hasSuffix(".swift"), "a block without a file's name: \(first)")
      files[String(first.dropFirst(3))] = code
    }
    return files
  }

  @Test(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
  func `the blocks of the page are a provider, which compiles in Swift 5 mode and mounts`() throws {
    let sandbox = try Sandbox()
    var files = try files()
    let manifest = files.removeValue(forKey: "Package.swift") ?? ""
    #expect(manifest.contains("swiftLanguageModes: [.v5]"))
    #expect(files.count >= 9)
    try Sandbox.makeFolder(sandbox.folder + "/Shelf")
    for (name, code) in files { try sandbox.write(code, to: "Shelf/" + name) }
    let shelf = try ProviderProgram("Shelf", from: "Shelf", in: sandbox)
    let added = try shelf.run("domain", "add", "books")
    #expect(added.status == 0, "\(added)")
    try shelf.mount()
    defer { shelf.unmount() }
    #expect(
      try shelf.shell("cat mnt/hello.txt; mkdir mnt/New; mv mnt/hello.txt mnt/New; echo mine > mnt/mine.txt")
        == "Hello\n")
    try shelf.tell()
    #expect(try shelf.run("evict", "-v", "/mine.txt").status == 0)
    #expect(try shelf.shell("cat mnt/mine.txt mnt/New/hello.txt") == "mine\nHello\n")
  }
}
