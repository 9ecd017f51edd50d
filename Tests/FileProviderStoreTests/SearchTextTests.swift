import Testing

@testable import FileProviderStore

@Suite struct SearchTextTests {
  /// Words written together are found by their parts; checksums are not taken to pieces.
  @Test(arguments: [
    ("summerHoliday2024.jpg", "summerHoliday2024.jpg summer Holiday 2024"), ("report.pdf", "report.pdf"),
    ("HTMLParser.swift", "HTMLParser.swift HTML Parser"), ("IMG_0001.JPG", "IMG_0001.JPG"),
    ("3f9a1c7be2d40f.bin", "3f9a1c7be2d40f.bin"), ("", ""), ("x1", "x1"),
  ])
  func `parts of a word stand behind the name`(name: String, text: String) {
    #expect(SearchText.indexed(name) == text)
  }

  /// Where a script has no spaces, each character is a word, in the index as in a query.
  @Test func `characters of Chinese and Japanese and pictures are words`() {
    #expect(SearchText.indexed("会议.txt") == " 会  议 .txt")
    #expect(SearchText.phrases(of: "🔥hot") == [" 🔥 hot"])
  }

  /// The marks of the index cannot be forged by a name.
  @Test func `a name has no marks in it`() {
    #expect(!SearchText.indexed("a\(SearchText.facetMark)m").unicodeScalars.contains(SearchText.facetMark))
  }

  /// An ending is what follows the last dot, unless the name begins with it.
  @Test(arguments: [("a.b.c", "c"), (".profile", ""), ("plain", ""), ("dot.", "")])
  func `endings`(name: String, ending: String) {
    #expect(SearchText.ending(of: name) == ending)
  }
}
