import FileProviderValidation
import Foundation
import Testing

/// The page about `validate` lists the rules as they are in the code.
@Suite struct ValidationRulesPageTests {
  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/FileProviderHost/Documentation.docc/ValidatingAProvider.md")

  /// With `WRITE_PAGES` in the environment the list is written instead.
  @Test func `the page has every rule with its sentence and Apple's page, and no other`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: "| Rule | "))
    let made = text[..<start.lowerBound] + Self.table
    if ProcessInfo.processInfo.environment["WRITE_PAGES"] != nil {
      try made.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(text == made, "run this test with WRITE_PAGES=1")
    }
  }

  private static var table: String {
    let rows = ConformanceRule.all.map { rule in
      "| \(rule.id) | \(rule.sentence)\(rule.changesItems ? " *Changes items.*" : "") | [Apple](\(rule.documentation)) |\n"
    }
    return "| Rule | What it asks | Page |\n| --- | --- | --- |\n" + rows.joined()
  }
}
