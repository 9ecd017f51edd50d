import Foundation
import Testing

@Suite("The table of Apple's symbols") struct InterfaceTableTests {
  @Test func `lists each symbol that is declared, and no other as declared`() throws {
    let table = try InterfaceTable()
    let declared = try DeclaredSymbols.all()
    #expect(declared.count > 300)
    #expect(declared.subtracting(table.symbols(.done, .differs)).sorted() == [], "declared, and not in the table")
    #expect(table.symbols(.done, .differs).subtracting(declared).sorted() == [], "in the table, and not declared")
    #expect(table.symbols(.leftOut).intersection(declared).sorted() == [], "declared, and left out in the table")
  }

  @Test func `says how a symbol differs, and why it is left out`() throws {
    let rows = try InterfaceTable().rows
    #expect(Set(rows.map(\.symbol)).count == rows.count)
    for row in rows { #expect((row.state == .done) == row.remark.isEmpty, "\(row.symbol)") }
  }

  // A name is looked for, not a call: what the compiler cannot tell apart here, a reader can.
  @Test func `has no symbol that no test uses`() throws {
    let used = try UsedWords.all()
    let unused = try InterfaceTable().symbols(.done, .differs).filter { !used.contains(UsedWords.word($0)) }
    #expect(unused.sorted() == [])
  }

  @Test func `is what the page shows`() throws {
    let markdown = try InterfaceTable().markdown
    if ProcessInfo.processInfo.environment["FILEPROVIDER_WRITE_TABLE"] != nil {
      try markdown.write(to: TablePage.url, atomically: true, encoding: .utf8)
    }
    let text = try String(contentsOf: TablePage.url, encoding: .utf8)
    #expect(text == markdown, "run this test with FILEPROVIDER_WRITE_TABLE=1 to write the page")
  }
}
