import Foundation
import Testing

@testable import FileProviderWebDAV

/// Listings as servers write them that nobody here has seen: right ones in another form, and those with less in them than is asked for.
@Suite struct OddListingTests {
  private static let folder = RemotePath(bytes: Array("work".utf8), isFolder: true)

  /// Reads what a server tells of `/dav/work/`.
  private func read(_ bytes: some Sequence<UInt8>) throws -> FolderListing {
    var listing = FolderListing()
    let place = AnsweredPlace(folder: Self.folder, names: ["dav", "work"].map { Array($0.utf8) })
    let reader = MultiStatus { entry throws(XMLProblem) in listing.take(entry, of: place) }
    let stream = try #require(XMLStream(reader))
    try Array(bytes).withUnsafeBytes { try stream.read($0) }
    try stream.finish()
    #expect(reader.isWhole)
    return listing
  }

  private func read(_ text: String) throws -> FolderListing { try read(Array(text.utf8)) }

  /// The listing of the folder with one document in it.
  private func read(href: String = "/dav/work/a", properties: String, rest: String = "") throws -> FolderListing {
    try read(
      "<multistatus xmlns=\"DAV:\"><response><href>/dav/work/</href><propstat><prop><resourcetype><collection/>"
        + "</resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat></response><response><href>\(href)</href>"
        + "<propstat><prop>\(properties)</prop><status>HTTP/1.1 200 OK</status></propstat>\(rest)</response></multistatus>"
    )
  }

  private func names(_ listing: FolderListing) -> [String] {
    listing.children.keys.map { String(decoding: $0.name, as: UTF8.self) + ($0.isFolder ? "/" : "") }.sorted()
  }

  private static let properties =
    "<%resourcetype/><%getcontentlength>5</%getcontentlength><%getetag>\"1\"</%getetag>"

  @Test(arguments: [("", "xmlns"), ("D:", "xmlns:D"), ("lp1:", "xmlns:lp1"), ("\u{E9}:", "xmlns:\u{E9}")])
  func `the namespace may have any prefix, or none`(prefix: String, attribute: String) throws {
    let text = """
      <%multistatus \(attribute)="DAV:"><%response><%href>/dav/work/</%href><%propstat><%prop><%resourcetype><%collection/>
      </%resourcetype></%prop><%status>HTTP/1.1 200 OK</%status></%propstat></%response><%response>
      <%href>/dav/work/a</%href><%propstat><%prop>\(Self.properties)</%prop><%status>HTTP/1.1 200 OK</%status></%propstat>
      </%response></%multistatus>
      """.replacingOccurrences(of: "%", with: prefix)
    let listing = try read(text)
    #expect(names(listing) == ["a"] && listing.folder?.path == Self.folder && listing.outside == 0)
    #expect(listing.children.values.first?.size == 5 && listing.children.values.first?.tag?.text == "\"1\"")
  }

  @Test func `a prefix may be another one further in, and properties of others do not count`() throws {
    let listing = try read(
      properties: "<x:getetag xmlns:x=\"DAV:\">\"1\"</x:getetag><resourcetype/><getcontentlength xmlns=\"urn:other\">9"
        + "</getcontentlength><getcontentlength>5</getcontentlength>")
    #expect(listing.children.values.first?.size == 5 && listing.children.values.first?.tag?.text == "\"1\"")
  }

  @Test func `text may be in sections of its own, and characters by number`() throws {
    let listing = try read(
      href: "<![CDATA[/dav/work/a&b]]>%20&#x63;&#xE9;&#38;",
      properties: "<resourcetype/><getetag><![CDATA[\"1]]>2&quot;</getetag>")
    #expect(names(listing) == ["a&b c\u{E9}&"])
    #expect(listing.children.values.first?.tag?.text == "\"12\"")
  }

  @Test func `an answer may begin with a mark of its byte order, and be in another encoding`() throws {
    let text =
      "<multistatus xmlns=\"DAV:\"><response><href>/dav/work/caf\u{E9}</href><propstat><prop><resourcetype/>"
      + "</prop></propstat></response></multistatus>"
    #expect(names(try read([0xEF, 0xBB, 0xBF] + Array(text.utf8))) == ["caf\u{E9}"])
    let latin =
      Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>".utf8) + text.unicodeScalars.map { UInt8($0.value) }
    #expect(names(try read(latin)) == ["caf\u{E9}"])
    var wide: [UInt8] = [0xFE, 0xFF]
    for unit in text.utf16 { wide += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    #expect(names(try read(wide)) == ["caf\u{E9}"])
  }

  @Test func `what is missing may come before what is there, and a status before its properties`() throws {
    let missing = "<propstat><status>HTTP/1.1 404 Not Found</status><prop><getetag/><creationdate/></prop></propstat>"
    let there =
      "<propstat><status>HTTP/1.1 200 OK</status><prop><resourcetype><collection/></resourcetype></prop></propstat>"
    let text =
      "<multistatus xmlns=\"DAV:\"><response>\(missing)\(there)<href>/dav/work/a</href></response></multistatus>"
    let listing = try read(text)
    #expect(names(listing) == ["a/"] && listing.unreported.isEmpty)
    #expect(listing.children.values.first?.tag == nil)
  }

  @Test func `what has no kind is a document, or a folder if its address ends as one`() throws {
    #expect(names(try read(properties: "<getetag>\"1\"</getetag>")) == ["a"])
    #expect(names(try read(href: "/dav/work/a/", properties: "<getetag>\"1\"</getetag>")) == ["a/"])
    // That the server does not tell it just now is something else.
    let refused = "<propstat><prop><resourcetype/></prop><status>HTTP/1.1 500 No</status></propstat>"
    let listing = try read(properties: "<getetag>\"1\"</getetag>", rest: refused)
    #expect(names(listing) == [] && listing.unreported == [Array("work/a".utf8)])
  }

  @Test(arguments: [
    "/dav/work/a?version=1", "/dav/work/a#top", "//other.example.org/dav/work/a", "HTTP://LocalHost:80/dav/work/a",
    "https://127.0.0.1/dav/work/a", "/dav//work/a", "/%64%61%76/wor%6B/%61", "a", "./a",
  ])
  func `an address may be written in any way`(href: String) throws {
    let listing = try read(href: href, properties: "<resourcetype/>")
    #expect(names(listing) == ["a"] && listing.outside == 0)
  }

  @Test func `a name that no file can have is left out and counted, and is no place elsewhere`() throws {
    for href in ["/dav/work/a%2Fb", "/dav/work/%2e", "/dav/work/a%00b"] {
      let listing = try read(href: href, properties: "<resourcetype/>")
      #expect(names(listing) == [] && listing.strange == 1 && listing.outside == 0, "\(href)")
    }
    for href in ["/dav/work/..", "/dav/work/%2e%2e/x", "/dav/workshop/a", "/DAV/work/a", "?x", ""] {
      let listing = try read(href: href, properties: "<resourcetype/>")
      #expect(names(listing) == [] && listing.outside == 1, "\(href)")
    }
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "1994-11-06T08:49:37Z",
    "1994-11-06T08:49:37.250Z", "1994-11-06T10:49:37+02:00", "1994-11-06T00:19:37-08:30",
  ])
  func `a date may be of any form that HTTP has, or of RFC 3339`(text: String) throws {
    let listing = try read(
      properties: "<resourcetype/><getlastmodified>\(text)</getlastmodified><creationdate>\(text)</creationdate>")
    let item = try #require(listing.children.values.first)
    #expect(item.modified == Date(timeIntervalSince1970: 784_111_777) && item.created == item.modified)
  }

  @Test(arguments: [
    "", "yesterday", "1994-11-06", "1994-13-06T08:49:37Z", "1994-11-06T08:49:37+99:99", "Sun, 99 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-94", "Sun Nov 6 1994", "99999999999999999999-11-06T08:49:37Z", "T", "-", "1994-11-06T08:49:37+",
  ])
  func `what is no date is left out, and the document stays`(text: String) throws {
    let listing = try read(properties: "<resourcetype/><getlastmodified>\(text)</getlastmodified>")
    #expect(names(listing) == ["a"] && listing.children.values.first?.modified == nil)
  }

  @Test(arguments: [
    "", "<getcontentlength/>", "<getcontentlength>-1</getcontentlength>", "<getcontentlength>5 kB</getcontentlength>",
  ])
  func `a document may have no length, or one that is none`(length: String) throws {
    let listing = try read(properties: "<resourcetype/><getetag>\"1\"</getetag>\(length)")
    #expect(names(listing) == ["a"] && listing.children.values.first?.size == nil)
  }

  @Test func `an item that is told twice is there once, as it was told last`() throws {
    let one =
      "<response><href>/dav/work/a</href><propstat><prop><resourcetype/><getetag>\"%\"</getetag></prop></propstat></response>"
    let text = ["1", "2"].map { one.replacingOccurrences(of: "%", with: $0) }.joined()
    let listing = try read("<multistatus xmlns=\"DAV:\">\(text)</multistatus>")
    #expect(listing.children.values.map(\.tag?.text) == ["\"2\""])
    // Nor is the folder needed in its own listing.
    #expect(listing.folder == nil && listing.isComplete)
  }
}
