import Foundation
import Testing

@testable import FileProviderWebDAV

/// Answers of servers, good and hostile, as they are read.
@Suite struct MultiStatusTests {
  private func read(_ text: String, piece: Int = .max) throws -> (entries: [StatusEntry], reader: MultiStatus) {
    var entries: [StatusEntry] = []
    let reader = MultiStatus { entry throws(XMLProblem) in entries.append(entry) }
    let stream = try #require(XMLStream(reader))
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let some = Array(rest.prefix(piece))
      rest = rest.dropFirst(some.count)
      try some.withUnsafeBytes { try stream.read($0) }
    }
    try stream.finish()
    return (entries, reader)
  }

  private func answer(_ responses: String) -> String {
    "<?xml version=\"1.0\"?>\n<D:multistatus xmlns:D=\"DAV:\" xmlns:o=\"http://owncloud.org/ns\">\(responses)</D:multistatus>"
  }

  private let one = """
    <D:response><D:href> /dav/a%20b </D:href><D:propstat><D:prop><D:getetag>"x&amp;y"</D:getetag>
    <D:resourcetype><D:collection/></D:resourcetype><o:fileid>7</o:fileid></D:prop><D:status>HTTP/1.1 200 OK</D:status>
    </D:propstat><D:propstat><D:prop><D:getcontentlength/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>
    </D:response>
    """

  @Test(arguments: [1, 7, 4096])
  func `an entry has the properties that the server has, however the answer is cut into pieces`(piece: Int) throws {
    let (entries, reader) = try read(answer(one), piece: piece)
    #expect(reader.isWhole)
    let entry = try #require(entries.first)
    #expect(entries.count == 1)
    #expect(entry.references == ["/dav/a%20b"])
    #expect(entry.status == nil)
    #expect(entry.properties[.dav("getetag")]?.text == "\"x&y\"")
    #expect(entry.properties[.dav("resourcetype")]?.elements == [.dav("collection")])
    #expect(entry.properties[.ownCloud("fileid")]?.text == "7")
    #expect(entry.properties[.dav("getcontentlength")] == nil)
  }

  @Test func `the status of an entry is told, and the token at the end`() throws {
    let (entries, reader) = try read(
      answer(
        "<D:response><D:href>/x</D:href><D:status>HTTP/1.1 404 Gone</D:status></D:response>"
          + "<D:sync-token>http://example.org/ns/sync/1</D:sync-token>"))
    #expect(entries.first?.status == 404)
    #expect(reader.token == "http://example.org/ns/sync/1")
  }

  @Test func `an answer that ends early is no answer, wherever it ends`() throws {
    let whole = answer(one + one)
    for length in stride(from: 1, to: whole.utf8.count - 1, by: 13) {
      #expect(throws: XMLProblem.malformed, "\(length)") { try read(String(whole.prefix(length))) }
    }
  }

  @Test func `a document type ends the reading before any entity of it is used`() {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <D:multistatus xmlns:D="DAV:"><D:response><D:href>&b;</D:href></D:response></D:multistatus>
      """
    #expect(throws: XMLProblem.documentType) { try read(bomb) }
    let file = "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><x>&a;</x>"
    #expect(throws: XMLProblem.documentType) { try read(file) }
  }

  @Test func `nesting, lengths and the number of properties have bounds`() {
    #expect(throws: XMLProblem.tooDeep) { try read(answer(String(repeating: "<D:x>", count: 100))) }
    let long = String(repeating: "x", count: 1 << 17)
    #expect(throws: XMLProblem.tooLong) { try read(answer("<D:response><D:href>\(long)</D:href></D:response>")) }
    let many = (0..<400).map { "<D:p\($0)/>" }.joined()
    #expect(throws: XMLProblem.tooLong) {
      try read(answer("<D:response><D:href>/</D:href><D:propstat><D:prop>\(many)</D:prop></D:propstat></D:response>"))
    }
  }

  @Test func `the number of versions in a property has a bound`() {
    let many = (0..<400).map { "<D:v version=\"\($0)\"/>" }.joined()
    #expect(throws: XMLProblem.tooLong) {
      try read(
        answer(
          "<D:response><D:href>/</D:href><D:propstat><D:prop><D:p>\(many)</D:p></D:prop></D:propstat></D:response>"))
    }
  }

  @Test(arguments: ["<html><body>Log in</body></html>", "<a xmlns=\"DAV:\"/>", "<multistatus/>"])
  func `another document is not taken for an answer`(text: String) {
    #expect(throws: XMLProblem.unexpected) { try read(text) }
  }

  @Test(arguments: ["", "no XML", "\u{0}\u{1}", "<D:multistatus xmlns:D=\"DAV:\"></D:multistatus><x/>"])
  func `what is no XML is refused`(text: String) {
    #expect(throws: (any Error).self) { try read(text) }
  }

  @Test func `a status without a number is refused`() {
    #expect(throws: XMLProblem.malformed) {
      try read(answer("<D:response><D:href>/x</D:href><D:status>all is well</D:status></D:response>"))
    }
  }

  @Test func `random damage to an answer never crashes the reader`() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var generator = Generator(state: seed)
    for _ in 0..<500 {
      var bytes = Array(answer(one).utf8)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      let reader = MultiStatus { _ throws(XMLProblem) in }
      let stream = try #require(XMLStream(reader))
      let isRead = (try? bytes.withUnsafeBytes { try stream.read($0) }) != nil && (try? stream.finish()) != nil
      if isRead { #expect(reader.isWhole, "seed \(seed)") }
    }
  }

  /// SplitMix64.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }
}
