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

  private func take(_ listing: FolderListing, begun: UInt64) -> KnownTree.Outcome {
    tree.take(listing, of: .root, begun: begun, interval: 5)
  }

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
}
