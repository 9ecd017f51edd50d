import FileProviderStore
import Foundation
import Testing

@testable import FileProviderFileSystem

@Suite struct ViewTests {
  private func change(_ fixture: FileSystemFixture, _ body: (Transaction) throws(StoreError) -> Void) throws {
    try fixture.store.change(author: "test", body)
  }

  /// The working set is shown as links that lead to the items, each under a name of its own.
  @Test func `the working set is links`() throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("folder")
    let first = try #require(try fixture.makeFile("same", "1").item)
    let second = try #require(try fixture.makeFile("same", "2", in: folder).item)
    try change(fixture) { (transaction) throws(StoreError) in
      for id in [first, second] { try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array("red".utf8) } }
      try TreeEditor(transaction).changeMembership(of: second) { $0.favoriteRank = 1 }
    }
    let tag = try fixture.inode(".fileprovider/working-set/tags/red")
    #expect(try fixture.list(tag) == [".", "..", "same", "same (\(second))"])
    let link = try fixture.inode(".fileprovider/working-set/favorites/same")
    let target = try fixture.fileSystem.target(of: link, fixture.context)
    #expect(String(decoding: target, as: UTF8.self) == "../../../folder/same")
    #expect(try fixture.fileSystem.attributes(of: link, fixture.context).size == Int64(target.count))
    #expect(try fixture.list(try fixture.inode(".fileprovider/working-set/recents")) == [".", ".."])
  }

  @Test func `recents are in the order of their use, however long ago that was`() throws {
    let fixture = try FileSystemFixture()
    let times: [(name: String, time: Timestamp)] = [
      ("first", Timestamp(rawValue: .min)), ("last", Timestamp(rawValue: .max)), ("between", Timestamp(rawValue: 0)),
    ]
    for (name, time) in times {
      let id = try #require(try fixture.makeFile(name, "x").item)
      try change(fixture) { (transaction) throws(StoreError) in
        try TreeEditor(transaction).changeMembership(of: id) { $0.lastUsed = time }
      }
    }
    let recents = try fixture.inode(".fileprovider/working-set/recents")
    #expect(try fixture.list(recents) == [".", "..", "last", "between", "first"])
  }

  /// A name that a view would make up may be an item's own: still no two entries have one name.
  @Test func `a made up name may be taken`() throws {
    let fixture = try FileSystemFixture()
    let first = try #require(try fixture.makeFile("same", "1").item)
    let second = try #require(try fixture.makeFile("to be renamed", "2").item)
    let third = try #require(try fixture.makeFile("same", "3", in: try fixture.makeFolder("folder")).item)
    try fixture.rename("to be renamed", to: "same (\(third))")
    try change(fixture) { (transaction) throws(StoreError) in
      for id in [first, second, third] {
        try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array("red".utf8) }
      }
    }
    let tag = try fixture.inode(".fileprovider/working-set/tags/red")
    #expect(try fixture.list(tag) == [".", "..", "same", "same (\(third))", "same (\(third)) 2"])
  }

  /// `.fileprovider` is found by name and listed only when asked for.
  @Test(arguments: [true, false])
  func `the control folder`(_ isShown: Bool) throws {
    let fixture = try FileSystemFixture(options: { $0.showsControlFolder = isShown })
    #expect(try fixture.lookup(".fileprovider") != nil)
    #expect(try fixture.list(.root).contains(".fileprovider") == isShown)
    #expect(failure { try fixture.makeFolder(".fileprovider") } == .notPermitted)
  }

  /// `trashed`, as commands call it, is a link to `recently-deleted`: what walks without following links sees each item once.
  @Test func `the trashed items have two names`() throws {
    let fixture = try FileSystemFixture()
    let link = try fixture.inode(".fileprovider/working-set/trashed")
    let attributes = try fixture.fileSystem.attributes(of: link, fixture.context)
    let target = try fixture.fileSystem.target(of: link, fixture.context)
    #expect(String(decoding: target, as: UTF8.self) == "recently-deleted" && attributes.size == Int64(target.count))
    #expect(try fixture.list(try fixture.inode(".fileprovider/working-set")).contains("trashed"))
  }

  /// A user's trash appears with the first thing in it, and tells where things came from.
  @Test func `the trash is a view`() throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("a b")
    let id = try #require(try fixture.makeFile("100%.txt", "x", in: folder).item)
    #expect(try fixture.lookup(".Trash-7") == nil)
    try change(fixture) { (transaction) throws(StoreError) in try TreeEditor(transaction).trash(id, user: 7) }
    #expect(try fixture.list(.root).contains(".Trash-7"))
    #expect(try fixture.lookup(".Trash-8") == nil)
    #expect(try fixture.inode(".Trash-7/files/100%.txt") == InodeNumber(id))
    let info = try fixture.contents(".Trash-7/info/100%.txt.trashinfo")
    #expect(info.hasPrefix("[Trash Info]\nPath=a%20b/100%25.txt\nDeletionDate="))
    #expect(
      try fixture.lookup("..", in: try fixture.inode(".Trash-7/files"))?.inode == VirtualNode.trash(user: 7).inode)
    try fixture.unlink("100%.txt", in: try fixture.inode(".Trash-7/files"))
    #expect(try fixture.committed.item(id) == nil)
  }

  /// Where a domain has no trash, there is nothing to see.
  @Test func `a domain without trash`() throws {
    let fixture = try FileSystemFixture()
    try change(fixture) { (transaction) throws(StoreError) in try transaction.changeSetting("trash", to: "none") }
    #expect(try fixture.lookup(".Trash-0") == nil)
    let trash = VirtualNode.trashFiles(user: 0).inode
    #expect(failure { _ = try fixture.fileSystem.openDirectory(trash, fixture.context) } == .notSupported)
  }

  @Test func `stats.json is made when it is opened`() throws {
    let fixture = try FileSystemFixture()
    fixture.fileSystem.setReport { Array("{}".utf8) }
    #expect(try fixture.contents(".fileprovider/stats.json") == "{}")
  }
}
