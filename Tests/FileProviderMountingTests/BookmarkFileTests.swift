import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderMounting
@testable import FileProviderProgram

/// The desktop's list of recently used documents, as it is and as it may be found.
@Suite struct BookmarkFileTests {
  private let real = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE xbel>
    <xbel version="1.0"
          xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
          xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
      <!-- <bookmark href="file:///no" modified="2024-01-01T00:00:00Z"/> -->
      <bookmark href="file:///a%20b&amp;&#x63;" added="2024-05-01T10:00:00Z" modified='2024-05-02T10:00:00.5Z' visited="2024-05-01T10:00:00Z">
        <info>
          <metadata owner="http://freedesktop.org">
            <mime:mime-type type="text/plain"/>
            <bookmark:applications><bookmark:application name="gedit" exec="&apos;gedit %u&apos;" count="2"/></bookmark:applications>
          </metadata>
        </info>
        <title><![CDATA[<bookmark href="file:///neither" modified="2024-01-01T00:00:00Z">]]></title>
      </bookmark>
      <bookmark href="file:///second" visited="2024-05-01T12:00:00+02:00"/>
      <bookmark href="file:///no-date"/>
    </xbel>

    """

  @Test func `a list`() throws {
    let bookmarks = try #require(BookmarkFile.bookmarks(in: Array(real.utf8)))
    #expect(bookmarks.map(\.uri) == ["file:///a%20b&c", "file:///second"])
    #expect(bookmarks[0].used == Timestamp(seconds: 1_714_644_000, nanoseconds: 500_000_000))
    #expect(bookmarks[1].used == Timestamp(seconds: 1_714_557_600, nanoseconds: 0))
  }

  @Test(arguments: [
    "", "plain", "<html/>", "<xbel>", "<xbel></xbel2>", "<xbel/><xbel/>", "<xbel><bookmark href=></xbel>",
    "<xbel><bookmark href='x' href='y'/></xbel>", "<xbel><bookmark href='&none;'/></xbel>", "<xbel/>tail",
    "head<xbel/>",
    "<xbel><bookmark href='\u{fffd}<'/></xbel>", "<xbel><!-- </xbel>", "<xbel", "<xbel><bookmark", "<>",
    "<xbel><></xbel>",
    String(repeating: "<xbel>", count: 100_000),
  ])
  func `what is broken is refused as a whole`(text: String) {
    #expect(BookmarkFile.bookmarks(in: Array(text.utf8)) == nil)
  }

  /// Whatever is cut off, changed or put in, it is read or refused, and soon.
  @Test(arguments: [UInt64](1...4)) func `no damage does harm`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = Array(real.utf8)
    for length in 0..<bytes.count - 1 {
      #expect(BookmarkFile.bookmarks(in: Array(bytes[..<length])) == nil, "seed \(seed)")
    }
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let found = BookmarkFile.bookmarks(in: damaged)
      #expect(found == nil || found!.count <= 4, "seed \(seed)")
    }
  }

  @Test func `places`() {
    func names(_ uri: String) -> [String]? { FileLocation.names(of: uri, below: "/home/me/Files") }
    #expect(names("file:///home/me/Files/a%20b/%C3%9C.txt") == ["a b", "Ü.txt"])
    #expect(names("file:///home/me/Files/caf%E9/%5Cxe9") == [#"caf\xe9"#, #"\x5cxe9"#])
    #expect(names("file://localhost/home/me/Files/x#page=2") == ["x"])
    #expect(names("FILE:/home/me/Files/./y/../x") == ["x"])
    for other in [
      "file:///home/me/Files", "file:///home/me/Filesystem/x", "file:///home/me/Files/../x", "http:///home/me/Files/x",
      "file://elsewhere.example/home/me/Files/x", "file:///home/me/Files/%",
      "file:///home/me/Files/%00", "file:///home/me/Files/a%2Fb", "file:home", "", "/home/me/Files/x",
    ] {
      #expect(names(other) == nil, "\(other)")
    }
  }

  @Test func `dates`() {
    #expect(InternetDate.parse("1970-01-01T00:00:00Z") == Timestamp(rawValue: 0))
    #expect(InternetDate.parse("1969-12-31T23:59:59.999999999Z") == Timestamp(rawValue: -1))
    #expect(InternetDate.parse("2024-02-29T23:59:59-01:30") == Timestamp(seconds: 1_709_256_599, nanoseconds: 0))
    for wrong in [
      "", "2024", "2024-13-01T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:00", "x024-01-01T00:00:00Z",
      "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00Zz",
    ] { #expect(InternetDate.parse(wrong) == nil, "\(wrong)") }
  }
}
