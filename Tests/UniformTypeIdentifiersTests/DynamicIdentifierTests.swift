import Testing

@testable import UniformTypeIdentifiers

@Suite("A dynamic identifier") struct DynamicIdentifierTests {
  // It can be taken apart into what it was made from.
  @Test(arguments: ["a", "tar.gz", "ümläut", "with space", String(repeating: "x", count: 300)])
  func `spells out its tag`(value: String) throws {
    for tagClass in [UTTagClass.filenameExtension, UTTagClass(rawValue: "com.example.tag")] {
      let made = DynamicIdentifier(try #require(Tag(value, tagClass)), conformingTo: "public.folder")
      let read = try #require(DynamicIdentifier(made.identifier))
      #expect(read == made)
      #expect(made.identifier.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz234567.".utf8.contains($0) })
    }
  }

  // It is stored, so it must never come out differently.
  @Test func `is stable`() throws {
    let tag = try #require(Tag("foo", .filenameExtension))
    #expect(DynamicIdentifier(tag).identifier == "dyn.omufgm33p")
  }

  // Only what could have been made here is taken apart.
  @Test(arguments: [
    "", "dyn.", "dyn.o", "dyn.a", "dyn.ah62d4rv4ge80k5pq", "dyn.o1", "dyn.omufgm33", "dyn.omufgm33pa", "public.data",
  ])
  func `is not read from anything else`(identifier: String) {
    #expect(DynamicIdentifier(identifier) == nil)
  }

  // Every byte string comes back, of any length modulo five.
  @Test func `is encoded without loss`() {
    for length in 0..<12 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 71 &+ length) }
      #expect(Base32.decode(Base32.encode(bytes)[...]) == bytes)
    }
  }
}
