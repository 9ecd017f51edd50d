import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// Documents whose contents lie in the database, and those that move from there to a file and back.
@Suite struct SmallContentsTests {
  private func contentFiles(_ fixture: FileSystemFixture) throws -> Int {
    let contents = fixture.directory.appendingPathComponent("contents").path
    let shards = try FileManager.default.contentsOfDirectory(atPath: contents).filter { $0 != "sessions" }
    return try shards.reduce(0) { try $0 + FileManager.default.contentsOfDirectory(atPath: contents + "/" + $1).count }
  }

  private func count(_ table: String, _ store: ItemStore) throws -> Int64? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.integer("SELECT count(*) FROM \(table)") }
  }

  private func content(_ name: String, _ fixture: FileSystemFixture) throws -> ContentKey? {
    try fixture.inode(name).item.flatMap { try fixture.context.item($0) }?.content
  }

  private func open(_ name: String, _ flags: Int32, _ fixture: FileSystemFixture) throws -> HandleNumber {
    try fixture.fileSystem.open(try fixture.inode(name), OpenMode(flags: flags), fixture.context).handle
  }

  private func truncate(_ name: String, to size: Int64, _ fixture: FileSystemFixture) throws -> NodeAttributes {
    var request = AttributeRequest()
    request.size = size
    return try fixture.fileSystem.setAttributes(of: try fixture.inode(name), handle: nil, request, fixture.context)
  }

  /// The most that lies in the database, and one byte more.
  private let limit = SmallContents.largest

  /// A document that is written at once and is small has no file and no mark: nothing is left to be put on the disk but the log.
  @Test func `a small document needs no file`() throws {
    let fixture = try FileSystemFixture()
    for (name, size) in [("one", 1), ("limit", limit)] {
      let text = String(repeating: "x", count: size)
      try fixture.makeFile(name, text)
      #expect(try content(name, fixture)?.isSmall == true)
      #expect(try fixture.contents(name) == text)
      let node = try #require(try fixture.lookup(name))
      #expect(node.size == Int64(size) && node.blocks == 8)
    }
    #expect(try contentFiles(fixture) == 0)
    #expect(try count("writers", fixture.store) == 0)
    try fixture.makeFile("larger", String(repeating: "x", count: limit + 1))
    #expect(try content("larger", fixture)?.isSmall == false)
    let other = try ItemStore(reading: fixture.directory)
    let key = try #require(try content("limit", fixture))
    #expect(other.contents.size(of: key) == Int64(limit))
    #expect(try other.contents.bytes(of: key, about: 0, atMost: .max).count == limit)
  }

  /// The row and the contents of a document that is being written agree at each moment, and its change is logged once.
  @Test func `a write is one change, when the document is closed`() throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("doc")
    let before = try fixture.committed.generation()
    try fixture.write("text", to: handle)
    #expect(try fixture.log(after: before).isEmpty)
    let row = try #require(try fixture.committed.resolve("doc"))
    #expect(try row.size == 4 && fixture.store.contents.size(of: #require(row.content)) == 4)
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).modified == row.modified)
    try fixture.close(handle)
    #expect(try fixture.log(after: before).map(\.fields) == [.contents])
    #expect(try fixture.committed.resolve("doc")?.modified == row.modified)
  }

  /// A program that writes on gets a file, with what it wrote before.
  @Test func `a document that is written on moves to a file`() throws {
    let fixture = try FileSystemFixture()
    let handle = try fixture.create("doc").1
    try fixture.write("some", to: handle)
    #expect(try content("doc", fixture)?.isSmall == true)
    try fixture.write(" more", to: handle, at: 4)
    #expect(try content("doc", fixture)?.isSmall == false)
    #expect(try fixture.read(handle) == "some more")
    try fixture.close(handle)
    #expect(try fixture.contents("doc") == "some more")
    #expect(try fixture.committed.resolve("doc")?.size == 9)
    try fixture.store.finishHousekeeping()
    #expect(try count("small_contents", fixture.store) == 0)
  }

  /// What is appended after each synchronization is one more commit, without a file, as long as it is small; then it is a file.
  @Test func `a document that grows past the limit moves to a file`() throws {
    let fixture = try FileSystemFixture()
    let handle = try fixture.create("doc").1
    let line = String(repeating: "0123456789", count: 100)
    for number in 0..<6 {
      try fixture.write(line, to: handle, at: Int64(number * 1000))
      try fixture.fileSystem.synchronize(handle, fixture.context)
      #expect(try content("doc", fixture)?.isSmall == (number < limit / 1000))
      #expect(try fixture.lookup("doc")?.size == Int64(number + 1) * 1000)
    }
    #expect(try fixture.read(handle) == String(repeating: line, count: 6))
    try fixture.close(handle)
    try fixture.store.finishHousekeeping()
    #expect(try contentFiles(fixture) == 1)
    #expect(try count("small_contents", fixture.store) == 0)
  }

  /// A write behind the end leaves zeros before it.
  @Test func `what is not written is zero`() throws {
    let fixture = try FileSystemFixture()
    let handle = try fixture.create("doc").1
    try fixture.write("end", to: handle, at: 3)
    #expect(try fixture.read(handle) == "\0\0\0end")
    let context = fixture.context
    #expect(try fixture.fileSystem.seek(handle, from: 0, whence: 3, context) == 0)
    #expect(try fixture.fileSystem.seek(handle, from: 2, whence: 4, context) == 6)
    #expect(
      failure { _ = try fixture.fileSystem.seek(handle, from: 6, whence: 3, context) } == ErrorNumber(rawValue: ENXIO))
    try fixture.close(handle)
  }

  /// Emptying a document leaves it without contents, in whichever place they were, and what is written then lies in the database.
  @Test(arguments: [true, false]) func `a document that is emptied has no contents`(_ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let handle = try open("doc", O_RDWR | O_TRUNC, fixture)
    #expect(try fixture.read(handle) == "")
    #expect(try fixture.lookup("doc")?.size == 0)
    #expect(try content("doc", fixture) == nil)
    let bytes = Array("new".utf8)
    _ = try bytes.withUnsafeBytes { bytes throws in
      try fixture.fileSystem.write(.memory(bytes), to: handle, at: 0, isCached: false, fixture.context)
    }
    try fixture.close(handle)
    #expect(try content("doc", fixture)?.isSmall == true)
    #expect(try fixture.contents("doc") == "new")
    #expect(try count("replaced_contents", fixture.store) == 0)
    try fixture.store.finishHousekeeping()
    #expect(try contentFiles(fixture) == 0)
    #expect(try count("small_contents", fixture.store) == 1)
  }

  /// A document that is emptied and not written is empty when it is closed.
  @Test(arguments: [true, false]) func `a document that is only emptied is empty`(_ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    try fixture.makeFile("doc", "old contents")
    let before = try fixture.committed.generation()
    try fixture.store.finishHousekeeping()
    try fixture.close(try open("doc", O_RDWR | O_TRUNC, fixture))
    #expect(try fixture.log(after: before).map(\.fields) == [.contents])
    #expect(try fixture.contents("doc") == "")
    #expect(try fixture.committed.resolve("doc")?.size == 0)
    #expect(try count("replaced_contents", fixture.store) == 0)
  }

  @Test func `truncate cuts and extends`() throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "old contents")
    #expect(try truncate("doc", to: 3, fixture).size == 3)
    #expect(try fixture.contents("doc") == "old")
    try fixture.makeFile("longer", "old")
    #expect(try truncate("longer", to: 5, fixture).size == 5)
    #expect(try fixture.contents("longer") == "old\0\0")
    try fixture.makeFile("empty", "old")
    #expect(try truncate("empty", to: 0, fixture).size == 0)
    #expect(try fixture.contents("empty") == "")
    try fixture.store.finishHousekeeping()
    #expect(try count("small_contents", fixture.store) == 0)
  }

  /// A copy within the mount (copy_file_range(2)) reads from both places, and writes into the database.
  @Test(arguments: [true, false]) func `a copy of a small document needs no file`(_ isFile: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: isFile)
    try fixture.makeFile("doc", "old contents")
    let (source, target) = (try open("doc", O_RDONLY, fixture), try fixture.create("copy").1)
    func copy(from offset: Int64, to other: Int64) throws -> Int {
      try fixture.fileSystem.copy(
        from: source, at: offset, to: target, at: other, length: 1 << 30, fixture.context)
    }
    #expect(try copy(from: 0, to: 0) == 12)
    #expect(try copy(from: 12, to: 12) == 0)
    try fixture.close(target)
    #expect(try content("copy", fixture)?.isSmall == true)
    #expect(try fixture.contents("copy") == "old contents")
    try fixture.close(source)
  }

  /// A document that has lost its name, or was replaced, is read and written by those who have it open.
  @Test func `a small document without a name can be written`() throws {
    let fixture = try FileSystemFixture()
    let inode = try fixture.makeFile("doc", "old contents")
    let handle = try open("doc", O_RDWR, fixture)
    try fixture.unlink("doc")
    try fixture.store.finishHousekeeping()
    #expect(try fixture.read(handle) == "old contents")
    try fixture.write("OLD", to: handle)
    #expect(try fixture.read(handle) == "OLD contents")
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == 12)
    try fixture.close(handle)
    #expect(try contentFiles(fixture) == 0)
    // A program that has just looked up the name opens the former number.
    let replaced = try fixture.makeFile("other", "replaced")
    try fixture.makeFile("other.tmp", "new")
    try fixture.rename("other.tmp", to: "other")
    let late = try fixture.fileSystem.open(replaced, OpenMode(flags: O_RDONLY), fixture.context).handle
    #expect(try fixture.read(late) == "replaced")
    #expect(try fixture.contents("other") == "new")
    try fixture.close(late)
  }

  /// A reader sees what another process writes to the document, in whichever place it is, and writes into the same contents.
  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `a document follows another process`(_ home: (isFileBefore: Bool, isFileAfter: Bool)) throws {
    let fixture = try FileSystemFixture(makesFiles: home.isFileBefore)
    let inode = try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let reader = try open("doc", O_RDONLY, fixture)
    let writer = try open("doc", O_RDWR, fixture)
    let store = try ItemStore(directory: fixture.directory)
    let other = FileSystem(store: store, source: nil, options: FileSystemOptions())
    let context = try RequestContext(store, logger: fixture.context.logger)
    func save(_ text: String) throws {
      let handle = try other.open(inode, OpenMode(flags: O_RDWR | O_TRUNC), context).handle
      for count in home.isFileAfter ? [1, text.utf8.count] : [text.utf8.count] {
        _ = try Array(text.utf8.prefix(count)).withUnsafeBytes { bytes throws in
          try other.write(.memory(bytes), to: handle, at: 0, isCached: false, context)
        }
      }
      try other.flush(handle, context)
      try other.release(handle, context)
      try fixture.fileSystem.followOpen([try #require(inode.item)])
    }
    try save("new")
    #expect(try fixture.read(reader) == "new")
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == 3)
    try save("newer")
    #expect(try fixture.read(reader) == "newer")
    try fixture.write("mine", to: writer)
    try save("newest")
    try fixture.close(writer)
    try fixture.close(reader)
    // Both wrote the same contents, and the other one was the last.
    #expect(try fixture.contents("doc") == "newest")
    #expect(try fixture.committed.resolve("doc")?.size == 6)
    let findings = try findings(fixture)
    #expect(findings.isEmpty, "\(findings)")
  }

  /// Two mounts that write a document at the same time write into the same contents: the one that comes second takes over what the first has not closed.
  @Test(arguments: [true, false]) func `writers in two mounts share small contents`(_ isClosedBetween: Bool) throws {
    let fixture = try FileSystemFixture()
    let (inode, first) = try fixture.create("doc")
    let store = try ItemStore(directory: fixture.directory)
    let other = FileSystem(store: store, source: nil, options: FileSystemOptions())
    let context = try RequestContext(store, logger: fixture.context.logger)
    try fixture.write("a", to: first)
    let second = try other.open(inode, OpenMode(flags: O_RDWR), context).handle
    _ = try Array("b".utf8).withUnsafeBytes { bytes throws in
      try other.write(.memory(bytes), to: second, at: 1, isCached: false, context)
    }
    #expect(try content("doc", fixture)?.isSmall == true)
    if isClosedBetween { try fixture.fileSystem.flush(first, fixture.context) }
    try fixture.write("c", to: first, at: 2)
    #expect(try fixture.read(first) == "abc")
    try other.flush(second, context)
    try other.release(second, context)
    try fixture.close(first)
    #expect(try fixture.contents("doc") == "abc")
    #expect(try fixture.committed.resolve("doc")?.size == 3)
    try store.finishHousekeeping()
    #expect(try count("writers", fixture.store) == 0)
    let findings = try findings(fixture)
    #expect(findings.isEmpty, "\(findings)")
  }

  /// What a program has written wins when it closes the document, also over contents that another process has given the document as a whole.
  @Test(arguments: [1, 2]) func `what is written wins over what another process brings`(_ writes: Int) throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("doc")
    try fixture.write("mine", to: handle)
    let made = try fixture.store.contents.create(Array("theirs".utf8))
    let key = made.key
    made.keep()
    let id = try #require(inode.item)
    try fixture.store.change(author: "import") { (transaction) throws(StoreError) in
      _ = try transaction.setContents(key, size: 6, of: id)
    }
    if writes == 2 { try fixture.write(" too", to: handle, at: 4) }
    try fixture.close(handle)
    #expect(try fixture.contents("doc") == (writes == 2 ? "mine too" : "mine"))
    let findings = try findings(fixture)
    #expect(findings.isEmpty, "\(findings)")
  }

  private func findings(_ fixture: FileSystemFixture, repairs: Bool = false) throws -> [StoreFinding] {
    try fixture.store.finishHousekeeping()
    var options = StoreCheck.Options()
    (options.verifiesContents, options.repairs) = (true, repairs)
    var findings: [StoreFinding] = []
    try StoreCheck.run(storeIn: fixture.directory, options) { findings.append($0) }
    return findings
  }

  // MARK: Crashes

  /// A document that is saved is the old one or the new one, whole, whatever of the log and of the content files has reached the disk; the new one as soon as
  /// the log has, where it needs no file.
  @Test(arguments: [false, true], [false, true])
  func `a small document that is saved is old or new`(_ byEmptying: Bool, _ wasFile: Bool) throws {
    for (log, contents) in [(false, false), (true, false), (false, true), (true, true)] {
      let fixture = try FileSystemFixture(makesFiles: wasFile)
      try fixture.makeFile("doc", "old contents")
      try fixture.store.finishHousekeeping()
      let cut = try PowerCut(of: fixture)
      let handle = try byEmptying ? open("doc", O_RDWR | O_TRUNC, fixture) : fixture.create("doc.tmp").1
      _ = try Array("new".utf8).withUnsafeBytes { bytes throws in
        try fixture.fileSystem.write(.memory(bytes), to: handle, at: 0, isCached: false, fixture.context)
      }
      try fixture.close(handle)
      if !byEmptying { try fixture.rename("doc.tmp", to: "doc") }
      if log { try cut.writeLog() }
      if contents { try cut.writeContents() }
      let after = try cut.restart()
      #expect(try after.contents("doc") == (log ? "new" : "old contents"))
      #expect(try after.lookup("doc")?.size == Int64(try after.contents("doc").utf8.count))
      #expect(try count("writers", after.store) == 0)
      #expect(try count("replaced_contents", after.store) == 0)
      #expect(try findings(after).isEmpty)
    }
  }

  /// A document that is emptied, and written in a commit of its own, has its former contents until that commit is on the disk.
  @Test(arguments: [false, true]) func `a small document that is emptied comes back`(_ isWritten: Bool) throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "old contents")
    let cut = try PowerCut(of: fixture)
    let handle = try open("doc", O_RDWR | O_TRUNC, fixture)
    if isWritten { try fixture.write("new", to: handle) }
    try cut.writeLog()
    let after = try cut.restart()
    #expect(try after.contents("doc") == "old contents")
    #expect(try count("replaced_contents", after.store) == 0)
    #expect(try findings(after).isEmpty)
    try fixture.close(handle)
  }

  /// A document that moves to a file, of which the disk has nothing, has the contents that it had when it was closed last.
  @Test(arguments: [1, 2]) func `a small document that moves to a file comes back`(_ writes: Int) throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "old contents")
    let cut = try PowerCut(of: fixture)
    let handle = try open("doc", O_RDWR, fixture)
    if writes == 2 { try fixture.write("OLD", to: handle) }
    try fixture.write(String(repeating: "x", count: limit), to: handle, at: 12)
    try fixture.close(handle)
    try cut.writeLog()
    let after = try cut.restart()
    #expect(try after.contents("doc") == "old contents")
    #expect(try findings(after).isEmpty)
    #expect(try fixture.lookup("doc")?.size == Int64(limit + 12))
    try fixture.store.finishHousekeeping()
    #expect(try count("small_contents", fixture.store) == 0)
  }

  /// What is synchronized is there with the log alone.
  @Test func `a synchronized small document needs nothing but the log`() throws {
    let fixture = try FileSystemFixture()
    let cut = try PowerCut(of: fixture)
    let handle = try fixture.create("doc").1
    try fixture.write("text", to: handle)
    try fixture.fileSystem.synchronize(handle, fixture.context)
    try cut.writeLog()
    #expect(try cut.restart().contents("doc") == "text")
    try fixture.close(handle)
  }

  /// If the process is killed before a program has closed what it wrote, the next opening logs the change.
  @Test(arguments: [true, false]) func `a kill loses no change`(_ isEmptied: Bool) throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let before = try fixture.committed.generation()
    let cut = try PowerCut(of: fixture)
    let handle = try open("doc", isEmptied ? O_RDWR | O_TRUNC : O_RDWR, fixture)
    if !isEmptied { try fixture.write("new", to: handle) }
    try cut.writeLog()
    try cut.writeContents()
    let after = try cut.goOn(isBootKnown: true)
    try after.store.reconcileWriters(author: "test")
    #expect(try after.contents("doc") == (isEmptied ? "" : "new contents"))
    #expect(try after.log(after: before).contains { $0.fields == .contents })
    #expect(try findings(after).isEmpty)
    #expect(try count("writers", after.store) == 0)
    try fixture.close(handle)
  }

  // MARK: Check and backup

  @Test func `a backup has small contents`() throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "text")
    let archive = fixture.directory.appendingPathComponent("backup.tar")
    try StoreBackup.write(fixture.store, to: archive)
    let place = try TestDirectory("restored")
    let directory = place.url.appendingPathComponent("store")
    try StoreBackup.restore(archive, to: directory)
    let restored = try ItemStore(directory: directory)
    let row = try restored.readCommitted { (reader) throws(StoreError) in try reader.resolve("doc") }
    let key = try #require(row?.content)
    #expect(try restored.contents.bytes(of: key, about: 4, atMost: 10) == Array("text".utf8))
  }

  /// Small contents that are missing are reported; those that no item has are kept by a repair.
  @Test func `a check finds missing and ownerless small contents`() throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "text")
    #expect(try findings(fixture).isEmpty)
    let key = try #require(try content("doc", fixture))
    try fixture.store.withConnection { connection in
      try connection.execute("UPDATE small_contents SET content = \(key.rawValue + 1)")
    }
    let found = try findings(fixture)
    #expect(found.contains { $0.path == "/doc" } && found.count == 2, "\(found)")
    let repaired = try findings(fixture, repairs: true)
    #expect(repaired.contains { $0.state == .repaired }, "\(repaired)")
    let name = "lost+found/contents-" + String(key.rawValue + 1, radix: 16)
    #expect(try fixture.contents(name) == "text")
  }

  // MARK: Random

  /// Random writes, cuts, saves and openings by two mounts of one store, of sizes on both sides of the limit, give what they give in memory.
  @Test func `histories across the limit`() throws {
    var random = SeededGenerator(seed: RandomSeed.choose())
    for _ in 0..<(Machine.number("HISTORIES") ?? 8) {
      var history = try SmallContentsHistory()
      for _ in 0..<60 { try history.step(&random) }
      try history.finish()
    }
  }
}
