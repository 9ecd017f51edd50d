import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// Parts of documents, as programs read them.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct PartTests {
  let server: LyingServer
  let text = (0..<5000).map { "line \($0)\n" }.joined()

  init() throws {
    server = try LyingServer()
    try server.write(text, to: "document")
  }

  private func expect(_ part: ProviderUnderTest.Part, contains wanted: Range<Int>) {
    let bytes = Array(text.utf8)
    #expect(part.range.lowerBound <= wanted.lowerBound && part.range.upperBound >= min(wanted.upperBound, bytes.count))
    #expect(Array(part.bytes[part.range]) == Array(bytes[part.range]))
  }

  @Test(arguments: [0..<1, 1000..<1001, 4095..<4097, 40_000..<100_000]) func `a part is the part that was asked for`(
    range: Range<Int>
  ) throws {
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["document"])
    let part = try provider.part(item, range)
    expect(part, contains: range)
    #expect(part.range.lowerBound == range.lowerBound / 4096 * 4096)
  }

  @Test func `of another version comes no part, but all of it, or an error for whoever wants the old one`() throws {
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["document"])
    provider.provider.invalidate()
    try server.write("another one", to: "document")
    let part = try provider.part(item, 5..<10)
    #expect(String(decoding: part.bytes, as: UTF8.self) == "another one")
    let error = #expect(throws: NSError.self) { try provider.part(item, 5..<10, isStrict: true) }
    #expect(error?.code == NSFileProviderError.Code.versionNoLongerAvailable.rawValue)
  }

  @Test func `a server without parts gives all of it`() throws {
    try server.lie("no-ranges")
    let provider = try ProviderUnderTest(server)
    let part = try provider.part(#require(try provider.list()["document"]), 100..<200)
    #expect(part.range == 0..<text.utf8.count)
    expect(part, contains: 100..<200)
  }
}
