import Foundation
import Synchronization
import TestSupport

@testable import FileProviderWebDAV

/// A CardDAV server in this process, with address books that cannot be changed in the home `/home/`. It wants a password.
final class CardFixture: Sendable {
  struct Card: Sendable {
    var text: String
    var type = "text/vcard"
  }

  let port: UInt16
  private let listener: Int32
  private let log = Log()

  /// The requests so far.
  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
  }

  /// - Parameters:
  ///   - books: The cards of each book, by the names of their files. All names are written as they are in addresses.
  ///   - answer: What is answered to a request in place of the usual answer; nil for that.
  init(
    _ books: [String: [String: Card]] = [:], _ answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer? = { _ in nil }
  ) throws {
    port = try Apache.freePort()
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let isListening = Loopback.with(port: port) { bind(listener, $0, $1) == 0 } && listen(listener, 64) == 0
    guard isListening else { throw SupportFailure("the server cannot listen") }
    Thread.detachNewThread { [listener, log] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread {
          HTTPConnection(connection).serve { request in
            let isKnown = request.headers["authorization"] != nil
            log.lines.withLock {
              $0.append("\(request.method) \(request.path)\(isKnown ? " with password" : "")")
            }
            if let answer = answer(request) { return answer }
            guard isKnown else { return HTTPAnswer(401, [("WWW-Authenticate", "Basic realm=\"cards\"")]) }
            return Self.answer(request, books)
          }
          close(connection)
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  var origin: String { "http://127.0.0.1:\(port)" }
  var requests: [String] { log.lines.withLock { $0 } }

  /// A provider that does not look at the books by itself.
  func provider() throws -> ProviderUnderTest {
    let directory = try TestDirectory("webdav")
    var settings = settings("/home/")
    try Data("secret\n".utf8).write(to: directory.appending("password"))
    chmod(directory.appending("password").path, 0o600)
    settings.secret = .file(directory.appending("password").path)
    (settings.shortestInterval, settings.longestInterval) = (600, 600)
    return try ProviderUnderTest(settings, state: directory)
  }

  func settings(_ path: String) -> WebDAVSettings {
    var settings = WebDAVSettings(address: origin + path)
    settings.hasAddressBooks = true
    settings.user = "me"
    return settings
  }

  // MARK: The usual answers

  private static func answer(_ request: HTTPRequest, _ books: [String: [String: Card]]) -> HTTPAnswer {
    switch request.method {
    case "PROPFIND": return properties(request, books)
    case "REPORT":
      let hrefs = String(decoding: request.body, as: UTF8.self).components(separatedBy: "<d:href>").dropFirst()
      return multistatus(
        hrefs.compactMap { $0.components(separatedBy: "</d:href>").first }.compactMap { href in
          card(href, books).map { entry($0.href, properties($0.card) + data($0.card)) }
        })
    case "GET":
      guard let (_, card) = card(request.path, books) else { return HTTPAnswer(404) }
      return HTTPAnswer(200, [("Content-Type", card.type), ("ETag", tag(card))], Array(card.text.utf8))
    default: return HTTPAnswer(403)
    }
  }

  private static func properties(_ request: HTTPRequest, _ books: [String: [String: Card]]) -> HTTPAnswer {
    let isDeep = request.headers["depth"] == "1"
    let book = "<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>"
    switch request.path {
    case "/principal/":
      return multistatus([
        entry("/principal/", "<c:addressbook-home-set><d:href>/home/</d:href></c:addressbook-home-set>")
      ])
    case "/home/":
      let home = entry("/home/", "<d:resourcetype><d:collection/></d:resourcetype>")
      return multistatus([home] + (isDeep ? books.keys.sorted().map { entry("/home/\($0)/", book) } : []))
    default:
      if let card = card(request.path, books) { return multistatus([entry(card.href, properties(card.card))]) }
      guard let found = books.first(where: { decoded("/home/\($0.key)/") == decoded(request.path) }) else {
        return multistatus([
          entry(
            request.path, "<d:current-user-principal><d:href>/principal/</d:href></d:current-user-principal>")
        ])
      }
      let place = "/home/\(found.key)/"
      let cards = found.value.sorted { $0.key < $1.key }.map { entry(place + $0.key, properties($0.value)) }
      return multistatus([entry(place, book)] + (isDeep ? cards : []))
    }
  }

  /// The card at an address, which may be encoded in another way.
  private static func card(_ address: String, _ books: [String: [String: Card]]) -> (href: String, card: Card)? {
    for (book, cards) in books {
      for (name, card) in cards where decoded("/home/\(book)/\(name)") == decoded(address) {
        return ("/home/\(book)/\(name)", card)
      }
    }
    return nil
  }

  private static func decoded(_ address: String) -> [String?] {
    address.split(separator: "/").map { String($0).removingPercentEncoding }
  }

  private static func properties(_ card: Card) -> String { "<d:resourcetype/><d:getetag>\(tag(card))</d:getetag>" }
  private static func tag(_ card: Card) -> String { "\"\(card.text.utf8.reduce(5381) { $0 &* 33 &+ Int($1) })\"" }
  private static func data(_ card: Card) -> String {
    "<c:address-data content-type=\"\(card.type)\">\(escapedXML(card.text))</c:address-data>"
  }

  private static func entry(_ href: String, _ properties: String) -> String {
    "<d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>"
      + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
  }

  private static func multistatus(_ entries: [String]) -> HTTPAnswer {
    let text =
      "<d:multistatus xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:carddav\">" + entries.joined()
      + "</d:multistatus>"
    return HTTPAnswer(207, [("Content-Type", "application/xml; charset=utf-8")], Array(text.utf8))
  }
}
