import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// Address books on real CardDAV servers: Radicale, which reserializes cards, and xandikos.
@Suite(.enabled(if: AddressBookServer.problem == nil, "\(AddressBookServer.problem ?? "")"), .serialized)
struct CardDAVTests {
  typealias Kind = AddressBookServer.Kind

  /// The only book of a provider.
  private func book(_ provider: ProviderUnderTest) throws -> NSFileProviderItemIdentifier {
    let books = try provider.list()
    try #require(books.count == 1, "\(books.keys)")
    return try #require(books.first?.value.identifier)
  }

  private func names(_ provider: ProviderUnderTest) throws -> [String] {
    try provider.list(book(provider)).keys.sorted()
  }

  private func lines(_ provider: ProviderUnderTest, _ name: String) throws -> Set<String> {
    let item = try #require(try provider.list(book(provider))[name])
    return Set(try provider.contents(item).components(separatedBy: "\r\n"))
  }

  @Test(arguments: Kind.installed)
  func `the home of the address books is found from any address of the account`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    for path in ["/", server.principal, server.home, server.home + server.bookName + "/"] {
      let report = try WebDAVCheck.run(server.settings(path), secret: nil)
      #expect(report.address == server.settings(server.home).address, "from \(path)")
      let missing = Set(report.findings.filter { !$0.isGood }.map(\.key))
      #expect(
        missing.isSubset(of: ["dates", "unique-cards", "conditional-moves", "ranges"]), "\(missing) \(report.findings)")
      #expect(missing.contains("unique-cards") == (kind == .xandikos), "\(report.findings)")
      #expect(report.findings.first { $0.key == "card-version" }?.text == "cards are requested as vCard 3.0")
    }
    let provider = try server.provider()
    #expect(try Array(provider.list().keys) == [server.bookName])
    #expect(try provider.list(book(provider)).isEmpty)
  }

  @Test(arguments: Kind.installed)
  func `cards are pulled and pushed, and those that others change or delete follow`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    let (provider, other) = (try server.provider(), try server.provider())
    let place = try book(provider)
    #expect(try provider.list(place).isEmpty && other.list(book(other)).isEmpty)
    let anchor = try provider.anchor()
    let made = try other.create("a.vcf", AddressBookServer.card("1", "Anna"), in: place).item
    #expect(try eventually { try provider.changes(since: anchor).updated.contains("a.vcf") })
    #expect(try lines(provider, "a.vcf").isSuperset(of: ["UID:1", "FN:Anna"]))
    try other.modify(made, text: AddressBookServer.card("1", "Berta"))
    #expect(try eventually { try lines(provider, "a.vcf").contains("FN:Berta") })
    let known = try #require(try provider.list(place)["a.vcf"])
    try provider.modify(known, text: AddressBookServer.card("1", "Carla"))
    #expect(try eventually { try lines(other, "a.vcf").contains("FN:Carla") })
    // Both have changed it: neither change replaces the other.
    let (ours, theirs) = (try #require(try provider.list(place)["a.vcf"]), try #require(try other.list(place)["a.vcf"]))
    try other.modify(theirs, text: AddressBookServer.card("1", "Theirs"))
    #expect(throws: NSError.self) { try provider.modify(ours, text: AddressBookServer.card("1", "Ours")) }
    #expect(throws: NSError.self) { try provider.delete(ours) }
    #expect(try lines(other, "a.vcf").contains("FN:Theirs"))
    try provider.create("b.vcf", AddressBookServer.card("2", "Second"), in: place)
    #expect(try names(other) == ["a.vcf", "b.vcf"])
    try provider.delete(#require(try provider.list(place)["a.vcf"]))
    #expect(try names(other) == ["b.vcf"])
    let middle = try provider.anchor()
    try other.delete(#require(try other.list(place)["b.vcf"]))
    #expect(try eventually { try provider.changes(since: middle).deleted.count == 1 })
    #expect(try names(provider).isEmpty)
  }

  @Test(arguments: Kind.installed)
  func `many cards come a hundred at once`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    let other = try server.provider()
    let place = try book(other)
    for number in 0..<250 {
      try other.create("\(number).vcf", AddressBookServer.card("\(number)", "N\(number)"), in: place)
    }
    let proxy = try FaultyProxy(to: server.port, seed: 1)
    defer { proxy.stop() }
    var settings = server.settings(server.home, port: proxy.port)
    // Nothing but what the system asks for.
    (settings.shortestInterval, settings.longestInterval) = (600, 600)
    let provider = try ProviderUnderTest(settings)
    _ = try provider.list()
    let begun = proxy.requests.count
    let items = try provider.everything(place)
    #expect(items.count == 250)
    for item in items {
      let number = item.filename.dropLast(".vcf".count)
      #expect(try provider.contents(item).contains("\r\nFN:N\(number)\r\n"))
    }
    let requests = proxy.requests[begun...]
    #expect(requests.count { $0.hasPrefix("REPORT ") } == 3, "\(requests)")
    #expect(!requests.contains { $0.hasPrefix("GET ") }, "\(requests)")
  }

  /// A provider that was started again after it had listed a book of 150 cards, and those cards.
  private func startedAgain(
    _ server: AddressBookServer, _ proxy: FaultyProxy
  ) throws -> (provider: ProviderUnderTest, items: [SeenItem]) {
    let other = try server.provider()
    let place = try book(other)
    for number in 0..<150 { try other.create("\(number).vcf", AddressBookServer.card("\(number)", "N"), in: place) }
    var settings = server.settings(server.home, port: proxy.port)
    (settings.shortestInterval, settings.longestInterval) = (600, 600)
    let state = try TestDirectory("webdav")
    let first = try ProviderUnderTest(settings, state: state)
    _ = try first.list()
    let items = try first.everything(place)
    first.provider.invalidate()
    return (try ProviderUnderTest(settings, state: state), items)
  }

  @Test(arguments: Kind.installed)
  func `the rest of many cards comes a hundred at once after a new start`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    let proxy = try FaultyProxy(to: server.port, seed: 1)
    defer { proxy.stop() }
    let (provider, items) = try startedAgain(server, proxy)
    let begun = proxy.requests.count
    for item in items { #expect(try provider.contents(item).contains("\r\nUID:\(item.filename.dropLast(4))\r\n")) }
    let requests = proxy.requests[begun...]
    // Radicale is asked twice, since it wants a password.
    #expect(Set(requests.filter { $0.hasPrefix("GET ") }).count == 1, "\(requests)")
    #expect(requests.count { $0.hasPrefix("REPORT ") } == 2, "\(requests)")
  }

  @Test(arguments: Kind.installed)
  func `the cards that are here are not fetched again after a new start for a few that are not`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    let proxy = try FaultyProxy(to: server.port, seed: 1)
    defer { proxy.stop() }
    let (provider, items) = try startedAgain(server, proxy)
    let begun = proxy.requests.count
    // The second one is fetched with others, which are not asked for.
    for item in items.prefix(2) + items.suffix(20) { _ = try provider.contents(item) }
    #expect(proxy.requests[begun...].count { $0.hasPrefix("REPORT ") } == 1)
  }

  @Test(arguments: Kind.installed)
  func `a book is not searched because of a conflict`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    let proxy = try FaultyProxy(to: server.port, seed: 1)
    defer { proxy.stop() }
    var settings = server.settings(server.home, port: proxy.port)
    (settings.shortestInterval, settings.longestInterval) = (600, 600)
    let (provider, other) = (try ProviderUnderTest(settings), try server.provider())
    let place = try book(provider)
    // What is listed is written under the condition that it is unchanged.
    #expect(try provider.list(place).isEmpty)
    let item = try provider.create("a.vcf", AddressBookServer.card("1", "Anna"), in: place).item
    try other.modify(#require(try other.list(book(other))["a.vcf"]), text: AddressBookServer.card("1", "Theirs"))
    let begun = proxy.requests.count
    let refused = #expect(throws: NSError.self) { try provider.modify(item, text: AddressBookServer.card("1", "Ours")) }
    #expect(refused?.code == NSFileProviderError.Code.localVersionConflictingWithServer.rawValue)
    #expect(!proxy.requests[begun...].contains { $0.hasPrefix("REPORT ") })
  }

  @Test(arguments: Kind.installed)
  func `what an address book does not take is refused for good, and the reason is told`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    let provider = try server.provider()
    let place = try book(provider)
    try provider.create("a.vcf", AddressBookServer.card("1", "Anna"), in: place)
    func refusal(_ name: String, _ text: String?, in folder: NSFileProviderItemIdentifier) throws -> String {
      do {
        try provider.create(name, text, in: folder)
        return "none"
      } catch let error as NSError {
        #expect(error.code == NSFileProviderError.Code.cannotSynchronize.rawValue, "\(error)")
        return error.localizedDescription
      }
    }
    #expect(try refusal("b.vcf", AddressBookServer.card("1", "Berta"), in: place).contains("same UID"))
    #expect(try refusal("b.txt", "x", in: place).contains("only cards"))
    #expect(try refusal("folder", nil, in: place).contains("no folders"))
    #expect(
      try refusal("b.vcf", AddressBookServer.card("2", "Berta"), in: .rootContainer).contains("only address books"))
    #expect(try names(provider) == ["a.vcf"])
  }

  @Test(arguments: Kind.installed)
  func `a book is made and deleted, and nothing but books is shown in the home`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    let provider = try server.provider()
    let plain = RemotePath(bytes: Array("plain".utf8), isFolder: true)
    var settings = server.settings(server.home)
    settings.hasAddressBooks = false
    let files = WebDAVServer(transport: try Transport(settings), facts: ServerFacts())
    // Radicale makes nothing there that has no type.
    try files.change(kind == .radicale ? "MKCALENDAR" : "MKCOL", plain, [], nil)
    let hidden = #expect(throws: NSError.self) { try provider.create("plain", nil, mayExist: true) }
    #expect(hidden?.localizedDescription.contains("no address book") == true, "\(hidden as Any)")
    let made = try provider.create("friends", nil).item
    try provider.create("a.vcf", AddressBookServer.card("1", "Anna"), in: made.identifier)
    #expect(try server.provider().list().keys.sorted() == [server.bookName, "friends"].sorted())
    try provider.delete(made, recursively: true)
    #expect(try Array(server.provider().list().keys) == [server.bookName])
    #expect(try files.entry(ifAt: plain) != nil)
  }

  @Test func `what a book has beside cards is not listed, and counts when it is deleted`() {
    let book = RemotePath(bytes: Array("book".utf8), isFolder: true)
    var listing = FolderListing()
    listing.isOfAddressBooks = true
    var entry = StatusEntry(references: ["/book/inner/"])
    entry.properties[.dav("resourcetype")] = .init(elements: [.dav("collection")])
    listing.take(entry, of: AnsweredPlace(folder: book, names: [Array("book".utf8)]))
    #expect(listing.children.isEmpty && listing.hidden == 1)
  }

  @Test(arguments: Kind.installed)
  func `a card whose answer was lost is there once`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    let proxy = try FaultyProxy(to: server.port, seed: 1)
    defer { proxy.stop() }
    let provider = try server.provider(port: proxy.port)
    let place = try book(provider)
    // Not in the order in which Radicale writes it.
    let card = AddressBookServer.card("1", "Anna", "TEL;TYPE=home:1\r\nEMAIL:a@b.example\r\n")
    proxy.inject(.loseAnswer, into: "PUT", times: 2)
    _ = try? provider.create("a.vcf", card, in: place)
    proxy.setFaulty(false)
    try provider.create("a.vcf", card, in: place, mayExist: true)
    #expect(try names(provider) == ["a.vcf"])
    let item = try #require(try provider.list(place)["a.vcf"])
    let changed = card.replacingOccurrences(of: "TEL;TYPE=home:1", with: "TEL;TYPE=home:2")
    proxy.inject(.loseAnswer, into: "PUT", times: 2)
    _ = try? provider.modify(item, text: changed)
    proxy.setFaulty(false)
    try provider.modify(item, text: changed)
    #expect(try lines(server.provider(), "a.vcf").contains("TEL;TYPE=home:2"))
  }

  @Test(arguments: Kind.installed)
  func `a write that returns no version is followed by a download`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    let proxy = try FaultyProxy(to: server.port, seed: 1)
    defer { proxy.stop() }
    let provider = try server.provider(port: proxy.port)
    let place = try book(provider)
    // Also of a card that is large.
    for (uid, note) in [("1", ""), ("2", String(repeating: "x", count: 3 << 19))] {
      proxy.inject(.dropTag, into: "PUT")
      let begun = proxy.requests.count
      let card = AddressBookServer.card(uid, "Anna", "TEL;TYPE=home:1\r\nNOTE:\(note)\r\nEMAIL:a@b.example\r\n")
      let told = try provider.create("\(uid).vcf", card, in: place)
      #expect(proxy.requests[begun...].count { $0.hasPrefix("GET ") } == 1)
      // Radicale has written it in another order: that is to be fetched.
      #expect(told.hasOtherContents == (kind == .radicale))
      #expect(try provider.contents(told.item).contains("TEL;TYPE=home:1\r\n"))
    }
  }

  @Test func `a service that takes only tokens is refused by its name`() throws {
    let sandbox = try Sandbox()
    let google = try sandbox.run("domain", "add", "home", "--carddav", "https://www.googleapis.com/carddav/v1/")
    #expect(google.status == 64 && google.error.contains("Google accepts only OAuth"), "\(google)")
    let proxy = try FaultyProxy(to: 9, seed: 1)
    defer { proxy.stop() }
    proxy.inject(.wantToken, into: "PROPFIND", times: 8)
    let other = try sandbox.run("domain", "add", "home", "--carddav", "http://127.0.0.1:\(proxy.port)/")
    #expect(other.status == 69 && other.error.contains("http://127.0.0.1:\(proxy.port) accepts only OAuth"), "\(other)")
    #expect(try sandbox.run("domain", "list").output == "")
  }
}
