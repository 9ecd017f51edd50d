import Foundation
import FileProviderSQLite
import Synchronization
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// What is known of a server outlives the process that found it out.
@Suite struct KnownTreeOnDiskTests {
  private let place: TestDirectory

  init() throws { place = try TestDirectory("known") }

  private func open(of server: String = "server") -> KnownTree { KnownTree(in: place.url, of: server) }

  private var file: URL { place.url.appendingPathComponent("known.sqlite") }

  private func path(_ path: String, isFolder: Bool = false) -> RemotePath {
    RemotePath(bytes: Array(path.utf8), isFolder: isFolder)
  }

  private func entry(_ path: String, _ version: String, isFolder: Bool = false, number: String? = nil) -> RemoteEntry {
    var entry = RemoteEntry(self.path(path, isFolder: isFolder))
    entry.tag = EntityTag("\"\(version)\"")
    entry.cloud = number.map { RemoteEntry.CloudFacts(number: $0) }
    return entry
  }

  private func take(_ entries: [RemoteEntry], of folder: RemotePath = .root, _ tree: KnownTree) -> KnownTree.Outcome {
    var listing = FolderListing()
    for entry in entries { listing.children[entry.path] = entry }
    if tree.folder(folder) != nil { return tree.take(listing, of: folder, begun: tree.beginListing()) }
    _ = tree.takeAll(listing, of: folder, begun: tree.beginListing(), interval: 5)
    return KnownTree.Outcome()
  }

  private func changes(_ tree: KnownTree, since anchor: (signature: String, place: Int)) -> [String]? {
    tree.changes(since: anchor.signature, anchor.place, limit: 100)?.changes.map {
      "\($0.identifier) \($0.item?.entry.tag?.text ?? "gone")"
    }
  }

  @Test func `an anchor holds in the next process, which tells what has changed since`() throws {
    let first = open()
    _ = take([entry("a", "1"), entry("b", "1"), entry("é", "1")], first)
    let anchor = first.anchor()
    #expect(take([entry("a", "2"), entry("b", "1"), entry("é", "1")], first).hasChanged)
    let second = open()
    #expect(changes(second, since: anchor) == ["/a \"2\""])
    #expect(second.children(of: .root)?.map(\.identifier).sorted() == ["/a", "/b", "/é"])
    #expect(second.folder(.root)?.interval == 5)
    let outcome = take([entry("a", "2"), entry("b", "3")], second)
    #expect(outcome.gone.map(\.identifier) == ["/é"])
    #expect(second.reportGone(outcome.gone))
    #expect(changes(open(), since: anchor) == ["/a \"2\"", "/b \"3\"", "/é gone"])
  }

  @Test func `what is gone and was not told is told by the next process`() throws {
    let first = open()
    _ = take([entry("a", "1")], first)
    let anchor = first.anchor()
    #expect(take([], first).gone.count == 1)
    let second = open()
    #expect(changes(second, since: anchor) == [])
    // It may be there again.
    #expect(second.takeUndecided().isEmpty)
    #expect(second.dueFolders(limit: 1) == [.root])
    #expect(second.folder(.root)?.tag == nil)
    _ = take([], second)
    #expect(second.reportGone(second.takeUndecided()))
    #expect(changes(second, since: anchor) == ["/a gone"])
    let third = open()
    _ = take([], third)
    #expect(third.takeUndecided().isEmpty)
  }

  /// A loss of power may take what the system knew, also of its own changes, which are not told again.
  @Test func `in another run of the machine all anchors have expired, and what is known stays`() throws {
    let first = open()
    _ = take([entry("a", "1")], first)
    let anchor = first.anchor()
    try KnownDatabase(file).set("boot", to: "another run of the machine")
    for _ in 0..<2 {
      let next = open()
      #expect(changes(next, since: anchor) == nil)
      #expect(next.children(of: .root)?.map(\.identifier) == ["/a"])
      #expect(next.anchor() == open().anchor())
    }
  }

  @Test func `what is known of another server is forgotten`() throws {
    let first = open()
    _ = take([entry("a", "1")], first)
    let anchor = first.anchor()
    let second = open(of: "another")
    #expect(second.children(of: .root) == nil)
    #expect(changes(second, since: anchor) == nil)
  }

  @Test(arguments: [Data("no database".utf8), Data(count: 8192)])
  func `a damaged database is recreated`(bytes: Data) throws {
    try bytes.write(to: file)
    _ = take([entry("a", "1")], open())
    #expect(open().children(of: .root)?.count == 1)
  }

  @Test func `where there is no room for a database, what is known is in memory`() throws {
    let tree = KnownTree(in: place.url.appendingPathComponent("missing"), of: "server")
    _ = take([entry("a", "1")], tree)
    let anchor = tree.anchor()
    #expect(take([entry("a", "2")], tree).hasChanged)
    #expect(changes(tree, since: anchor) == ["/a \"2\""])
  }

  /// The disk fails in the middle: what was known is lost, and nothing is told twice or not at all.
  @Test func `a database that fails is left, and anchors expire`() throws {
    let tree = open()
    _ = take([entry("a", "1")], tree)
    let anchor = tree.anchor()
    let missed = take([], tree).gone
    let losses = Mutex(0)
    tree.whenLost { losses.withLock { $0 += 1 } }
    try KnownDatabase(file).drop("entries")
    #expect(take([entry("a", "2")], tree).gone.isEmpty)
    #expect(losses.withLock { $0 } == 1)
    #expect(!tree.reportGone(missed, since: anchor.signature))
    // The system lists again.
    _ = take([entry("a", "2")], tree)
    #expect(tree.children(of: .root)?.map(\.identifier) == ["/a"])
    #expect(changes(tree, since: anchor) == nil)
    // The next process has a whole one again.
    _ = take([entry("b", "1")], open())
    #expect(open().children(of: .root)?.map(\.identifier) == ["/b"])
  }

  @Test func `a database whose making was interrupted is made`() throws {
    _ = take([], open())
    try KnownDatabase(file).drop("meta")
    _ = take([entry("a", "1")], open())
    #expect(open().children(of: .root)?.count == 1)
  }

  /// The process may end before it comes to the folders in it.
  @Test func `the version of a folder is noted when those in it were looked at`() throws {
    let first = open()
    _ = take([], first)
    var listing = FolderListing()
    listing.folder = entry("", "2", isFolder: true)
    _ = first.take(listing, of: .root, begun: first.beginListing(), isDescending: true)
    #expect(open().folder(.root)?.tag == nil)
    first.update(.root) { $0.tag = listing.folder?.tag }
    _ = take([], first)
    #expect(open().folder(.root)?.tag?.text == "\"2\"")
  }

  @Test func `a folder is known by its number though another one has its name`() throws {
    let tree = open()
    let (old, new) = (path("a", isFolder: true), path("c", isFolder: true))
    _ = take([entry("a", "1", isFolder: true, number: "1")], tree)
    _ = take([entry("a/x", "1", number: "2")], of: old, tree)
    _ = take([entry("a", "2", isFolder: true, number: "3")], tree)
    _ = take([entry("a", "2", isFolder: true, number: "3"), entry("c", "1", isFolder: true, number: "1")], tree)
    #expect(tree.children(of: new)?.map(\.identifier) == ["2"])
    #expect(tree.place(of: "2") == path("c/x"))
    #expect(tree.identifier(of: old) == "3")
    #expect(tree.identifier(of: new) == "1")
  }

  /// As of programs that save a document as a new one, and of folders that come and go.
  @Test func `what is known does not grow with what has been there`() throws {
    let tree = open()
    let folder = path("d", isFolder: true)
    func rows() -> [Int] {
      tree.read { (state) throws(SQLiteError) in
        var counts = [state.begun.count, state.touched.count, state.undecided.count]
        for table in ["folders", "entries", "places", "gone"] {
          counts.append(try state.count("SELECT count(*) FROM \(table)"))
        }
        return counts
      }
    }
    var first: [Int]?
    for number in 1...(Machine.number("ROUNDS") ?? 200) {
      _ = take(
        [entry("a", "\(number)", number: "\(number)"), entry("d", "\(number)", isFolder: true, number: "f\(number)")],
        tree)
      _ = take([entry("d/x", "1", number: "x\(number)")], of: folder, tree)
      #expect(tree.reportGone(take([entry("a", "\(number)", number: "\(number)")], tree).gone))
      if number == 3 { first = rows() }
    }
    #expect(rows() == first)
  }

  @Test func `what is known of a folder goes with it`() throws {
    let first = open()
    _ = take([entry("old", "1", isFolder: true, number: "1")], first)
    _ = take(
      [entry("old/x", "1", number: "2"), entry("old/d", "1", isFolder: true, number: "3")],
      of: path("old", isFolder: true), first)
    _ = take([entry("old/d/y", "1", number: "4")], of: path("old/d", isFolder: true), first)
    // It has another place in the name of a folder that begins like its own.
    let second = open()
    let gone = take([entry("older", "1", isFolder: true, number: "1")], second).gone
    #expect(!second.reportGone(gone))
    #expect(second.place(of: "4") == path("older/d/y"))
    #expect(second.children(of: path("older/d", isFolder: true))?.map(\.identifier) == ["4"])
    #expect(second.folder(path("old", isFolder: true)) == nil)
    #expect(second.topFolders() == [.root])
    #expect(take([], second).gone.map(\.identifier) == ["1"])
  }

  @Test func `all that a server tells of an item is kept`() throws {
    var entry = RemoteEntry(RemotePath(bytes: [0xFF, 0x2F, 0x61], isFolder: false, isTrashed: true))
    entry.tag = EntityTag("W/" + String(repeating: "a", count: 512))
    entry.size = .max
    entry.modified = Date(timeIntervalSinceReferenceDate: 0.1)
    entry.created = Date(timeIntervalSince1970: -1e9)
    entry.isExecutable = false
    entry.cloud = RemoteEntry.CloudFacts(number: "12", permissions: "RGD", isFavorite: true)
    entry.trash = RemoteEntry.TrashFacts(name: "é", origin: [[0xFE], Array("b".utf8)], deleted: 12.5)
    entry.token = ""
    entry.privileges = [.bind]
    let bytes = EntryBytes.bytes(entry)
    #expect(bytes.withUnsafeBytes { EntryBytes.entry($0, at: entry.path) } == entry)
    for count in bytes.indices {
      #expect(bytes.prefix(count).withUnsafeBytes { EntryBytes.entry($0, at: entry.path) } == nil)
    }
    // As many names as there are not.
    let endless: [UInt8] = [0, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
    #expect(endless.withUnsafeBytes { EntryBytes.entry($0, at: entry.path) } == nil)
    let empty = RemoteEntry(entry.path)
    #expect(EntryBytes.bytes(empty).withUnsafeBytes { EntryBytes.entry($0, at: entry.path) } == empty)
  }
}

extension KnownDatabase {
  fileprivate func drop(_ table: String) throws { try statement("DROP TABLE \(table)").run() }
}
