import Foundation
import Testing

/// What each start of the command costs.
@Suite struct StartUpTests {
  /// FoundationNetworking brings libcurl and twenty more libraries, which took as long to load as all the rest. One `import FileProvider` in
  /// what the command is made of is enough to have it back, also in what is built on that. Read from the sources: objects that were
  /// built before such a change still ask for it.
  @Test(arguments: ["FileProvider", "FoundationNetworking", "FoundationXML"])
  func `the command's modules leave out what costs time at each start`(module: String) throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let sources = package.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
    let ours = files.filter {
      $0.hasSuffix(".swift") && !$0.hasPrefix("FileProvider/") && !$0.hasPrefix("AppleModules/")
    }
    #expect(ours.count > 200)
    for file in ours {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      let imports = text.split(separator: "\n").filter { $0.hasSuffix("import \(module)") && !$0.hasPrefix("//") }
      #expect(imports.isEmpty, "\(file)")
    }
  }
}
