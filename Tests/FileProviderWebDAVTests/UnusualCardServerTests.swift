import FileProviderInterface
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// What other CardDAV servers may answer than those that are installed for the tests.
@Suite(.serialized) struct UnusualCardServerTests {
  typealias Card = CardFixture.Card

  private func card(_ uid: String) -> Card { Card(text: AddressBookServer.card(uid, "Name \(uid)")) }

  @Test func `a password does not go to another server that an account or a card refers to`() throws {
    let other = try CardFixture()
    let place = "\(other.origin)/home/"
    func reason(_ server: CardFixture) throws -> String {
      let failure = #expect(throws: WebDAVCheck.Failure.self) {
        try WebDAVCheck.run(server.settings("/"), secret: "secret")
      }
      return failure?.description ?? ""
    }
    for status in [301, 302, 303, 307, 308] {
      let server = try CardFixture { request in
        request.path == "/.well-known/carddav" && request.headers["authorization"] != nil
          ? HTTPAnswer(status, [("Location", place)]) : nil
      }
      #expect(try reason(server).contains(other.origin), "\(status)")
      #expect(server.requests.contains("PROPFIND /.well-known/carddav with password"), "\(server.requests)")
    }
    #expect(other.requests.isEmpty, "\(other.requests)")
    let server = try CardFixture { request in
      guard request.path == "/principal/", request.headers["authorization"] != nil else { return nil }
      let text = """
        <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><d:response><d:href>/principal/</d:href>
        <d:propstat><d:prop><c:addressbook-home-set><d:href>\(place)</d:href></c:addressbook-home-set></d:prop>
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>
        """
      return HTTPAnswer(207, [("Content-Type", "application/xml")], Array(text.utf8))
    }
    #expect(try reason(server).contains(place))
    #expect(other.requests.isEmpty, "\(other.requests)")
    // A download may come from there: without the password.
    let elsewhere = try CardFixture(["book": ["a.vcf": card("1")]]) { request in
      if request.method == "REPORT" { return HTTPAnswer(501) }
      return request.method == "GET" ? HTTPAnswer(302, [("Location", "\(place)book/a.vcf")]) : nil
    }
    let provider = try elsewhere.provider()
    let book = try #require(try provider.list()["book"])
    let item = try #require(try provider.list(book.identifier)["a.vcf"])
    _ = withExtendedLifetime(elsewhere) { #expect(throws: NSError.self) { try provider.contents(item) } }
    #expect(Set(other.requests) == ["GET /home/book/a.vcf"])
  }

  /// A space, a slash, letters beyond ASCII, and characters that mean something in addresses or in XML.
  @Test(arguments: [true, false]) func `names are encoded in addresses`(hasReports: Bool) throws {
    let names = [
      "a%20b.vcf": "a b.vcf", "%c3%a9.vcf": "é.vcf", "ü.vcf": "ü.vcf", "100%25.vcf": "100%.vcf",
      "%3Cx%3E%26y.vcf": "<x>&y.vcf", "q%3Fr%23s.vcf": "q?r#s.vcf", "p+q.vcf": "p+q.vcf", "%252F.vcf": "%2F.vcf",
    ]
    var cards = Dictionary(uniqueKeysWithValues: names.map { ($0.key, card($0.value)) })
    // No file can have this name.
    cards["x%2Fy.vcf"] = card("slash")
    let server = try CardFixture(["Fam%C3%adlia%20%26%20co": cards]) { request in
      request.method == "REPORT" && !hasReports ? HTTPAnswer(501) : nil
    }
    let report = try WebDAVCheck.run(server.settings("/"), secret: "secret")
    #expect(report.address == "\(server.origin)/home/")
    let provider = try server.provider()
    let book = try #require(try provider.list()["Família & co"])
    let items = try provider.list(book.identifier)
    #expect(items.keys.sorted() == names.values.sorted())
    for (name, item) in items { #expect(try provider.contents(item).contains("\r\nUID:\(name)\r\n")) }
    #expect(server.requests.contains { $0.hasPrefix("GET ") } == !hasReports, "\(server.requests)")
  }

  /// Each card is asked for in such a way once at most.
  @Test func `a server that refuses reports is not asked for one with each card`() throws {
    var cards: [String: Card] = [:]
    for number in 0..<250 { cards["\(number).vcf"] = card("\(number)") }
    let server = try CardFixture(["book": cards]) { $0.method == "REPORT" ? HTTPAnswer(501) : nil }
    let provider = try server.provider()
    let book = try #require(try provider.list()["book"])
    for item in try provider.list(book.identifier).values {
      #expect(try provider.contents(item).contains("BEGIN:VCARD"))
    }
    #expect(
      server.requests.count { $0.hasPrefix("REPORT") && $0.hasSuffix("with password") } <= 10, "\(server.requests)")
  }

  /// As some servers have cards, or give them although vCard was asked for.
  @Test func `a card in another format is not stored as a vCard`() throws {
    let text = #"["vcard",[["version",{},"text","4.0"],["uid",{},"text","j"],["fn",{},"text","Json"]]]"#
    let server = try CardFixture([
      "book": ["a.vcf": card("1"), "j.vcf": Card(text: text, type: "application/vcard+json; charset=utf-8")]
    ])
    let provider = try server.provider()
    let book = try #require(try provider.list()["book"])
    let items = try provider.list(book.identifier)
    let other = try #require(items["j.vcf"])
    let refused = #expect(throws: NSError.self) { try provider.contents(other) }
    #expect(refused?.code == NSFileProviderError.Code.cannotSynchronize.rawValue)
    #expect(refused?.localizedDescription.contains("application/vcard+json") == true, "\(refused as Any)")
    #expect(try provider.contents(#require(items["a.vcf"])) == card("1").text)
    #expect(!server.requests.isEmpty)
  }

  /// The answer for the one comes after that for the other.
  @Test func `cards of one book do not wait for those of another`() throws {
    let wasAnswered = Mutex(false)
    let isInTime = Mutex(false)
    let server = try CardFixture(["a": ["a.vcf": card("1")], "b": ["b.vcf": card("2")]]) { request in
      if request.method == "REPORT", request.path == "/home/a/", request.headers["authorization"] != nil {
        let isSo = eventually(seconds: 20) { wasAnswered.withLock { $0 } }
        isInTime.withLock { $0 = isSo }
      }
      return nil
    }
    let provider = try server.provider()
    let books = try provider.list()
    func item(_ name: String) throws -> SeenItem {
      let book = try #require(books[name])
      return try #require(try provider.list(book.identifier)["\(name).vcf"])
    }
    let (slow, quick) = (try item("a"), try item("b"))
    let text = Mutex<String?>(nil)
    _ = provider.provider.fetchContents(for: slow.identifier, version: nil, request: NSFileProviderRequest()) {
      url, _, _ in
      let contents = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
      text.withLock { $0 = contents ?? "none" }
    }
    #expect(eventually { server.requests.contains("REPORT /home/a/ with password") })
    #expect(try provider.contents(quick) == card("2").text)
    wasAnswered.withLock { $0 = true }
    #expect(eventually { text.withLock { $0 != nil } })
    #expect(text.withLock { $0 } == card("1").text)
    #expect(isInTime.withLock { $0 })
  }
}
