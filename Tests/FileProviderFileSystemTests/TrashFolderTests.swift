import FileProviderStore
import Foundation
import Glibc
import Testing

@testable import FileProviderFileSystem

/// `.Trash-UID` as programs use it: https://specifications.freedesktop.org/trash-spec/1.0/
@Suite struct TrashFolderTests {
  /// A file system in which user 0 has made a trash.
  private struct Stage {
    let fixture: FileSystemFixture
    let files: InodeNumber
    let info: InodeNumber
    let top: InodeNumber

    init(options: (inout FileSystemOptions) -> Void = { _ in }) throws {
      fixture = try FileSystemFixture(options: options)
      fixture.context.caller = Caller(user: 0, group: 0, process: 1)
      top = try fixture.makeFolder(".Trash-0")
      files = try fixture.makeFolder("files", in: top)
      info = try fixture.makeFolder("info", in: top)
    }

    var reader: StoreReader { fixture.committed }

    /// Writes a `.trashinfo` the way GLib does: reserved by an exclusive create for reading, replaced by a temporary file.
    func reserve(_ name: String, _ text: String) throws {
      let (_, opened) = try fixture.bytes(name + ".trashinfo") {
        try fixture.fileSystem.create($0, in: info, mode: 0o644, OpenMode(flags: O_RDONLY), fixture.context)
      }
      try fixture.close(opened.handle)
      let (_, handle) = try fixture.create(name + ".trashinfo.A1B2C3", in: info)
      try fixture.write(text, to: handle)
      try fixture.close(handle)
      try fixture.move(name + ".trashinfo.A1B2C3", in: info, to: name + ".trashinfo", in: info)
    }

    func readInfo(_ name: String) throws -> String { try fixture.contents(".Trash-0/info/\(name).trashinfo") }

    func entry(_ inode: InodeNumber) throws -> TrashEntry {
      let id = try #require(inode.item)
      return try #require(try reader.trashEntry(of: id))
    }
  }

  /// What GLib does, call by call: the name that was reserved, and the place and the date that were written, are the item's.
  @Test func `a program trashes`() throws {
    let stage = try Stage()
    let fixture = stage.fixture
    let folder = try fixture.makeFolder("a b")
    let item = try fixture.makeFolder("thing", in: folder)
    let text = "[Trash Info]\nPath=a%20b/thing\nDeletionDate=2021-02-03T04:05:06\n"
    try stage.reserve("thing.2", text)
    #expect(try stage.readInfo("thing.2") == text)
    #expect(failure { try stage.reserve("thing.2", "") } == .alreadyExists)
    let before = try stage.reader.generation()
    try fixture.move("thing", in: folder, to: "thing.2", in: stage.files)
    #expect(try fixture.inode(".Trash-0/files/thing.2") == item)
    #expect(try stage.readInfo("thing.2") == text)
    #expect(try fixture.list(stage.info) == [".", "..", "thing.2.trashinfo"])
    #expect(try fixture.list(folder) == [".", ".."])
    #expect(try stage.entry(item).originalParent == folder.item)
    #expect(try stage.entry(item).user == 0)
    let rows = try fixture.log(after: before)
    #expect(rows.count == 1 && rows[0].fields.contains(.trashed) && rows[0].parent == .trash && rows[0].isMember)
  }

  /// A rename out of the trash restores to the place it names, in one change, and the info can be removed afterwards.
  @Test func `a program restores`() throws {
    let stage = try Stage()
    let fixture = stage.fixture
    let item = try fixture.makeFile("file", "x")
    try fixture.move("file", in: .root, to: "file", in: stage.files)
    let place = try fixture.makeFolder("place")
    let before = try stage.reader.generation()
    try fixture.move("file", in: stage.files, to: "new name", in: place)
    #expect(try fixture.log(after: before).count == 1)
    #expect(try fixture.inode("place/new name") == item)
    #expect(try stage.reader.trashEntry(of: try #require(item.item)) == nil)
    #expect(try stage.reader.membership(of: try #require(item.item)) == nil)
    // It is not listed any more, and still there for the program that removes it next; then it is gone.
    #expect(try fixture.list(stage.info) == [".", ".."])
    try fixture.unlink("file.trashinfo", in: stage.info)
    #expect(failure { try fixture.unlink("file.trashinfo", in: stage.info) } == .noEntry)
  }

  /// A restored item replaces what has its name, unless the program asked that nothing be replaced.
  @Test func `restoring over something`() throws {
    let stage = try Stage()
    let fixture = stage.fixture
    let item = try fixture.makeFile("file", "old")
    try fixture.move("file", in: .root, to: "file", in: stage.files)
    try fixture.makeFile("file", "new")
    try fixture.makeFolder("folder")
    #expect(failure { try fixture.move("file", in: stage.files, to: "file", in: .root, .failing) } == .alreadyExists)
    #expect(failure { try fixture.move("file", in: stage.files, to: "folder", in: .root) } == .isFolder)
    try fixture.move("file", in: stage.files, to: "file", in: .root)
    #expect(try fixture.inode("file") == item)
    #expect(try fixture.contents("file") == "old")
  }

  /// A `.trashinfo` that is damaged, foreign or leads outside loses nothing: the item keeps its real place.
  @Test(arguments: [
    "", "\n", "Path=other/x\n", "[Trash Info]\n", "[Trash Info]\nPath=\n", "[Trash Info]\nPath=/etc/passwd\n",
    "[Trash Info]\nPath=../../etc/passwd\n", "[Trash Info]\nPath=other/../x\n", "[Trash Info]\nPath=other//x\n",
    "[Trash Info]\nPath=other/%2e%2e/x\n", "[Trash Info]\nPath=other/%zz\n", "[Trash Info]\nPath=other/%4\n",
    "[Trash Info]\nPath=nowhere/x\n", "[Trash Info]\nPath=file in the way/x\n",
    "[Trash Info]\nPath=.Trash-0/files/x\n", "[Trash Info]\nPath=other/a%00b\n", "[Other]\nPath=other/x\n",
    "[Trash Info]\n[Other]\nPath=other/x\n", "[Trash Info]\nPath=/damaged\nPath=other/x\n",
    "[Trash Info]\nPath=\(String(repeating: "n/", count: 5000))x\n",
    "[Trash Info]\nDeletionDate=2021-13-41T99:99:99\n", "[Trash Info]\nDeletionDate=9999-01-01T00:00:00\n",
  ])
  func `a damaged info`(_ text: String) throws {
    let stage = try Stage()
    let fixture = stage.fixture
    let folder = try fixture.makeFolder("folder")
    try fixture.makeFolder("other")
    try fixture.makeFile("file in the way", "")
    let item = try fixture.makeFile("item", "x", in: folder)
    try stage.reserve("name", text)
    try fixture.move("item", in: folder, to: "name", in: stage.files)
    let entry = try stage.entry(item)
    #expect((entry.originalParent, entry.originalName.spelling) == (folder.item, "item"))
    #expect(entry.originalPath == "folder/item")
    #expect(abs(entry.date.rawValue - Timestamp.now.rawValue) < 60_000_000_000)
    #expect(try stage.readInfo("name").hasPrefix("[Trash Info]\nPath=folder/item\nDeletionDate="))
  }

  @Test(arguments: [
    "[Trash Info]\r\nPath=other/ä%C3%BC%25\r\nDeletionDate=2021-02-03T04:05:06\r\n",
    "[Trash Info]\nComment=1\n DeletionDate = 2021-02-03T04:05:06\n\nPath = other/%c3%a4%C3%bc%25\nPath=elsewhere",
  ])
  func `what other programs write differently and still means something`(_ text: String) throws {
    let stage = try Stage()
    let folder = try stage.fixture.makeFolder("other")
    let item = try stage.fixture.makeFile("item", "x")
    try stage.reserve("item", text)
    try stage.fixture.move("item", in: .root, to: "item", in: stage.files)
    let entry = try stage.entry(item)
    #expect((entry.originalParent, entry.originalName.spelling) == (folder.item, "äü%"))
    #expect(TrashInfo.localTime(entry.date) == "2021-02-03T04:05:06")
  }

  /// A date in the future would protect an item for ever from programs that delete old items, so it is not accepted.
  @Test func `a date to come is now`() throws {
    let stage = try Stage()
    let item = try stage.fixture.makeFile("item", "x")
    try stage.reserve("item", "[Trash Info]\nPath=item\nDeletionDate=2200-01-01T00:00:00\n")
    try stage.fixture.move("item", in: .root, to: "item", in: stage.files)
    #expect(try stage.entry(item).date <= .now)
  }

  /// Names in the trash are different for all users, so a reservation fails where another user's item has the name; and nothing
  /// in the trash is ever replaced.
  @Test func `taken names`() throws {
    let stage = try Stage()
    let fixture = stage.fixture
    for name in ["one", "two", "three"] { try fixture.makeFile(name, name) }
    let other = try #require(try fixture.inode("two").item)
    try fixture.move("one", in: .root, to: "one", in: stage.files)
    try fixture.store.change(author: "test") { (transaction) throws(StoreError) in
      try TreeEditor(transaction).trash(other, user: 7)
    }
    for name in ["one", "two"] {
      #expect(failure { try stage.reserve(name, "") } == .alreadyExists)
      #expect(failure { try fixture.move("three", in: .root, to: name, in: stage.files) } == .alreadyExists)
    }
    #expect(try fixture.list(stage.files) == [".", "..", "one"])
    #expect(try fixture.list(try fixture.inode(".Trash-7/files")) == [".", "..", "two"])
    #expect(try fixture.lookup("two", in: stage.files) == nil)
    #expect(try fixture.contents("three") == "three")
  }

  /// Programs that remove the info first, or only the info, find the item where it was.
  @Test func `the info goes first`() throws {
    let stage = try Stage()
    let fixture = stage.fixture
    let item = try #require(try fixture.makeFile("item", "x").item)
    try fixture.move("item", in: .root, to: "item", in: stage.files)
    try fixture.unlink("item.trashinfo", in: stage.info)
    #expect(try fixture.list(stage.info) == [".", ".."])
    #expect(failure { _ = try stage.readInfo("item") } == .noEntry)
    // On any disk the next program would overwrite the item now.
    #expect(failure { try stage.reserve("item", "") } == .alreadyExists)
    #expect(try stage.reader.trashEntry(of: item)?.originalPath == "item")
    try fixture.unlink("item", in: stage.files)
    #expect(try stage.reader.item(item) == nil)
    #expect(try fixture.lookup("item.trashinfo", in: stage.info) == nil)
  }

  /// Until it is deleted it is in the trash, and nowhere else.
  @Test func `GNOME moves what it deletes into expunged`() throws {
    let stage = try Stage()
    let fixture = stage.fixture
    let folder = try fixture.makeFolder("folder")
    try fixture.makeFile("below", "x", in: folder)
    try fixture.move("folder", in: .root, to: "folder", in: stage.files)
    let expunged = try fixture.makeFolder("expunged", in: stage.top)
    #expect(failure { try fixture.makeFolder("expunged", in: stage.top) } == .alreadyExists)
    try fixture.move("folder", in: stage.files, to: "123", in: expunged)
    try fixture.unlink("folder.trashinfo", in: stage.info)
    #expect(try fixture.list(stage.files) == [".", ".."])
    #expect(try fixture.list(stage.info) == [".", ".."])
    #expect(try fixture.inode(".Trash-0/expunged/123") == folder)
    #expect(failure { try fixture.removeFolder("123", in: expunged) }?.rawValue == ENOTEMPTY)
    #expect(try stage.entry(folder).originalPath == "folder")
    try fixture.unlink("below", in: folder)
    try fixture.removeFolder("123", in: expunged)
    #expect(try stage.reader.item(try #require(folder.item)) == nil)
    #expect(try fixture.list(expunged) == [".", ".."])
  }

  @Test(arguments: ["n", "ü", "👩‍👩‍👧"])
  func `the longest names leave no room for .trashinfo; they are shown shortened, and come back whole`(_ unit: String)
    throws
  {
    let stage = try Stage()
    let fixture = stage.fixture
    var name = String(repeating: unit, count: 251 / unit.utf8.count)
    name += String(repeating: "x", count: 251 - name.utf8.count) + ".txt"
    let item = try fixture.makeFile(name, "x")
    let id = try #require(item.item)
    try fixture.store.change(author: "test") { (transaction) throws(StoreError) in
      try TreeEditor(transaction).trash(id, user: 0)
    }
    let shown = try #require(try fixture.list(stage.files).last)
    #expect(shown.hasSuffix(" (\(id)).txt") && shown.utf8.count <= 245)
    #expect(try fixture.list(stage.info).last == shown + ".trashinfo")
    #expect(try stage.readInfo(shown).contains("Path=" + TrashInfo.encoded(name) + "\n"))
    #expect(try fixture.inode(".Trash-0/files/" + shown) == item)
    try fixture.move(shown, in: stage.files, to: name, in: .root)
    #expect(try fixture.inode(name) == item)
  }

  @Test func `every odd byte is written in a way that comes back the same`() throws {
    let stage = try Stage()
    let fixture = stage.fixture
    for name in ["a\nb", "100%", "%41", "\"'\\", "ü\u{308}", "\u{1}\u{7f}", " ", "[Trash Info]", "x.trashinfo", "-rf"] {
      let item = try fixture.makeFile(name, "x")
      try stage.reserve(name, "[Trash Info]\nPath=\(TrashInfo.encoded(name))\nDeletionDate=2021-02-03T04:05:06\n")
      try fixture.move(name, in: .root, to: name, in: stage.files)
      #expect(try stage.entry(item).originalName.spelling.isIdentical(to: name))
      #expect(try fixture.inode(".Trash-0/files/" + name) == item)
      #expect(try stage.readInfo(name).contains("T04:05:06"))
    }
  }

  @Test func `what makes no sense is refused, and changes nothing`() throws {
    let stage = try Stage()
    let fixture = stage.fixture
    let folder = try fixture.makeFolder("folder")
    try fixture.makeFile("below", "x", in: folder)
    try fixture.move("folder", in: .root, to: "folder", in: stage.files)
    let before = try stage.reader.generation()
    #expect(failure { try fixture.makeFile("new", "x", in: stage.files) } == .notPermitted)
    #expect(failure { try fixture.makeFolder("new", in: stage.files) } == .notPermitted)
    #expect(failure { try fixture.makeFolder("new", in: stage.info) } == .notPermitted)
    #expect(failure { try fixture.makeFolder("other", in: stage.top) } == .notPermitted)
    #expect(failure { try fixture.makeFolder("files", in: stage.top) } == .alreadyExists)
    #expect(failure { try fixture.makeFolder(".Trash-0") } == .alreadyExists)
    #expect(failure { try fixture.move("below", in: folder, to: "below", in: stage.files) } == .notPermitted)
    #expect(failure { try fixture.move("folder", in: stage.files, to: "x", in: folder) } == .notPermitted)
    #expect(failure { try fixture.move("folder", in: stage.files, to: "x", in: stage.info) } == .notPermitted)
    #expect(failure { try fixture.move("below", in: folder, to: "x", in: stage.info) }?.rawValue == EXDEV)
    #expect(failure { try fixture.move("folder", in: stage.files, to: "x", in: .root, .exchanging) } == .invalid)
    #expect(failure { try fixture.move(".Trash-0", in: .root, to: "x", in: .root) } == .readOnly)
    #expect(failure { try fixture.removeFolder("folder", in: stage.files) }?.rawValue == ENOTEMPTY)
    #expect(failure { try fixture.removeFolder(".Trash-0") }?.rawValue == ENOTEMPTY)
    #expect(failure { try fixture.removeFolder("files", in: stage.top) }?.rawValue == ENOTEMPTY)
    #expect(failure { try fixture.unlink("folder", in: stage.files) } == .isFolder)
    #expect(failure { try fixture.move("no", in: stage.files, to: "x", in: .root) } == .noEntry)
    let info = try fixture.inode(".Trash-0/info/folder.trashinfo")
    for flags in [O_RDWR, O_TRUNC] {
      #expect(
        failure { _ = try fixture.fileSystem.open(info, OpenMode(flags: flags), fixture.context) } == .notPermitted)
    }
    #expect(try stage.reader.generation() == before)
  }

  /// A name in the trash can be changed; where the item came from stays.
  @Test func `renaming in the trash`() throws {
    let stage = try Stage()
    let item = try stage.fixture.makeFile("item", "x")
    try stage.fixture.move("item", in: .root, to: "item", in: stage.files)
    try stage.fixture.move("item", in: stage.files, to: "renamed", in: stage.files)
    #expect(try stage.fixture.list(stage.info) == [".", "..", "renamed.trashinfo"])
    #expect(try stage.entry(item).originalPath == "item")
  }

  @Test func `programs check the mode of the folders, and that no other user has access`() throws {
    let stage = try Stage()
    for inode in [stage.top, stage.files, stage.info] {
      let node = try stage.fixture.fileSystem.attributes(of: inode, stage.fixture.context)
      #expect(node.mode == UInt32(S_IFDIR) | 0o700 && node.owner == 0)
      var request = AttributeRequest()
      request.mode = 0o700
      _ = try stage.fixture.fileSystem.setAttributes(of: inode, handle: nil, request, stage.fixture.context)
      request.mode = 0o755
      #expect(
        failure {
          _ = try stage.fixture.fileSystem.setAttributes(of: inode, handle: nil, request, stage.fixture.context)
        } == .notPermitted)
    }
  }

  @Test func `the memory that programs can fill with files in info is bounded`() throws {
    let stage = try Stage()
    let fixture = stage.fixture
    let (inode, handle) = try fixture.create("x.trashinfo", in: stage.info)
    #expect(failure { try fixture.write("x", to: handle, at: 16_384) }?.rawValue == EFBIG)
    try fixture.write("x", to: handle, at: 16_383)
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == 16_384)
    try fixture.unlink("x.trashinfo", in: stage.info)
    // What is open is there until it is closed, without a name.
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).links == 0)
    #expect(try fixture.read(handle).utf8.count == 16_384)
    try fixture.close(handle)
    #expect(failure { _ = try fixture.fileSystem.attributes(of: inode, fixture.context) } == .stale)
    var refused: ErrorNumber?
    for number in 0..<10_000 where refused == nil {
      refused = failure { try fixture.close(try fixture.create("\(number).trashinfo", in: stage.info).1) }
    }
    #expect(refused?.rawValue == ENOSPC)
    for name in ["1.trashinfo", "2.trashinfo"] { try fixture.unlink(name, in: stage.info) }
    try stage.reserve("another", "")
  }

  /// The folders appear as they are made, or all with the first item, and go with `rmdir`.
  @Test func `the folders come and go`() throws {
    let fixture = try FileSystemFixture()
    fixture.context.caller = Caller(user: 0, group: 0, process: 1)
    #expect(try fixture.lookup(".Trash-0") == nil)
    #expect(try fixture.lookup(".Trash") == nil)
    #expect(failure { try fixture.makeFolder(".Trash-0", as: 7) } == .notPermitted)
    let trash = try fixture.makeFolder(".Trash-0")
    #expect(try fixture.list(.root) == [".", "..", ".Trash-0"])
    // Programs that find no `info` make it, and take it for a failure that it is there meanwhile.
    #expect(try fixture.list(trash) == [".", ".."])
    try fixture.makeFolder("info", in: trash)
    #expect(try fixture.list(trash) == [".", "..", "info"])
    #expect(failure { try fixture.removeFolder(".Trash-0") }?.rawValue == ENOTEMPTY)
    try fixture.removeFolder("info", in: trash)
    try fixture.removeFolder(".Trash-0")
    #expect(try fixture.list(.root) == [".", ".."])
    #expect(failure { try fixture.removeFolder(".Trash-0") } == .noEntry)
  }

  /// A trash that the command made is whole, and stays as long as programs may have to remove something in it.
  @Test func `the folders stay`() throws {
    let fixture = try FileSystemFixture()
    let id = try #require(try fixture.makeFile("item", "x").item)
    try fixture.store.change(author: "test") { (transaction) throws(StoreError) in
      try TreeEditor(transaction).trash(id, user: 0)
    }
    let trash = try fixture.inode(".Trash-0")
    #expect(try fixture.list(trash) == [".", "..", "files", "info"])
    try fixture.unlink("item", in: try fixture.inode(".Trash-0/files"))
    try fixture.unlink("item.trashinfo", in: try fixture.inode(".Trash-0/info"))
    for name in ["files", "info"] { try fixture.removeFolder(name, in: trash) }
    try fixture.removeFolder(".Trash-0")
    #expect(try fixture.lookup(".Trash-0") == nil)
  }

  /// A user without write permission in the root still has a trash.
  @Test func `the trash of who may not write the root`() throws {
    let fixture = try FileSystemFixture()
    #expect(try fixture.lookup(".Trash-1000")?.owner == 1000)
    #expect(try fixture.list(.root) == [".", ".."])
    try fixture.makeFolder("info", in: try fixture.inode(".Trash-1000"))
    #expect(try fixture.list(.root) == [".", "..", ".Trash-1000"])
    #expect(try fixture.lookup(".Trash-1001") == nil)
    let open = try FileSystemFixture()
    var request = AttributeRequest()
    request.mode = 0o1777
    _ = try open.fileSystem.setAttributes(of: .root, handle: nil, request, open.context)
    #expect(try open.lookup(".Trash-1000") == nil)
  }

  /// Where a domain has no trash, making one says so, and desktops offer to delete for good.
  @Test func `a domain without trash`() throws {
    let fixture = try FileSystemFixture()
    try fixture.store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeSetting("trash", to: "none")
    }
    #expect(failure { try fixture.makeFolder(".Trash-0", as: 0) } == .notSupported)
    #expect(try fixture.lookup(".Trash-1000") == nil)
    #expect(try fixture.list(.root) == [".", ".."])
  }

  @Test
  func `with rm_to_trash deleting trashes, what is deleted in the trash is gone, and a folder must be empty as ever`()
    throws
  {
    let fixture = try FileSystemFixture(options: { $0.removesToTrash = true })
    let folder = try fixture.makeFolder("folder")
    let (file, handle) = try fixture.create("file", in: folder)
    #expect(failure { try fixture.removeFolder("folder") }?.rawValue == ENOTEMPTY)
    #expect(failure { try fixture.unlink("folder") } == .isFolder)
    try fixture.unlink("file", in: folder)
    try fixture.removeFolder("folder")
    // What is written to an open document now is written to the trashed one.
    try fixture.write("text", to: handle)
    try fixture.close(handle)
    #expect(try fixture.list(.root) == [".", "..", ".Trash-1000"])
    let files = try fixture.inode(".Trash-1000/files")
    #expect(Set(try fixture.list(files)) == [".", "..", "file", "folder"])
    #expect(try fixture.contents(".Trash-1000/files/file") == "text")
    try fixture.move("folder", in: files, to: "folder", in: .root)
    try fixture.move("file", in: files, to: "file", in: folder)
    try fixture.store.change(author: "test") { (transaction) throws(StoreError) in
      if let id = folder.item { try TreeEditor(transaction).trash(id, user: 1000) }
    }
    try fixture.unlink("file", in: folder)
    try fixture.removeFolder("folder", in: files)
    #expect(try fixture.committed.item(try #require(file.item)) == nil)
    #expect(try fixture.list(files) == [".", ".."])
  }

  @Test func `a mount for reading shows the trash and changes nothing in it`() throws {
    let fixture = try FileSystemFixture(options: { $0.isReadOnly = true })
    try fixture.store.change(author: "test") { (transaction) throws(StoreError) in
      let item = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: try FileName("item"), kind: .file, mode: 0o644, owner: 0, group: 0))
      try TreeEditor(transaction).trash(item.id, user: 1000)
    }
    let files = try fixture.inode(".Trash-1000/files")
    #expect(try fixture.list(files) == [".", "..", "item"])
    #expect(failure { try fixture.unlink("item", in: files) } == .readOnly)
    #expect(failure { try fixture.move("item", in: files, to: "item", in: .root) } == .readOnly)
    #expect(failure { try fixture.makeFolder(".Trash-0", as: 0) } == .readOnly)
    let info = try fixture.inode(".Trash-1000/info")
    #expect(failure { _ = try fixture.create("x.trashinfo", in: info) } == .readOnly)
  }
}
