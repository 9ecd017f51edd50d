import Foundation
import TestSupport
import Testing

/// The code in `WritingAContactProvider.md`, as it stands on the page.
@Suite struct TutorialTests {
  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/ContactProvider/Documentation.docc/WritingAContactProvider.md")

  private func blocks(_ kind: String) throws -> [String] {
    try String(contentsOf: Self.page, encoding: .utf8).components(separatedBy: "```\(kind)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  @Test func `the blocks of the page are an extension, which compiles in Swift 5 mode and runs`() throws {
    let sandbox = try Sandbox()
    for block in try blocks("swift") where !block.hasPrefix("// swift-tools-version") {
      let name = try #require(block.split(separator: "\n").first)
      try #require(name.hasPrefix("// ") && name.hasSuffix(".swift"), "a block without a file's name: \(name)")
      try sandbox.write(block, to: "people/" + name.dropFirst(3))
    }
    try compile("people", in: sandbox)
    try sandbox.write("1,Anna,Baker,110\n2,Bert,Cook,112\n", to: "people.csv")
    var lines = try #require(blocks("sh").first).split(separator: "\n").map(String.init)
    try #require(lines.count == 4)
    let export = lines.removeFirst()
    lines = lines.map { "\(export)\n\($0)" }
    for line in lines.prefix(2) {
      let result = try type(line, sandbox)
      #expect(result.status == 0, "\(line): \(result)")
      if line.hasSuffix("list") { #expect(result.lines == ["Anna Baker  110", "Bert Cook   112"]) }
    }
    try sandbox.write("2,Bert,Cook,113\n3,Carl,Dorn,114\n", to: "people.csv")
    for line in lines.prefix(2) {
      let result = try type(line, sandbox)
      #expect(result.status == 0, "\(line): \(result)")
      if line.hasSuffix("list") { #expect(result.lines == ["Bert Cook  113", "Carl Dorn  114"]) }
    }
    guard Machine.hasFUSE else { return }
    try Sandbox.makeFolder(sandbox.folder + "/People")
    let mount = try type(lines[2], sandbox)
    #expect(mount.status == 0, "\(mount)")
    #expect(try type("ls ~/People/people", sandbox).lines == ["Bert Cook.vcf", "Carl Dorn.vcf"])
    #expect(try type("people unmount ~/People", sandbox).status == 0)
  }

  private func type(_ line: String, _ sandbox: Sandbox) throws -> ProcessResult {
    try sandbox.shell("PATH=\"$S/bin:$PATH\"; \(line)")
  }

  /// Compiles a folder of the sandbox, and links it with modules that are built already.
  private func compile(_ name: String, in sandbox: Sandbox) throws {
    let products = URL(fileURLWithPath: try #require(Machine.built("ContactProviderFixture")))
      .deletingLastPathComponent()
    let list = products.appendingPathComponent("ContactProviderFixture.product/Objects.LinkFileList")
    let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .filter { !$0.contains("/ContactProviderFixture.build/") }
    try sandbox.write(objects.joined(separator: "\n"), to: "objects")
    try Sandbox.makeFolder(sandbox.folder + "/bin")
    let repository = products.path.components(separatedBy: "/.build/")[0]
    let result = try sandbox.shell(
      """
      flags=
      for flag in $(pkg-config --cflags fuse3 sqlite3); do flags="$flags -Xcc $flag"; done
      for map in '\(products.path)'/*.build/module.modulemap; do
        module=$(basename "${map%.build/*}")
        [ ! -d '\(repository)/Sources/'"$module" ] || flags="$flags -Xcc -fmodule-map-file=$map"
      done
      swiftc -swift-version 5 -parse-as-library -Onone -module-name \(name) -I '\(products.path)/Modules' \
        -Xcc -I'\(repository)/Sources' $flags \(name)/*.swift @objects $(pkg-config --libs fuse3 sqlite3 expat) -ldl \
        -lstdc++ -l_FoundationICU -o bin/\(name)
      """)
    try #require(result.status == 0, "\(result)")
  }
}
