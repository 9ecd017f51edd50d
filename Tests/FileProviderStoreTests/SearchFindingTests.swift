import TestSupport
import Testing

@testable import FileProviderStore

@Suite struct SearchFindingTests {
  let temporary: TemporaryStore

  init() throws { temporary = try TemporaryStore() }

  /// The names found, the best first.
  private func find(_ terms: String..., all: Bool = true, change: (inout SearchQuery) -> Void = { _ in }) throws
    -> [String]
  {
    let index = try SearchIndex(storeIn: temporary.directory)
    #expect(try index.catchUp(within: 10))
    var query = SearchQuery(terms: terms)
    query.includesAll = all
    query.limit = 50
    change(&query)
    return try index.search(query).records.map(\.name.spelling)
  }

  private func setMembership(_ id: ItemID, _ change: (inout Membership) -> Void) throws {
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id, change)
    }
  }

  /// A term finds the beginnings of words, whatever their case and accents.
  @Test func `words are found by their beginnings without case and accents`() throws {
    try temporary.create("Résumé final.docx")
    try temporary.create("summerHoliday2024.jpg")
    try temporary.create("会议记录.txt")
    #expect(try find("resume") == ["Résumé final.docx"])
    #expect(try find("RÉS", "fin") == ["Résumé final.docx"])
    #expect(try find("holiday") == ["summerHoliday2024.jpg"])
    #expect(try find("2024") == ["summerHoliday2024.jpg"])
    #expect(try find("记录") == ["会议记录.txt"])
    #expect(try find("nal").isEmpty)
  }

  /// Every term has to match, the words of one argument side by side.
  @Test func `all terms have to match`() throws {
    try temporary.create("red apple pie.txt")
    try temporary.create("red pie apple.txt")
    #expect(try find("red", "pie").count == 2)
    #expect(try find("apple pie") == ["red apple pie.txt"])
    #expect(try find("red", "plum").isEmpty)
  }

  /// A term may match the name of a folder above. Moving that folder is one row of the change log, however much is below it.
  @Test func `a term may match a folder above`() throws {
    let apollo = try temporary.create("Apollo", kind: .folder)
    let inner = try temporary.create("inner", in: apollo, kind: .folder)
    try temporary.create("report.pdf", in: inner)
    try temporary.create("report.pdf")
    #expect(try find("apollo", "report") == ["report.pdf"])
    #expect(try find("apollo") == ["Apollo"])
    let name = try FileName("Gemini")
    try temporary.change { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).move(apollo, to: .root, name: name)
    }
    #expect(try find("apollo", "report").isEmpty)
    #expect(try find("gemini", "report") == ["report.pdf"])
    #expect(try find("gemini", "inner", "report") == ["report.pdf"])
  }

  /// Exact names come before names that begin with the term, whole words before beginnings, members before others.
  @Test func `the best comes first`() throws {
    try temporary.create("reporting.txt")
    try temporary.create("my report.txt")
    let older = try temporary.create("report of may.txt")
    try temporary.create("report of june.txt")
    try temporary.create("report.txt")
    try setMembership(older) { $0.pinned = true }
    #expect(
      try find("report") == [
        "report.txt", "report of may.txt", "report of june.txt", "my report.txt", "reporting.txt",
      ])
  }

  /// Of thousands of matches only the newest compete, but the exact name is found however old it is.
  @Test func `an old exact match is first among thousands`() throws {
    try temporary.create("report.txt")
    let member = try temporary.create("old report that matters.txt")
    try setMembership(member) { $0.favoriteRank = 1 }
    let names = try (0..<3000).map { try FileName("report number \($0).txt") }
    try temporary.change { (transaction) throws(StoreError) in
      for name in names {
        try TreeEditor(transaction).create(
          NewItem(parent: .root, name: name, kind: .file, mode: 0o644, owner: 0, group: 0))
      }
    }
    let found = try find("report")
    #expect(found.count == 50)
    #expect(found.first == "report.txt")
    #expect(try find("report") { $0.limit = nil }.count == 3002)
    #expect(try find("report", "matters") == ["old report that matters.txt"])
  }

  /// Without `--all` only the working set is searched, and an item that leaves it is no longer found.
  @Test func `members only unless asked`() throws {
    let file = try temporary.create("letter.txt")
    #expect(try find("letter", all: false).isEmpty)
    try setMembership(file) { $0.lastUsed = .now }
    #expect(try find("letter", all: false) == ["letter.txt"])
    try setMembership(file) { $0.lastUsed = nil }
    #expect(try find("letter", all: false).isEmpty)
    #expect(try find("letter") == ["letter.txt"])
  }

  /// Tags are found as words, and narrowed down to as a whole.
  @Test func `tags`() throws {
    let file = try temporary.create("a.txt")
    let other = try temporary.create("b.txt")
    try setMembership(file) { $0.tags = Array("Work,very important".utf8) }
    try setMembership(other) { $0.tags = Array("important,★".utf8) }
    #expect(try Set(find("important")) == ["a.txt", "b.txt"])
    #expect(try find { $0.tags = ["important"] } == ["b.txt"])
    #expect(try find { $0.tags = ["work"] } == ["a.txt"])
    #expect(try find { $0.tags = ["★"] } == ["b.txt"])
    #expect(try find("a") { $0.tags = ["important"] }.isEmpty)
  }

  /// Tags may be any bytes, and many of them.
  @Test func `tags that are not UTF-8 or very long do no harm`() throws {
    let broken = try temporary.create("broken.txt")
    let long = try temporary.create("long.txt")
    try setMembership(broken) { $0.tags = [0xff, 0xfe, 0x2c] + Array("fine".utf8) + [0] }
    try setMembership(long) {
      $0.tags = Array((0..<13107).map { "t\($0 % 10000)" }.joined(separator: ",").utf8).prefix(65536) + []
    }
    #expect(try find("fine") == ["broken.txt"])
    #expect(try find("t9999") == ["long.txt"])
    try setMembership(broken) { $0.tags = nil }
    try setMembership(long) { $0.tags = nil }
    #expect(try find("fine").isEmpty)
    #expect(try find("t9999").isEmpty)
  }

  /// A type is a content type with all that conform to it, an ending, or a kind of item.
  @Test func `types`() throws {
    try temporary.create("x", kind: .folder)
    for name in ["a.png", "b.JPG", "c.pdf", "d.swift", "e.blend", "f"] { try temporary.create(name) }
    func found(_ type: String) throws -> [String] { try find { $0.type = SearchType(type) }.sorted() }
    #expect(try found("image") == ["a.png", "b.JPG"])
    #expect(try found("photo") == ["a.png", "b.JPG"])
    #expect(try found("public.image") == ["a.png", "b.JPG"])
    #expect(try found("image/png") == ["a.png"])
    #expect(try found("pdf") == ["c.pdf"])
    #expect(try found(".pdf") == ["c.pdf"])
    #expect(try found("blend") == ["e.blend"])
    #expect(try found("folder") == ["x"])
    #expect(try found("file").count == 6)
    #expect(try found("unreported-of").isEmpty)
  }

  /// The time of modification is read from the store, so that writing a document costs the index nothing.
  @Test func `modified`() throws {
    let file = try temporary.create("a.txt")
    try temporary.create("b.txt")
    var changes = AttributeChanges()
    changes.modified = Timestamp(seconds: 1000, nanoseconds: 0)
    try temporary.change { (transaction) throws(StoreError) in try transaction.setAttributes(changes, of: file) }
    let range = Timestamp(seconds: 0, nanoseconds: 0)...Timestamp(seconds: 2000, nanoseconds: 0)
    #expect(try find { $0.modified = range } == ["a.txt"])
    #expect(try find("txt") { $0.modified = range } == ["a.txt"])
  }

  /// Every byte that a name can have may be in a name and in a term; none is taken for the syntax of the index.
  @Test func `names with every odd byte`() throws {
    let odd = (1..<128).filter { $0 != 47 }.map { UInt8($0) }
    for byte in odd { try temporary.create("odd\(Character(Unicode.Scalar(byte)))name") }
    try temporary.create("\u{E000}m \u{FFFF}\u{202E} 🏴‍☠️ ze\u{301}ro")
    #expect(try find("odd") { $0.limit = nil }.count == odd.count)
    for byte in odd {
      let term = String(Character(Unicode.Scalar(byte)))
      let terms = Character(term).isLetter || Character(term).isNumber ? "odd" : term
      #expect(try find("odd\(term)name", terms).contains("odd\(term)name"), "byte \(byte)")
    }
    #expect(try find("\"").count == 1)
    #expect(try find("*", "odd").count == 1)
    #expect(try find("NEAR(", "odd\" OR \"").isEmpty)
    #expect(try find("\0").isEmpty)
    #expect(try find("🏴‍☠️").count == 1)
    #expect(try find("zér").count == 1)
  }
}
