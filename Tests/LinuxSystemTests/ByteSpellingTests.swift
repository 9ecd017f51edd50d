import LinuxSystem
import TestSupport
import Testing

/// The text form of bytes that may not be valid UTF-8.
@Suite struct ByteSpellingTests {
  private func spelling(_ bytes: [UInt8]) -> String { String(spelling: bytes) }

  /// Valid UTF-8 is its own spelling, backslashes included, unless it looks like the spelling of other bytes.
  @Test(arguments: [
    "plain", "é", "e\u{301}", "日本語", "🗂️", "a\\b", "\\", "\\x", "\\xE9", "\\x41", "\\x7f", "\\x5b", "x\\xe", "%E9", " ",
  ])
  func `ordinary names stay as they are`(_ name: String) {
    #expect(spelling(Array(name.utf8)).utf8.elementsEqual(name.utf8))
    #expect(!name.hasEscapedBytes)
    #expect(name.isSpelling)
    #expect(name.spelledBytes == Array(name.utf8))
  }

  /// Each invalid byte is written by itself; overlong forms, surrogates and cut characters are invalid.
  @Test(
    arguments: [
      ([0x63, 0xe9], "c\\xe9"), ([0xff, 0xfe], "\\xff\\xfe"), ([0xc3], "\\xc3"), ([0xc0, 0xaf], "\\xc0\\xaf"),
      ([0xed, 0xa0, 0x80], "\\xed\\xa0\\x80"), ([0xf4, 0x90, 0x80, 0x80], "\\xf4\\x90\\x80\\x80"),
      ([0xe2, 0x82, 0x41], "\\xe2\\x82A"), ([0x80, 0xc3, 0xa9], "\\x80é"), (Array("\\xe9".utf8), "\\x5cxe9"),
      (Array("\\x5c".utf8), "\\x5cx5c"), ([0x5c, 0xe9], "\\\\xe9"), (Array("\\x".utf8) + [0xe9], "\\x\\xe9"),
    ] as [([UInt8], String)])
  func `other bytes are escaped`(_ bytes: [UInt8], _ expected: String) {
    #expect(spelling(bytes) == expected)
    #expect(expected.spelledBytes == bytes)
    #expect(expected.hasEscapedBytes)
    #expect(expected.isSpelling)
  }

  /// There are strings that are not the spelling of any bytes.
  @Test(arguments: ["\\xc3\\xa9", "\\x5c", "\\x5cx41", "a\\x5cb", "\\xe2\\x82\\xac"])
  func `what nothing is spelled like is no spelling`(_ text: String) {
    #expect(!text.isSpelling)
  }

  /// Different bytes have different spellings, each of them valid text that converts back. Validity agrees with Swift's own check.
  @Test func `spellings are one to one`() {
    let seed = RandomSeed.choose()
    var random = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      [0x5c], Array("x".utf8), Array("e9".utf8), Array("5c".utf8), Array("\\x".utf8), Array("é".utf8), Array("€".utf8),
      Array("🗂".utf8), [0xe9], [0xc3], [0xa9], [0xe2, 0x82], [0xf0, 0x9f], [0xed, 0xa0, 0x80], [0xff], [0x80], [0x61],
    ]
    var known: [String: [UInt8]] = [:]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 1...6, using: &random)).flatMap { _ in pieces.randomElement(using: &random) ?? []
      }
      let spelling = spelling(bytes)
      #expect(spelling.spelledBytes == bytes, "SEED=\(seed): \(bytes)")
      #expect(spelling.isSpelling, "SEED=\(seed): \(bytes)")
      #expect(known[spelling] ?? bytes == bytes, "SEED=\(seed): \(bytes)")
      known[spelling] = bytes
      if String(validating: bytes, as: UTF8.self) == nil {
        #expect(spelling.hasEscapedBytes, "SEED=\(seed): \(bytes)")
      } else if !bytes.contains(0x5c) {
        #expect(!spelling.hasEscapedBytes, "SEED=\(seed): \(bytes)")
      }
    }
  }
}
