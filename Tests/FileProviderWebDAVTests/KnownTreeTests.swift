import Foundation
import Testing

@testable import FileProviderWebDAV

/// What is known of a server while it is listed and changed at the same time.
@Suite struct KnownTreeTests {
  private let tree = KnownTree()

  private func entry(_ name: String, _ version: String) -> RemoteEntry {
    var entry = RemoteEntry(RemotePath(bytes: Array(name.utf8), isFolder: false))
    entry.tag = EntityTag("\"\(version)\"")
    return entry
  }

  private func listing(_ entries: RemoteEntry...) -> FolderListing {
    var listing = FolderListing()
    for entry in entries { listing.children[entry.path] = entry }
    return listing
  }

  /// The first is the system's, the others are looks.
  private func take(_ listing: FolderListing, begun: UInt64) -> KnownTree.Outcome {
    if tree.folder(.root) != nil { return tree.take(listing, of: .root, begun: begun) }
    _ = tree.takeAll(listing, of: .root, begun: begun, interval: 5)
    return KnownTree.Outcome()
  }

  private let folder = RemoteEntry(RemotePath(bytes: Array("folder".utf8), isFolder: true))

  private var versions: [String] { (tree.children(of: .root) ?? []).map { $0.entry.contentVersion }.sorted() }

  @Test func `what was made while a folder was listed is neither new nor gone`() {
    _ = take(listing(), begun: tree.beginListing())
    let made = entry("a", "1")
    let begun = tree.beginListing()
    tree.beginChange([made.path], isCreation: true)
    #expect(take(listing(entry("a", "0")), begun: begun).hasChanged == false)
    tree.endChange([made.path], entry: made)
    let outcome = take(listing(), begun: begun)
    #expect(outcome.gone.isEmpty && !outcome.hasChanged)
    #expect(versions == ["\"1\""])
    #expect(take(listing(), begun: tree.beginListing()).gone.count == 1)
  }

  @Test func `the first listing of a folder has what is being changed in it, and not what is being made`() {
    let (old, new, deleted) = (entry("a", "1"), entry("b", "1"), entry("c", "1"))
    let begun = tree.beginListing()
    tree.beginChange([old.path, deleted.path], isCreation: false)
    tree.beginChange([new.path], isCreation: true)
    tree.endChange([deleted.path], removed: deleted.path)
    _ = take(listing(old, new, deleted), begun: begun)
    #expect(tree.children(of: .root)?.map(\.identifier) == ["/a"])
  }

  @Test func `the first listing of a folder has what was made and changed in it since it began`() {
    let begun = tree.beginListing()
    for (name, isCreation) in [("a", false), ("b", true)] {
      let path = entry(name, "2").path
      tree.beginChange([path], isCreation: isCreation)
      tree.endChange([path], entry: entry(name, "2"))
      tree.endChange([path])
    }
    _ = take(listing(entry("a", "1")), begun: begun)
    #expect(versions == ["\"2\"", "\"2\""])
  }

  @Test func `what is not there any more is told only when it is nowhere else`() {
    var moved = entry("a", "1")
    moved.cloud = RemoteEntry.CloudFacts(number: "7")
    _ = take(listing(moved), begun: tree.beginListing())
    let gone = take(listing(), begun: tree.beginListing()).gone
    var there = entry("b", "1")
    there.cloud = moved.cloud
    let anchor = tree.anchor()
    _ = take(listing(there), begun: tree.beginListing())
    #expect(!tree.reportGone(gone))
    let changes = tree.changes(since: anchor.signature, anchor.place, limit: 10)?.changes
    #expect(changes?.map(\.item?.entry.path) == [there.path])
    #expect(tree.changes(since: anchor.signature, anchor.place + 100, limit: 10) == nil)
    #expect(tree.changes(since: "another", anchor.place, limit: 10) == nil)
  }

  @Test func `a tag that has become strong is no change, and is the one that conditions have`() {
    var made = entry("a", "1")
    made.tag = EntityTag("W/\"1\"")
    _ = take(listing(made), begun: tree.beginListing())
    let anchor = tree.anchor()
    #expect(!take(listing(entry("a", "1")), begun: tree.beginListing()).hasChanged)
    #expect(tree.entry(made.path)?.tag?.isWeak == false)
    #expect(tree.anchor() == anchor)
    #expect(take(listing(entry("a", "2")), begun: tree.beginListing()).hasChanged)
  }

  @Test func `a listing for the system tells whether changes are reported for it`() {
    func hasChanged(_ entries: FolderListing) -> Bool {
      tree.takeAll(entries, of: .root, begun: tree.beginListing(), interval: 5).hasChanged
    }
    #expect(!hasChanged(listing(entry("a", "1"))))
    #expect(!hasChanged(listing(entry("a", "1"))))
    #expect(hasChanged(listing(entry("a", "2"))))
    #expect(hasChanged(listing()))
    #expect(!hasChanged(listing()))
  }

  @Test func `a folder that was moved while it was looked at is not known again`() {
    _ = tree.takeAll(listing(), of: folder.path, begun: tree.beginListing(), interval: 5)
    let begun = tree.beginListing()
    tree.endChange([folder.path], removed: folder.path)
    _ = tree.take(listing(), of: folder.path, begun: begun)
    #expect(tree.folder(folder.path) == nil)
  }

  @Test(arguments: [false, true]) func `a folder that is not there is forgotten where no other reports that`(
    isListed: Bool
  ) {
    if isListed { _ = take(listing(folder), begun: tree.beginListing()) }
    _ = tree.takeAll(listing(), of: folder.path, begun: tree.beginListing(), interval: 5)
    tree.forgetUnlisted(folder.path)
    #expect((tree.folder(folder.path) != nil) == isListed)
  }

  /// What was known below it is not followed any more, so the system lists it again.
  @Test func `a folder that is back is reported after its end`() throws {
    _ = take(listing(folder), begun: tree.beginListing())
    let anchor = tree.anchor()
    #expect(tree.reportGone(take(listing(), begun: tree.beginListing()).gone))
    _ = take(listing(folder), begun: tree.beginListing())
    let first = try #require(tree.changes(since: anchor.signature, anchor.place, limit: 10))
    #expect(first.isMore && first.changes.map(\.item?.entry.path) == [nil])
    let rest = try #require(tree.changes(since: first.signature, first.anchor, limit: 10))
    #expect(!rest.isMore && rest.changes.map(\.item?.entry.path) == [folder.path])
  }

  @Test func `what is changed here is reported after what the system has not asked for yet`() {
    let path = entry("a", "1").path
    _ = take(listing(entry("a", "1")), begun: tree.beginListing())
    let anchor = tree.anchor()
    func changes() -> [String?]? {
      tree.changes(since: anchor.signature, anchor.place, limit: 10)?.changes.map { $0.item?.entry.contentVersion }
    }
    tree.endChange([path], entry: entry("a", "2"))
    #expect(changes() == [])
    _ = take(listing(entry("a", "3")), begun: tree.beginListing())
    tree.endChange([path], entry: entry("a", "4"))
    #expect(changes() == ["\"3\"", "\"4\""])
    tree.endChange([path], removed: path)
    #expect(changes() == ["\"3\"", "\"4\"", nil])
    let asked = tree.anchor()
    _ = tree.changes(since: asked.signature, asked.place, limit: 10)
    tree.endChange([path], entry: entry("a", "5"))
    #expect(tree.anchor() == asked)
  }

  @Test(arguments: [false, true]) func `changes are asked for again where something was skipped`(isSkipped: Bool) {
    let path = entry("a", "1").path
    _ = take(listing(entry("a", "1")), begun: tree.beginListing())
    tree.update(.root) { $0.token = "old" }
    let begun = tree.beginListing()
    if isSkipped { tree.endChange([path], entry: entry("a", "2")) }
    let outcome = tree.take(SyncAnswer(removed: [path], token: "new"), of: .root, begun: begun)
    #expect(outcome.gone.isEmpty == isSkipped)
    #expect(tree.folder(.root)?.token == (isSkipped ? "old" : "new"))
  }

  @Test func `a folder is listed again where something was skipped`() {
    _ = take(listing(entry("a", "1")), begun: tree.beginListing())
    tree.update(.root) { $0.token = "old" }
    let begun = tree.beginListing()
    tree.endChange([entry("a", "2").path], entry: entry("a", "2"))
    _ = take(listing(), begun: begun)
    #expect(tree.folder(.root)?.token == nil)
  }
}
