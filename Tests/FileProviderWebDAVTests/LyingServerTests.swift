import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// Servers as they are: each test has one that lies in one way.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct LyingServerTests {
  let server: LyingServer

  init() throws { server = try LyingServer() }

  private func code(_ error: NSError?) -> NSFileProviderError.Code? {
    error?.domain == NSFileProviderErrorDomain ? error.flatMap { NSFileProviderError.Code(rawValue: $0.code) } : nil
  }

  /// Lets the follower look some times.
  private func lookAgain(_ provider: ProviderUnderTest) throws {
    let before = try server.requests().count
    #expect(try eventually { try server.requests().count >= before + 5 })
  }

  @Test(arguments: ["unended-multistatus", "cut-PROPFIND:300", "say-507"])
  func `an answer that is not whole deletes nothing, and lists nothing`(lie: String) throws {
    for name in ["a", "b", "c"] { try server.write(name, to: name) }
    let provider = try ProviderUnderTest(server)
    #expect(try provider.list().count == 3)
    let anchor = try provider.anchor()
    try server.lie(lie)
    try lookAgain(provider)
    #expect(provider.deletions(since: anchor) == [])
    #expect(throws: NSError.self) { try provider.list() }
    try server.lie()
    #expect(try provider.list().count == 3)
  }

  @Test func `an entry with a status of its own deletes nothing, unless it is 404`() throws {
    for name in ["a", "b"] { try server.write(name, to: name) }
    let provider = try ProviderUnderTest(server)
    let items = try provider.list()
    let anchor = try provider.anchor()
    try server.lie("status-of-a:403", "status-of-b:404")
    let gone = try #require(items["b"]).identifier.rawValue
    #expect(try eventually { try provider.changes(since: anchor).deleted == [gone] })
    #expect(try provider.list().keys.sorted() == ["a"])
  }

  /// It goes on with another version than was begun.
  @Test func `a download that is continued is of one version, also where the server does not look at If-Range`()
    throws
  {
    try server.write("aaaabbbb", to: "a")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["a"])
    try server.lie("cut-GET:4", "replace-behind-GET", "ignore-if-range")
    #expect(try provider.contents(item) == "bbbbcccc")
  }

  /// Some answer so for each document that they cannot open.
  @Test func `a document that is listed and not found is not gone`() throws {
    try server.write("text", to: "a")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["a"])
    try server.lie("status-GET:404")
    let failure = #expect(throws: NSError.self) { try provider.contents(item) }
    // Nor is the server out of order.
    #expect(failure?.domain == NSCocoaErrorDomain && failure?.code == CocoaError.Code.fileReadNoPermission.rawValue)
    try server.lie()
    #expect(try provider.contents(item) == "text")
    try server.delete("a")
    let gone = #expect(throws: NSError.self) { try provider.contents(item) }
    #expect(code(gone) == .noSuchItem)
  }

  @Test func `a server that ignores conditions is asked just before each write`() throws {
    try server.lie("ignore-conditions")
    try server.write("theirs", to: "both")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["both"])
    #expect(try !provider.provider.session().facts.checksWrites)
    try server.write("theirs, again", to: "both")
    let conflict = #expect(throws: NSError.self) { try provider.modify(item, text: "ours") }
    #expect(code(conflict) == .localVersionConflictingWithServer)
    let refusal = #expect(throws: NSError.self) { try provider.delete(item) }
    #expect(code(refusal) == .deletionRejected)
    let taken = #expect(throws: NSError.self) { try provider.create("both", "ours") }
    #expect(code(taken) == .filenameCollision)
    let mine = try provider.create("mine", "x").item
    let inTheWay = #expect(throws: NSError.self) { try provider.modify(mine, name: "both") }
    #expect(code(inTheWay) == .filenameCollision)
    #expect(try server.read("both") == "theirs, again")
  }

  @Test func `a weak version is in no condition`() throws {
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    try server.lie("weak-tags")
    let item = try provider.create("weak", "one").item
    let told = try provider.modify(item, text: "two")
    #expect(try server.read("weak") == "two")
    try server.lie()
    #expect(try provider.modify(told.item, text: "three").item.size == 5)
  }

  @Test func `what somebody else wrote right behind us counts as changed there`() throws {
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    try server.lie("no-put-tag", "overwrite-after-put")
    let told = try provider.create("raced", "ours")
    #expect(told.hasOtherContents)
    #expect(told.item.size == 15)
    #expect(try provider.contents(told.item) == "somebody else's")
  }

  /// As with Apache, whose answer has the date of the request's beginning.
  @Test func `what took long to send is what was sent`() throws {
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    try server.lie("no-put-tag", "slow-PUT", "weak-tags")
    let told = try provider.create("slow", "ours")
    #expect(!told.hasOtherContents)
    #expect(try !provider.modify(told.item, text: "ours, too").hasOtherContents)
  }

  @Test func `a lost answer to a move is asked about`() throws {
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    let item = try provider.create("old", "x").item
    try server.lie("lose-MOVE")
    // libcurl asks again by itself, where the connection was an old one.
    let told = try (try? provider.modify(item, name: "new")) ?? provider.modify(item, name: "new")
    #expect(told.item.filename == "new")
    #expect(try provider.list().keys.sorted() == ["new"])
  }

  @Test func `a lost answer to a write neither doubles nor loses it`() throws {
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    try server.lie("lose-PUT")
    let made = try (try? provider.create("x", "ours")) ?? provider.create("x", "ours", mayExist: true)
    #expect(made.item.size == 4)
    try server.lie("lose-PUT")
    let changed =
      try (try? provider.modify(made.item, text: "ours, too")) ?? provider.modify(made.item, text: "ours, too")
    #expect(changed.item.size == 9)
    #expect(try provider.list().keys.sorted() == ["x"])
    #expect(try server.read("x") == "ours, too")
  }

  @Test(arguments: [WebDAVSettings.Authentication.basic, .bearer])
  func `no password or token goes to another host, and no change`(authentication: WebDAVSettings.Authentication) throws
  {
    let other = try LyingServer()
    let state = try TestDirectory("webdav")
    let file = state.appending("password")
    try "secret\n".write(to: file, atomically: true, encoding: .utf8)
    chmod(file.path, 0o600)
    var settings = WebDAVSettings(address: server.address)
    (settings.user, settings.secret, settings.authentication) = ("me", .file(file.path), authentication)
    try server.write("ours", to: "x")
    try other.write("others", to: "x")
    let provider = try ProviderUnderTest(settings)
    let item = try #require(try provider.list()["x"])
    #expect(try server.requests().contains { $0.hasSuffix("with-password") })
    try server.lie("redirect:\(other.address)x")
    #expect(throws: NSError.self) { try provider.list() }
    #expect(throws: NSError.self) { try provider.modify(item, text: "mine") }
    #expect(throws: NSError.self) { try provider.contents(item) }
    let requests = try other.requests()
    #expect(requests.contains { $0.hasPrefix("GET ") })
    #expect(!requests.contains { $0.contains("with-password") || $0.hasPrefix("PROPFIND") })
    #expect(try other.read("x") == "others")
  }

  @Test(arguments: [401, 429, 503]) func `these do not end a token`(status: Int) throws {
    try server.lie("tokens")
    let provider = try ProviderUnderTest(server)
    try server.write("1", to: "a")
    _ = try provider.list()
    let anchor = try provider.anchor()
    try server.lie("tokens", "refuse-tokens:\(status)")
    let before = try server.requests().count { $0.hasPrefix("REPORT") }
    #expect(try eventually { try server.requests().count { $0.hasPrefix("REPORT") } >= before + 3 })
    try server.lie("tokens")
    try server.write("2", to: "b")
    // As long as looks fail, changes do, too.
    #expect(eventually { (try? provider.changes(since: anchor))?.updated == ["b"] })
  }

  @Test(arguments: [403, 409, 412, 500]) func `a token that is refused twice is given up, and the folder listed`(
    status: Int
  ) throws {
    try server.lie("tokens")
    let provider = try ProviderUnderTest(server)
    try server.write("1", to: "a")
    _ = try provider.list()
    #expect(try provider.provider.session().facts.hasSyncTokens)
    let anchor = try provider.anchor()
    try server.lie("tokens", "refuse-tokens:\(status)")
    try server.write("2", to: "b")
    #expect(try eventually { try provider.changes(since: anchor).updated == ["b"] })
    #expect(try provider.changes(since: anchor).deleted == [])
  }

  @Test func `a download that is cut goes on, and another version begins again`() throws {
    let text = String(repeating: "0123456789", count: 20_000)
    try server.write(text, to: "large")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["large"])
    try server.lie("cut-GET:70000", "cut-once")
    #expect(try provider.contents(item) == text)
    let requests = try server.requests().filter { $0.hasPrefix("GET /dav/large") }
    #expect(requests.count == 2)
    try server.lie("cut-GET:70000", "cut-once", "no-ranges")
    #expect(try provider.contents(item) == text)
  }

  @Test func `contents that do not have the checksum that the server tells are not taken`() throws {
    try server.write("abc", to: "x")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["x"])
    for right in [
      "SHA1:a9993e364706816aba3e25717850c26c9cd0d89d", "MD5:00 SHA1:A9993E364706816ABA3E25717850C26C9CD0D89D", "MD5:00",
    ] {
      try server.lie("checksum:\(right)")
      #expect(try provider.contents(item) == "abc")
    }
    try server.lie("checksum:SHA1:a9993e364706816aba3e25717850c26c9cd0d89e")
    #expect(throws: NSError.self) { try provider.contents(item) }
  }

  @Test func `an answer that was overtaken changes nothing`() throws {
    let provider = try ProviderUnderTest(server)
    try server.write("x", to: "a")
    _ = try provider.list()
    let session = try provider.provider.session()
    provider.provider.invalidate()
    let begun = session.tree.beginListing()
    let old = try session.server.list(.root)
    try server.write("y", to: "b")
    _ = try provider.list()
    let outcome = session.tree.take(old, of: .root, begun: begun)
    #expect(outcome.gone.isEmpty && !outcome.hasChanged)
    #expect(session.tree.children(of: .root)?.count == 2)
  }

  @Test func `what others put into a folder that was made here is told`() throws {
    let provider = try ProviderUnderTest(server)
    _ = try provider.list()
    let folder = try provider.create("folder", nil).item
    try provider.create("ours", "x", in: folder.identifier)
    let anchor = try provider.anchor()
    try server.write("y", to: "folder/theirs")
    #expect(try eventually { try provider.changes(since: anchor).updated.contains("theirs") })
    #expect(try provider.changes(since: anchor).deleted == [])
  }

  @Test func `on a server that cannot move, what is moved is copied and deleted, each version that was seen`() throws {
    try server.lie("status-MOVE:405")
    try server.makeFolder("old")
    try server.makeFolder("old/inner")
    for name in ["old/a", "old/inner/b", "single"] { try server.write(name, to: name) }
    let provider = try ProviderUnderTest(server)
    let items = try provider.list()
    #expect(try !provider.provider.session().facts.hasMove)
    let folder = try provider.modify(#require(items["old"]), name: "new").item
    #expect(try provider.list(folder.identifier).keys.sorted() == ["a", "inner"])
    #expect(try server.read("new/inner/b") == "old/inner/b")
    #expect(try provider.list().keys.sorted() == ["new", "single"])
    try server.lie("status-MOVE:405", "change-behind-copy")
    #expect(throws: NSError.self) { try provider.modify(#require(items["single"]), name: "moved") }
    #expect(try provider.list().keys.sorted() == ["new", "single"])
    #expect(try server.read("single") == "changed meanwhile")
  }

  @Test func `a document of which no length and no date is told is read, changed and followed by its version`() throws {
    try server.write("one", to: "a")
    try server.lie("no-lengths", "no-dates")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["a"])
    #expect(item.size == nil && item.modified == nil)
    #expect(try provider.contents(item) == "one")
    let changed = try provider.modify(item, text: "longer").item
    #expect(try server.read("a") == "longer")
    let anchor = try provider.anchor()
    try server.write("theirs", to: "a")
    #expect(try eventually { try provider.changes(since: anchor).updated == ["a"] })
    #expect(throws: NSError.self) { try provider.modify(changed, text: "ours") }
    #expect(try server.read("a") == "theirs")
  }

  @Test func `a host in front in every reference is no other host`() throws {
    try server.write("x", to: "a b")
    try server.lie("host-in-front:outside.example.org")
    #expect(try ProviderUnderTest(server).list().keys.sorted() == ["a b"])
  }

  @Test(arguments: [
    (401, NSFileProviderError.Code.notAuthenticated as NSFileProviderError.Code?), (429, .serverUnreachable),
    (503, .serverUnreachable),
    (507, .insufficientQuota), (413, .cannotSynchronize), (412, nil), (409, nil), (423, nil), (500, nil),
  ])
  func `an answer of the server is the system's error`(status: Int, expected: NSFileProviderError.Code?) throws {
    try server.write("x", to: "x")
    let provider = try ProviderUnderTest(server)
    let item = try #require(try provider.list()["x"])
    try server.lie("status-PUT:\(status)")
    let error = #expect(throws: NSError.self) { try provider.modify(item, text: "y") }
    #expect(code(error) == expected)
    #expect(try server.read("x") == "x")
  }
}
