import FileProviderStore
import Glibc
import Testing

@testable import FileProviderFileSystem

@Suite struct ChangeFollowerTests {
  private func notices(
    _ fixture: FileSystemFixture, author: String = "other", _ change: (Transaction) throws(StoreError) -> Void
  ) throws -> [KernelNotice] {
    let follower = try ChangeFollower(fixture.fileSystem, fixture.following)
    try fixture.store.change(author: author, change)
    var notices: [KernelNotice] = []
    try follower.advance(fixture.following) { notices += $0 }
    return notices
  }

  /// A name that is new is dropped first, then its folder: the other order leaves a listing under way stale.
  @Test func `a creation drops the name first`() throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("folder")
    let parent = try #require(folder.item)
    let notices = try notices(fixture) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).create(
        NewItem(parent: parent, name: try FileName("new"), kind: .file, mode: 0o644, owner: 0, group: 0))
    }
    #expect(notices.first == .name(parent: folder, name: FileName(unchecked: "new")))
    #expect(notices.contains(.node(folder)))
  }

  /// A renaming drops both names and both folders, and the item.
  @Test func `a move drops both names`() throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("folder")
    let file = try fixture.makeFile("file", "x")
    let (id, parent) = (try #require(file.item), try #require(folder.item))
    let notices = try notices(fixture) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(id, to: parent, name: try FileName("moved"))
    }
    let names = notices.prefix { if case .name = $0 { true } else { false } }
    #expect(
      Set(names) == [
        .name(parent: .root, name: FileName(unchecked: "file")),
        .name(parent: folder, name: FileName(unchecked: "moved")),
      ])
    #expect(Set(notices.dropFirst(names.count)) == [.node(file), .node(folder), .node(.root)])
  }

  /// What came through this mount is known to the kernel; a replica in the same process writes in another name.
  @Test func `own changes are not told`() throws {
    let fixture = try FileSystemFixture()
    let id = try #require(try fixture.makeFile("file", "x").item)
    #expect(
      try notices(fixture, author: "org.openfileprovider.mount") { (transaction) throws(StoreError) in
        try TreeEditor(transaction).delete(id)
      }.isEmpty)
    let other = try #require(try fixture.makeFile("other", "x").item)
    #expect(
      try notices(fixture, author: "remote") { (transaction) throws(StoreError) in
        try TreeEditor(transaction).delete(other)
      }
      .first == .name(parent: .root, name: FileName(unchecked: "other")))
  }

  /// A document that was just made and is not committed yet stays what it is when so much was changed that the log cannot tell it.
  @Test func `a new document outlives a lost log`() throws {
    let fixture = try FileSystemFixture(threads: ChangingThreads(commitsSoon: { true }))
    let follower = try ChangeFollower(fixture.fileSystem, fixture.following)
    let names = try (0..<1100).map { try FileName("other \($0)") }
    let other = try ItemStore(directory: fixture.directory, retention: 1)
    try other.change(author: "other") { (transaction) throws(StoreError) in
      for name in names {
        try TreeEditor(transaction).create(
          NewItem(parent: .root, name: name, kind: .file, mode: 0o644, owner: 0, group: 0))
      }
    }
    let (_, handle) = try fixture.create("own")
    var notices: [KernelNotice] = []
    try follower.advance(fixture.following) { notices += $0 }
    #expect(notices == [.everything])
    try fixture.write("text", to: handle)
    try fixture.close(handle)
    #expect(try fixture.contents("own") == "text")
  }

  /// The root's listing changes when a user's trash appears, whichever process put something there.
  @Test func `the trash appears`() throws {
    let fixture = try FileSystemFixture()
    let id = try #require(try fixture.makeFile("file", "x").item)
    #expect(
      try notices(fixture, author: "org.openfileprovider.mount") { (transaction) throws(StoreError) in
        try TreeEditor(transaction).trash(id, user: 0)
      } == [.node(.root)])
  }

  /// A name in the trash that the kernel may know is dropped when another process restores or deletes the item: the kernel keeps names that it
  /// moved there itself for ever.
  @Test func `a name in the trash is dropped`() throws {
    let fixture = try FileSystemFixture()
    let id = try #require(try fixture.makeFile("file", "x").item)
    let trash = try fixture.makeFolder(".Trash-0", as: 0)
    let files = try fixture.makeFolder("files", in: trash)
    try fixture.move("file", in: .root, to: "kept", in: files)
    let notices = try notices(fixture) { (transaction) throws(StoreError) in try TreeEditor(transaction).restore(id) }
    #expect(notices.contains(.name(parent: files, name: FileName(unchecked: "kept"))))
    #expect(
      notices.contains(.name(parent: VirtualNode.trashInfo(user: 0).inode, name: FileName(unchecked: "kept.trashinfo")))
    )
    #expect(notices.contains(.name(parent: .root, name: FileName(unchecked: "file"))))
  }

  /// The kernel knows a name that is cut in the trash as it is shown there.
  @Test func `a cut name in the trash is dropped`() throws {
    let fixture = try FileSystemFixture()
    let name = String(repeating: "n", count: 255)
    let id = try #require(try fixture.makeFile(name, "x").item)
    let files = VirtualNode.trashFiles(user: 0).inode
    fixture.fileSystem.trash.noteVisit(0)
    let notices = try notices(fixture) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).trash(id, user: 0)
    }
    #expect(notices.contains(.name(parent: files, name: TrashName.shown(FileName(unchecked: name), id))))
    #expect(!notices.contains(.name(parent: files, name: FileName(unchecked: name))))
  }

  /// An open document takes over what others change, and loses its name when they delete it.
  @Test func `open documents are refreshed`() throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("file")
    let id = try #require(inode.item)
    _ = try notices(fixture) { (transaction) throws(StoreError) in
      var changes = AttributeChanges()
      changes.mode = 0o600
      try transaction.setAttributes(changes, of: id)
    }
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).mode & 0o777 == 0o600)
    _ = try notices(fixture) { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(id) }
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).links == 0)
    try fixture.close(handle)
  }

  /// A reader of an open document sees contents that another process gives it; what a writer has written to a file wins when it is done.
  @Test(arguments: [false, true])
  func `contents are replaced while open`(_ isWriting: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let inode = try fixture.makeFile("file", "old")
    let id = try #require(inode.item)
    let handle = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context).handle
    if isWriting { try fixture.write("mine, longer", to: handle) }
    let made = try fixture.store.contents.create()
    let key = made.key
    #expect(write(made.number, "theirs", 6) == 6)
    made.keep()
    _ = try notices(fixture) { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: 6, modified: .now, of: id)
    }
    #expect(try fixture.read(handle) == (isWriting ? "mine, longer" : "theirs"))
    try fixture.close(handle)
    #expect(try fixture.contents("file") == (isWriting ? "mine, longer" : "theirs"))
    #expect(try fixture.lookup("file")?.size == (isWriting ? 12 : 6))
  }
}
