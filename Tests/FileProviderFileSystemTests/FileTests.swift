import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderFileSystem

@Suite struct FileTests {
  /// However many writes there are, the log has one row for the document's creation, one for what is written first if that is small, and one for the rest.
  @Test(arguments: [true, false]) func `a writer leaves one row`(_ isSmall: Bool) throws {
    let fixture = try FileSystemFixture()
    let before = try fixture.committed.generation()
    let (_, handle) = try fixture.create("file")
    let text = String(repeating: "x", count: isSmall ? 10 : 4096)
    for index in 0..<10 { try fixture.write(text, to: handle, at: Int64(index * text.utf8.count)) }
    try fixture.close(handle)
    let rows = try fixture.log(after: before)
    #expect(rows.map(\.event) == (isSmall ? [.create, .update, .update] : [.create, .update]))
    #expect(rows.last?.fields == .contents)
    #expect(try fixture.lookup("file")?.size == Int64(10 * text.utf8.count))
  }

  /// While a document is open its size is right at once, for everybody.
  @Test func `size is right while open`() throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("file")
    try fixture.write("hello", to: handle)
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == 5)
    #expect(try fixture.lookup("file")?.size == 5)
    #expect(try fixture.contents("file") == "hello")
    try fixture.close(handle)
    #expect(try fixture.contents("file") == "hello")
  }

  /// The times that a program sees before it closes a file are those it sees after: `git` relies on it.
  @Test func `times do not move when a file is closed`() throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("file")
    try fixture.write("hello", to: handle)
    let open = try fixture.fileSystem.attributes(of: inode, fixture.context)
    try fixture.close(handle)
    let closed = try fixture.fileSystem.attributes(of: inode, fixture.context)
    #expect(open.modified == closed.modified)
    #expect(open.changed == closed.changed)
  }

  /// A time that is set after writing stays when the file is closed: `cp -p` and `tar` rely on it.
  @Test func `a time that is set stays`() throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("file")
    try fixture.write("hello", to: handle)
    var request = AttributeRequest()
    request.modified = .at(Timestamp(seconds: 1, nanoseconds: 2))
    let set = try fixture.fileSystem.setAttributes(of: inode, handle: handle, request, fixture.context)
    #expect(set.modified == Timestamp(seconds: 1, nanoseconds: 2))
    #expect(set.size == 5)
    try fixture.close(handle)
    #expect(try fixture.lookup("file")?.modified == Timestamp(seconds: 1, nanoseconds: 2))
  }

  /// A document that is unlinked or replaced while it is open stays usable for the programs that have it open.
  @Test(arguments: [true, false])
  func `an open file outlives its name`(_ byRename: Bool) throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("file")
    try fixture.write("hello", to: handle)
    if byRename {
      try fixture.makeFile("other", "new")
      try fixture.rename("other", to: "file")
      #expect(try fixture.contents("file") == "new")
    } else {
      try fixture.unlink("file")
      #expect(try fixture.lookup("file") == nil)
    }
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).links == 0)
    try fixture.write(" world", to: handle, at: 5)
    #expect(try fixture.read(handle) == "hello world")
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == 11)
    var request = AttributeRequest()
    request.mode = 0o600
    #expect(
      try fixture.fileSystem.setAttributes(of: inode, handle: handle, request, fixture.context).mode & 0o777 == 0o600)
    try fixture.close(handle)
    fixture.fileSystem.forget(inode, answers: 1)
    #expect(failure { _ = try fixture.fileSystem.attributes(of: inode, fixture.context) } == .stale)
  }

  @Test func `truncating sets size and time, open or not`() throws {
    let fixture = try FileSystemFixture()
    let inode = try fixture.makeFile("file", "hello world")
    let before = try fixture.fileSystem.attributes(of: inode, fixture.context)
    var request = AttributeRequest()
    request.size = 5
    let after = try fixture.fileSystem.setAttributes(of: inode, handle: nil, request, fixture.context)
    #expect(after.size == 5)
    #expect(after.modified > before.modified)
    #expect(try fixture.contents("file") == "hello")
    let opened = try fixture.fileSystem.open(inode, OpenMode(flags: O_WRONLY | O_TRUNC), fixture.context)
    try fixture.close(opened.handle)
    #expect(try fixture.lookup("file")?.size == 0)
  }

  /// A document made without contents gets a content file when it is first written.
  @Test func `contents come with the first writer`() throws {
    let fixture = try FileSystemFixture()
    let inode = try fixture.bytes("node") {
      try fixture.fileSystem.make(.file, $0, in: .root, mode: 0o600, fixture.context).inode
    }
    #expect(try fixture.contents("node") == "")
    let opened = try fixture.fileSystem.open(inode, OpenMode(flags: O_WRONLY), fixture.context)
    try fixture.write("text", to: opened.handle)
    try fixture.close(opened.handle)
    #expect(try fixture.contents("node") == "text")
  }

  /// A write by a program without privileges removes set-user-ID; a write by root does not.
  @Test(arguments: [(UInt32(1000), UInt32(0o755)), (0, 0o4755)])
  func `writing drops privileges`(_ user: UInt32, _ expected: UInt32) throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("file", mode: 0o4755)
    fixture.context.caller = Caller(user: user, group: 0, process: 1)
    try fixture.write("x", to: handle)
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).mode & 0o7777 == expected)
    try fixture.close(handle)
  }

  /// `chown(-1, -1)` takes set-user-ID off, so it is the owner's to ask for. The kernel asks for the same when another user's program writes.
  @Test(arguments: [O_RDONLY, O_RDWR]) func `another user takes privileges off by writing alone`(flags: Int32) throws {
    let fixture = try FileSystemFixture()
    let (inode, made) = try fixture.create("file", mode: 0o4755)
    try fixture.close(made)
    let handle = try fixture.open("file", flags)
    fixture.context.caller = Caller(user: 2000, group: 2000, process: 1)
    let error = failure {
      _ = try fixture.fileSystem.setAttributes(of: inode, handle: nil, AttributeRequest(), fixture.context)
    }
    let mode = try fixture.fileSystem.attributes(of: inode, fixture.context).mode & 0o7777
    let isRefused = flags == O_RDONLY
    #expect(error == (isRefused ? .notPermitted : nil))
    #expect(mode == (isRefused ? 0o4755 : 0o755))
    try fixture.close(handle)
  }

  /// Written contents are in the store after a crash, although no program closed the file.
  @Test(arguments: [true, false]) func `a dead writers size is found again`(_ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    let (inode, handle) = try fixture.create("file")
    let before = try fixture.committed.generation()
    try fixture.write("hello", to: handle)
    // As if the process had died: the next one finds its mark, and no process that holds it.
    let marks = fixture.directory.appendingPathComponent("writers")
    for name in try FileManager.default.contentsOfDirectory(atPath: marks.path) {
      try FileManager.default.removeItem(at: marks.appendingPathComponent(name))
    }
    try fixture.store.reconcileWriters(author: "test")
    #expect(try fixture.committed.resolve("file")?.size == 5)
    let (id, rows) = (try #require(inode.item), try fixture.log(after: before))
    #expect(rows.map(\.item) == (makesFiles ? [id, id] : [id]))
  }

  /// The background compares documents with the disk; one that is opened before that is compared then.
  @Test func `the kernel looks up again what has another size on the disk than it knows`() throws {
    let place = try TestDirectory()
    do {
      let fixture = try FileSystemFixture(makesFiles: true, in: place)
      try fixture.makeFile("file", "hello")
      try fixture.store.finishHousekeeping()
    }
    let fixture = try FileSystemFixture(in: place)
    let content = try #require(try fixture.content("file"))
    do {
      let file = try fixture.store.contents.open(content, flags: O_WRONLY)
      try #require(pwrite(file.number, " world", 6, 5) == 6)
    }
    let follower = try ChangeFollower(fixture.fileSystem, fixture.following)
    let before = try fixture.committed.generation()
    #expect(failure { _ = try fixture.open("file", O_RDONLY) } == .stale)
    #expect(try fixture.log(after: before).count == 1)
    #expect(try fixture.committed.resolve("file")?.size == 11)
    try fixture.close(try fixture.open("file", O_RDWR))
    var notices: [KernelNotice] = []
    try follower.advance(fixture.following) { notices += $0 }
    #expect(notices.contains(.node(try fixture.inode("file"))))
  }

  /// The kernel takes all that it has of a mapping for written, however few bytes the answer names. A disk that is full may have room a moment later.
  @Test(arguments: [(true, 1), (true, 100), (false, 1)])
  func `a mapping is written whole, or fails`(_ isCached: Bool, _ failures: Int) throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let inode = try fixture.makeFile("file", "x")
    let state = Mutex((room: 4096, failures: failures))
    let calls = SystemCalls(splice: { pipe, file, offset, length in
      let length = state.withLock { state in
        if state.room == 0 {
          state.failures -= 1
          if state.failures >= 0 { return 0 }
          return length
        }
        defer { state.room = max(0, state.room - length) }
        return min(state.room, length)
      }
      var buffer = [UInt8](repeating: 0, count: max(length, 1))
      errno = ENOSPC
      return length > 0 && read(pipe, &buffer, length) == length ? pwrite(file, buffer, length, off_t(offset)) : -1
    })
    let fileSystem = FileSystem(store: fixture.store, source: nil, options: FileSystemOptions(), systemCalls: calls)
    let handle = try fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context).handle
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try #require(write(ends[1], bytes, 10_000) == 10_000)
    let result = Result { () throws(ErrorNumber) in
      try fileSystem.write(.pipe(ends[0], count: 10_000), to: handle, at: 0, isCached: isCached, fixture.context)
    }
    try fileSystem.release(handle, fixture.context)
    guard isCached else { return #expect(result == .success(4096)) }
    #expect(result == (failures == 1 ? .success(10_000) : .failure(.noSpace)))
    if failures == 1 { #expect(try fixture.contents("file") == String(decoding: bytes, as: UTF8.self)) }
  }

  @Test func `extended attributes: the domain's own, those that can only be read, and any other`() throws {
    let fixture = try FileSystemFixture()
    let inode = try fixture.makeFile("file", "x")
    let fileSystem = fixture.fileSystem
    let context = fixture.context
    func get(_ name: String) throws -> String {
      String(decoding: try fileSystem.extendedAttribute(name, of: inode, context), as: UTF8.self)
    }
    func set(_ name: String, _ value: String, _ mode: FileSystem.AttributeMode = .any) throws {
      try fileSystem.setExtendedAttribute(name, to: Array(value.utf8), mode, of: inode, context)
    }
    try set("user.note", "mine")
    try set("user.xdg.tags", "red,blue")
    try set("user.fileprovider.favorite-rank", "3")
    #expect(try get("user.note") == "mine")
    #expect(try get("user.xdg.tags") == "red,blue")
    #expect(try get("user.fileprovider.favorite-rank") == "3")
    #expect(try get("user.fileprovider.state") == "local")
    #expect(try get("user.fileprovider.identifier") == String(inode.rawValue))
    #expect(
      Set(try fileSystem.extendedAttributeNames(of: inode, context))
        == ["user.note", "user.xdg.tags", "user.fileprovider.favorite-rank"])
    #expect(failure { try set("user.note", "x", .creating) } == .alreadyExists)
    #expect(failure { try set("user.other", "x", .replacing) } == .noAttribute)
    #expect(failure { try set("user.fileprovider.state", "x") } == .notPermitted)
    #expect(failure { try set("user.fileprovider.pinned", "maybe") } == .invalid)
    #expect(failure { try set("security.selinux", "x") } == .notSupported)
    #expect(failure { _ = try get("user.none") } == .noAttribute)
    try fileSystem.removeExtendedAttribute("user.xdg.tags", of: inode, context)
    #expect(failure { _ = try get("user.xdg.tags") } == .noAttribute)
  }

  /// What the card in a file says is read from it. It is not listed, so that copies do not try to set it.
  @Test func `attributes of a contact are read from its card, and never listed, set or removed`() throws {
    let fixture = try FileSystemFixture()
    let (fileSystem, context) = (fixture.fileSystem, fixture.context)
    func card(_ lines: String...) -> String {
      (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }
    func get(_ word: String, of inode: InodeNumber) -> String? {
      let value = try? fileSystem.extendedAttribute("user.contact." + word, of: inode, context)
      return value.map { String(decoding: $0, as: UTF8.self) }
    }
    let anna = card(
      "FN:Anna\\, Baker", "EMAIL;TYPE=HOME:anna@example.com", "item1.email:a@b", "TEL:1 2",
      "TEL;VALUE=uri:tel:+1-555")
    let inode = try fixture.makeFile("Anna.VCF", anna)
    #expect(get("name", of: inode) == "Anna, Baker")
    #expect(get("email", of: inode) == "anna@example.com\na@b")
    #expect(get("telephone", of: inode) == "1 2\n+1-555")
    #expect(get("other", of: inode) == nil)
    #expect(try fileSystem.extendedAttributeNames(of: inode, context) == [])
    for name in ["user.contact.name", "user.contact.email", "user.contact.telephone"] {
      #expect(failure { try fileSystem.setExtendedAttribute(name, to: [1], .any, of: inode, context) } == .notPermitted)
      #expect(failure { try fileSystem.removeExtendedAttribute(name, of: inode, context) } == .notPermitted)
    }
    let plain = try fixture.makeFile("plain.vcf", card("N:Baker;Anna;;Dr.;"))
    #expect(get("name", of: plain) == "Dr. Anna Baker" && get("email", of: plain) == nil)
    let others = [
      ("anna.txt", anna), (".anna.vcf", anna), ("two.vcf", anna + anna), ("broken.vcf", "BEGIN:VCARD"),
      ("empty.vcf", ""),
      ("group.vcf", card("FN:Club", "X-ADDRESSBOOKSERVER-KIND:group")),
    ]
    for (name, contents) in others { #expect(get("name", of: try fixture.makeFile(name, contents)) == nil, "\(name)") }
    #expect(get("name", of: try fixture.makeFolder("folder.vcf")) == nil)
  }

  /// Files that are no cards by their name have any attributes. Those of a card are what it says, whatever was stored before.
  @Test func `attributes named as those of a contact are ordinary ones of files without the suffix of cards`() throws {
    let fixture = try FileSystemFixture()
    let (fileSystem, context) = (fixture.fileSystem, fixture.context)
    let name = "user.contact.email"
    for inode in [try fixture.makeFile("photo.jpg", "x"), try fixture.makeFolder("folder.vcf")] {
      try fileSystem.setExtendedAttribute(name, to: [1], .any, of: inode, context)
      #expect(try fileSystem.extendedAttribute(name, of: inode, context) == [1])
      #expect(try fileSystem.extendedAttributeNames(of: inode, context) == [name])
      try fileSystem.removeExtendedAttribute(name, of: inode, context)
      #expect(failure { _ = try fileSystem.extendedAttribute(name, of: inode, context) } == .noAttribute)
    }
    let card = try fixture.makeFile("a.vcf", "BEGIN:VCARD\r\nEMAIL:a@b\r\nEND:VCARD\r\n")
    let id = try #require(card.item)
    try fixture.store.change(author: "provider") { (transaction) throws(StoreError) in
      try transaction.changeExtendedAttribute(name, to: [1], of: id)
      try transaction.changeExtendedAttribute("user.note", to: [2], of: id)
    }
    #expect(try fileSystem.extendedAttributeNames(of: card, context) == ["user.note"])
    #expect(try fileSystem.extendedAttribute(name, of: card, context) == Array("a@b".utf8))
  }

  @Test func `decorations are read where there are some, and never listed, set or removed`() throws {
    let fixture = try FileSystemFixture()
    let inode = try fixture.makeFile("file", "x")
    let (fileSystem, context) = (fixture.fileSystem, fixture.context)
    let name = "user.fileprovider.decorations"
    #expect(failure { _ = try fileSystem.extendedAttribute(name, of: inode, context) } == .noAttribute)
    let id = try #require(inode.item)
    try fixture.store.change(author: "provider") { (transaction) throws(StoreError) in
      try transaction.changeExtendedAttribute(name, to: Array("org.example.busy".utf8), of: id)
    }
    #expect(try fileSystem.extendedAttribute(name, of: inode, context) == Array("org.example.busy".utf8))
    #expect(try fileSystem.extendedAttributeNames(of: inode, context) == [])
    #expect(failure { try fileSystem.setExtendedAttribute(name, to: [], .any, of: inode, context) } == .notPermitted)
    #expect(failure { try fileSystem.removeExtendedAttribute(name, of: inode, context) } == .notPermitted)
    #expect(try fileSystem.extendedAttribute(name, of: inode, context) == Array("org.example.busy".utf8))
  }

  /// Names of attributes and tags are bytes: two that Swift takes for the same text are two.
  @Test func `text is compared by bytes`() throws {
    let fixture = try FileSystemFixture()
    let inode = try fixture.makeFile("file", "x")
    let (fileSystem, context) = (fixture.fileSystem, fixture.context)
    func set(_ name: String, _ value: String) throws {
      try fileSystem.setExtendedAttribute(name, to: Array(value.utf8), .any, of: inode, context)
    }
    func get(_ name: String) throws -> String {
      String(decoding: try fileSystem.extendedAttribute(name, of: inode, context), as: UTF8.self)
    }
    try set("user.xdg.tags", "\u{e9},e\u{301}")
    #expect(try fixture.list(try fixture.inode(".fileprovider/working-set/tags")).count == 4)
    try set("user.\u{e9}", "one")
    try set("user.e\u{301}", "two")
    let handle = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDONLY), fixture.context).handle
    try fixture.unlink("file")
    #expect(try get("user.\u{e9}") == "one")
    #expect(try get("user.e\u{301}") == "two")
    try set("user.\u{e9}", "three")
    #expect(try get("user.e\u{301}") == "two")
    try fixture.close(handle)
  }

  @Test func `tags are a list in UTF-8: the attribute has it as it was given, all others see each tag once`() throws {
    let fixture = try FileSystemFixture()
    let inode = try fixture.makeFile("file", "x")
    let (fileSystem, context) = (fixture.fileSystem, fixture.context)
    func set(_ value: [UInt8], _ mode: FileSystem.AttributeMode = .any) throws {
      try fileSystem.setExtendedAttribute("user.xdg.tags", to: value, mode, of: inode, context)
    }
    func get() throws -> [UInt8] { try fileSystem.extendedAttribute("user.xdg.tags", of: inode, context) }
    try set(Array("b, a,b,,a , ".utf8))
    #expect(try get() == Array("b, a,b,,a , ".utf8))
    let id = try #require(inode.item)
    #expect(try fixture.committed.membership(of: id)?.tagList == ["b", "a"])
    #expect(try fixture.list(try fixture.inode(".fileprovider/working-set/tags")) == [".", "..", "a", "b"])
    for bad: [UInt8] in [[0xff, 0x41], Array("a\0b".utf8)] { #expect(failure { try set(bad) } == .invalid) }
    #expect(failure { try set([UInt8](repeating: 0x61, count: 65537)) } == .tooLarge)
    #expect(failure { try set([0x61], .creating) } == .alreadyExists)
    try set([UInt8](repeating: 0x61, count: 65536))
    #expect(try get().count == 65536)
    // None at all is none, however it is written.
    for empty in ["", ",", " , ,"] {
      try set([0x61])
      try set(Array(empty.utf8))
      #expect(failure { _ = try get() } == .noAttribute, "“\(empty)”")
      #expect(failure { try set([0x61], .replacing) } == .noAttribute, "“\(empty)”")
      #expect(try !fileSystem.extendedAttributeNames(of: inode, context).contains("user.xdg.tags"))
    }
  }

  /// What is no date is no last use.
  @Test(arguments: ["nan", "inf", "-inf", "1e30", "0x10", "", "yesterday", "99999999999", "2024-13-01T00:00:00Z"])
  func `no last use`(_ text: String) { #expect(SpecialAttribute.time(text) == nil) }

  @Test func `the last use is written and read as a date of RFC 3339`() throws {
    let time = try #require(SpecialAttribute.time("2026-11-21T01:02:03.000456Z"))
    #expect(
      SpecialAttribute.text(Timestamp(rawValue: time.rawValue / 1000 * 1000)).hasPrefix("2026-11-21T01:02:03.000"))
    let far = try #require(SpecialAttribute.time("2124-05-06T07:08:09Z"))
    #expect(SpecialAttribute.text(far) == "2124-05-06T07:08:09.000000Z")
    #expect(SpecialAttribute.time("yesterday") == nil)
  }

  /// `st_blocks` does not tell it of room that was allocated ahead. After a loss of power it looks like contents that were lost.
  @Test(arguments: [true, false])
  func `it is noted whether anything was written to room that was allocated ahead`(isWritten: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let (inode, handle) = try fixture.create("file")
    try fixture.write("a", to: handle)
    let item = try #require(inode.item)
    let row = try #require(try fixture.store.readCommitted { (reader) throws(StoreError) in try reader.item(item) })
    let file = open(fixture.store.contents.url(of: try #require(row.content)).path, O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    #expect(posix_fallocate(file, 0, 65536) == 0)
    try fixture.write(String(repeating: "b", count: isWritten ? 65536 : 4096), to: handle)
    try fixture.close(handle)
    let committed = try fixture.store.readCommitted { (reader) throws(StoreError) in try reader.item(item) }
    #expect(committed?.size == 65536)
    #expect(committed?.flags.contains(.sparse) == !isWritten)
    #expect(fixture.store.contents.blocks(of: try #require(row.content)) == ContentFiles.usualBlocks(65536))
  }
}
