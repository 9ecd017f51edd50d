import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// A real Apache with `mod_dav`, on loopback.
@Suite(.enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"), .serialized)
struct ApacheTests {
  let apache: Apache
  let provider: ProviderUnderTest

  init() throws {
    apache = try Apache()
    provider = try ProviderUnderTest(apache)
  }

  private func write(_ text: String, to path: String) throws {
    let url = apache.files.appendingPathComponent(path)
    try text.write(to: url, atomically: true, encoding: .utf8)
    chmod(url.path, 0o666)
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOf: apache.files.appendingPathComponent(path), encoding: .utf8)
  }

  private func makeFolder(_ path: String) throws {
    let url = apache.files.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    chmod(url.path, 0o777)
  }

  @Test func `what Apache can is found out by trying`() throws {
    _ = try provider.list()
    let facts = try provider.provider.session().facts
    #expect(facts.canWrite && facts.checksWrites && facts.checksDeletions && facts.hasMove && facts.keepsTargets)
    #expect(facts.checksMoves == true && facts.hasRanges && !facts.isCloud && !facts.hasSyncTokens)
    #expect(try FileManager.default.contentsOfDirectory(atPath: apache.files.path).filter { $0 != ".DAV" } == [])
  }

  @Test func `a folder is listed with one request, with names of any kind`() throws {
    let names = [
      "plain", "two words", "caf\u{E9}", "cafe\u{301}", "100%", "a#b?c&d;e", "\"quoted\"", "a\\b", "+", "%41",
    ]
    for name in names { try write(name, to: name) }
    try makeFolder("folder")
    _ = try provider.list()
    // On a busy machine its follower looks at the folder as well meanwhile.
    provider.provider.invalidate()
    let before = apache.requests.count
    let items = try provider.list()
    #expect(apache.requests.count == before + 1)
    let listed = try provider.everything().map { Array($0.filename.utf8) }
    #expect(listed.count == names.count + 1)
    #expect(Set(listed) == Set((names + ["folder"]).map { Array($0.utf8) }))
    #expect(items["folder"]?.isFolder == true)
    for name in ["two words", "100%", "a#b?c&d;e", "%41"] {
      #expect(try provider.contents(#require(items[name])) == name)
    }
  }

  @Test func `a document is made, changed, renamed, moved and deleted`() throws {
    try makeFolder("folder")
    let folder = try #require(try provider.list()["folder"])
    var told = try provider.create("new", "one")
    #expect(try read("new") == "one")
    #expect(!told.hasOtherContents && told.item.size == 3)
    // Within the first second Apache's version is weak, and a condition with it would be refused.
    told = try provider.modify(told.item, text: "number two")
    #expect(try read("new") == "number two")
    told = try provider.modify(told.item, name: "renamed", text: "three")
    #expect(try read("renamed") == "three")
    told = try provider.modify(told.item, parent: folder.identifier)
    #expect(try read("folder/renamed") == "three")
    #expect(told.item.parent == folder.identifier)
    #expect(try provider.contents(told.item) == "three")
    try provider.delete(told.item)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: apache.files.appendingPathComponent("folder").path).filter {
        $0 != ".DAV"
      } == [])
    try provider.delete(told.item)
  }

  @Test func `what somebody else has written is neither overwritten nor deleted`() throws {
    try write("theirs", to: "both")
    let item = try #require(try provider.list()["both"])
    try write("theirs, again", to: "both")
    let conflict = #expect(throws: NSError.self) { try provider.modify(item, text: "ours") }
    #expect(conflict?.code == NSFileProviderError.Code.localVersionConflictingWithServer.rawValue)
    let refusal = #expect(throws: NSError.self) { try provider.delete(item) }
    #expect(refusal?.code == NSFileProviderError.Code.deletionRejected.rawValue)
    let inPlace = #expect(throws: NSError.self) { try provider.modify(item, name: "ours \u{E9}") }
    #expect(inPlace?.code == NSFileProviderError.Code.localVersionConflictingWithServer.rawValue)
    #expect(try read("both") == "theirs, again")
  }

  @Test func `a name that is taken is a collision, and the item that has it is told`() throws {
    try write("theirs", to: "taken")
    try makeFolder("folder")
    try write("x", to: "folder/theirs")
    for text in ["ours", nil] {
      let name = text == nil ? "folder" : "taken"
      let error = #expect(throws: NSError.self) { try provider.create(name, text) }
      #expect(error?.code == NSFileProviderError.Code.filenameCollision.rawValue)
      let other = error?.userInfo[NSFileProviderErrorItemKey] as? any NSFileProviderItem
      #expect(other?.filename == name)
    }
    let mine = try provider.create("mine", "x").item
    let error = #expect(throws: NSError.self) { try provider.modify(mine, name: "taken") }
    #expect(error?.code == NSFileProviderError.Code.filenameCollision.rawValue)
    #expect(try read("taken") == "theirs")
    #expect(try read("mine") == "x")
  }

  @Test func `what an earlier call has made is recognized by its bytes`() throws {
    try write("same", to: "lost answer")
    #expect(try provider.create("lost answer", "same", mayExist: true).item.size == 4)
    #expect(throws: NSError.self) { try provider.create("lost answer", "else", mayExist: true) }
    try write("two", to: "lost answer")
    let old = try #require(try provider.list()["lost answer"])
    try write("new", to: "lost answer")
    #expect(try provider.modify(old, text: "new").item.size == 3)
    try makeFolder("folder")
    #expect(try provider.create("folder", nil, mayExist: true).item.isFolder)
  }

  @Test func `a folder goes only when nothing is in it, unless all of it is to go`() throws {
    try makeFolder("a")
    try makeFolder("a/b")
    try write("x", to: "a/b/c")
    let folder = try #require(try provider.list()["a"])
    let error = #expect(throws: NSError.self) { try provider.delete(folder) }
    #expect(error?.code == NSFileProviderError.Code.directoryNotEmpty.rawValue)
    #expect(try read("a/b/c") == "x")
    try provider.delete(folder, recursively: true)
    #expect(access(apache.files.appendingPathComponent("a").path, F_OK) != 0)
  }

  @Test func `what others change is told, and what they delete`() throws {
    try makeFolder("folder")
    try write("one", to: "folder/one")
    let folder = try #require(try provider.list()["folder"])
    let one = try #require(try provider.list(folder.identifier)["one"])
    var anchor = try provider.anchor()
    try write("changed", to: "folder/one")
    try write("new", to: "folder/two")
    var told: Set<String> = []
    #expect(
      try eventually {
        let changes = try provider.changes(since: anchor)
        anchor = changes.anchor
        told.formUnion(changes.updated)
        return told.isSuperset(of: ["one", "two"])
      })
    try FileManager.default.removeItem(at: apache.files.appendingPathComponent("folder/one"))
    var gone: Set<String> = []
    #expect(
      try eventually {
        let changes = try provider.changes(since: anchor)
        anchor = changes.anchor
        gone.formUnion(changes.deleted)
        return gone == [one.identifier.rawValue]
      })
  }

  @Test func `the date of what is written here stays ours, also for the next process`() throws {
    let date = Date(timeIntervalSince1970: 1_000_000_000.5)
    let made = try provider.create("dated", "x", date: date).item
    #expect(made.modified == date)
    #expect(try provider.list()["dated"]?.modified == date)
    var settings = WebDAVSettings(address: apache.address)
    (settings.user, settings.secret) = (Apache.user, .file(apache.passwordFile))
    let next = try ProviderUnderTest(settings, state: provider.directory)
    #expect(try next.list()["dated"]?.modified == date)
    try write("theirs", to: "dated")
    #expect(try next.list()["dated"]?.modified != date)
  }

  @Test func `the wrong password, no collection, and nobody there are told apart`() throws {
    var settings = WebDAVSettings(address: apache.address)
    settings.user = "nobody"
    settings.secret = .file(apache.passwordFile)
    let wrong = #expect(throws: NSError.self) { try ProviderUnderTest(settings).list() }
    #expect(wrong?.code == NSFileProviderError.Code.notAuthenticated.rawValue)
    #expect(wrong?.localizedDescription.contains(Apache.password) == false)
    settings.user = Apache.user
    settings.address = apache.address + "missing/"
    #expect(throws: WebDAVCheck.Failure.self) { try WebDAVCheck.run(settings, secret: nil) }
    settings.address = "http://127.0.0.1:1/"
    let nobody = #expect(throws: NSError.self) { try ProviderUnderTest(settings).list() }
    #expect(nobody?.code == NSFileProviderError.Code.serverUnreachable.rawValue)
    chmod(apache.passwordFile, 0o644)
    settings.address = apache.address
    let open = #expect(throws: WebDAVCheck.Failure.self) { try WebDAVCheck.run(settings, secret: nil) }
    #expect(open?.description.contains("chmod 600") == true)
  }

  @Test func `a server that wants digests gets digests`() throws {
    let digest = try Apache(isDigest: true)
    let provider = try ProviderUnderTest(digest)
    #expect(try provider.create("x", "text").item.size == 4)
    #expect(try provider.list().keys.sorted() == ["x"])
  }

  @Test func `a large document comes and goes whole`() throws {
    let text = String(repeating: "0123456789abcdef", count: 400_000)
    let made = try provider.create("large", text).item
    #expect(try read("large") == text)
    #expect(try provider.contents(made) == text)
  }
}
