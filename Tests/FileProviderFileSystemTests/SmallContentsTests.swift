import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// Documents whose contents lie in the database, and those that move from there to a file and back.
@Suite struct SmallContentsTests {
  /// The most that lies in the database, and one byte more.
  private let limit = SmallContents.largest

  /// A document that is written at once and is small has no file and no mark: nothing is left to be put on the disk but the log.
  @Test func `a small document needs no file`() throws {
    let fixture = try FileSystemFixture()
    for (name, size) in [("one", 1), ("limit", limit)] {
      let text = String(repeating: "x", count: size)
      try fixture.makeFile(name, text)
      #expect(try fixture.content(name)?.isSmall == true)
      #expect(try fixture.contents(name) == text)
      let node = try #require(try fixture.lookup(name))
      #expect(node.size == Int64(size) && node.blocks == 8)
    }
    #expect(try fixture.contentFiles() == 0)
    #expect(try fixture.count("writers") == 0)
    try fixture.makeFile("larger", String(repeating: "x", count: limit + 1))
    #expect(try fixture.content("larger")?.isSmall == false)
    let other = try ItemStore(reading: fixture.directory)
    let key = try #require(try fixture.content("limit"))
    #expect(other.contents.size(of: key) == Int64(limit))
    #expect(try other.contents.bytes(of: key, about: 0, atMost: .max).count == limit)
  }

  /// The row, the contents and the log of a document that is being written agree at each moment, and its change is logged once: the close adds nothing.
  @Test func `a write is one change, at once`() throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("doc")
    let before = try fixture.committed.generation()
    try fixture.write("text", to: handle)
    #expect(try fixture.log(after: before).map(\.fields) == [.contents])
    #expect(try fixture.count("writers") == 1)
    let row = try #require(try fixture.committed.resolve("doc"))
    #expect(try row.size == 4 && fixture.store.contents.size(of: #require(row.content)) == 4)
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).modified == row.modified)
    try fixture.close(handle)
    #expect(try fixture.log(after: before).map(\.fields) == [.contents])
    #expect(try fixture.count("writers") == 0)
    #expect(try fixture.committed.resolve("doc")?.modified == row.modified)
  }

  /// Files that are made one after the other lie in one folder, whatever was written in between.
  @Test func `small contents take no numbers of files`() throws {
    let fixture = try FileSystemFixture()
    let text = String(repeating: "x", count: SmallContents.largest + 1)
    try fixture.makeFile("first", text)
    for number in 0..<300 { try fixture.makeFile("small \(number)", "text") }
    try fixture.makeFile("second", text)
    let keys = try (fixture.content("first"), fixture.content("second"))
    #expect(try #require(keys.1).rawValue - #require(keys.0).rawValue < 4)
  }

  /// A program that writes on gets a file, with what it wrote before.
  @Test func `a document that is written on moves to a file`() throws {
    let fixture = try FileSystemFixture()
    let handle = try fixture.create("doc").1
    try fixture.write("some", to: handle)
    #expect(try fixture.content("doc")?.isSmall == true)
    try fixture.write(" more", to: handle, at: 4)
    #expect(try fixture.content("doc")?.isSmall == false)
    #expect(try fixture.read(handle) == "some more")
    try fixture.close(handle)
    #expect(try fixture.contents("doc") == "some more")
    #expect(try fixture.committed.resolve("doc")?.size == 9)
    try fixture.store.finishHousekeeping()
    #expect(try fixture.count("small_contents") == 0)
  }

  /// What is appended after each synchronization is one more commit, without a file, as long as it is small; then it is a file.
  @Test func `a document that grows past the limit moves to a file`() throws {
    let fixture = try FileSystemFixture()
    let handle = try fixture.create("doc").1
    let line = String(repeating: "0123456789", count: 100)
    for number in 0..<6 {
      try fixture.write(line, to: handle, at: Int64(number * 1000))
      try fixture.fileSystem.synchronize(handle, fixture.context)
      #expect(try fixture.content("doc")?.isSmall == (number < limit / 1000))
      #expect(try fixture.lookup("doc")?.size == Int64(number + 1) * 1000)
    }
    #expect(try fixture.read(handle) == String(repeating: line, count: 6))
    try fixture.close(handle)
    try fixture.store.finishHousekeeping()
    #expect(try fixture.contentFiles() == 1)
    #expect(try fixture.count("small_contents") == 0)
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
    let handle = try fixture.open("doc", O_RDWR | O_TRUNC)
    #expect(try fixture.read(handle) == "")
    #expect(try fixture.lookup("doc")?.size == 0)
    #expect(try fixture.content("doc") == nil)
    let bytes = Array("new".utf8)
    _ = try bytes.withUnsafeBytes { bytes throws in
      try fixture.fileSystem.write(.memory(bytes), to: handle, at: 0, isCached: false, fixture.context)
    }
    try fixture.close(handle)
    #expect(try fixture.content("doc")?.isSmall == true)
    #expect(try fixture.contents("doc") == "new")
    try fixture.store.finishHousekeeping()
    #expect(try fixture.count("replaced_contents") == 0)
    #expect(try fixture.contentFiles() == 0)
    #expect(try fixture.count("small_contents") == 1)
  }

  /// A document that is emptied and not written is empty when it is closed.
  @Test(arguments: [true, false]) func `a document that is only emptied is empty`(_ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    try fixture.makeFile("doc", "old contents")
    let before = try fixture.committed.generation()
    try fixture.store.finishHousekeeping()
    try fixture.close(try fixture.open("doc", O_RDWR | O_TRUNC))
    #expect(try fixture.log(after: before).map(\.fields) == [.contents])
    #expect(try fixture.contents("doc") == "")
    #expect(try fixture.committed.resolve("doc")?.size == 0)
    try fixture.store.finishHousekeeping()
    #expect(try fixture.count("replaced_contents") == 0)
  }

  /// Contents that are cut, or extended up to the limit, stay in the database: on a full disk, there would be no room for a file.
  @Test func `truncate cuts and extends`() throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "old contents")
    #expect(try fixture.truncate("doc", to: 3).size == 3)
    #expect(try fixture.contents("doc") == "old")
    try fixture.makeFile("longer", "old")
    #expect(try fixture.truncate("longer", to: 5).size == 5)
    #expect(try fixture.contents("longer") == "old\0\0")
    try fixture.makeFile("empty", "old")
    #expect(try fixture.truncate("empty", to: 0).size == 0)
    #expect(try fixture.contents("empty") == "")
    try fixture.store.finishHousekeeping()
    #expect(try fixture.count("small_contents") == 2)
    #expect(try fixture.truncate("longer", to: Int64(limit) + 1).size == limit + 1)
    #expect(try fixture.contents("longer") == "old" + String(repeating: "\0", count: limit - 2))
    #expect(try fixture.content("longer")?.isSmall == false)
    #expect(try fixture.findings().isEmpty)
  }

  /// What a truncate commits has what was written before, is one change, and leaves no mark.
  @Test func `truncate is one change`() throws {
    let fixture = try FileSystemFixture()
    let handle = try fixture.create("doc").1
    try fixture.write("contents", to: handle)
    let before = try fixture.committed.generation()
    #expect(try fixture.truncate("doc", to: 4).size == 4)
    #expect(try fixture.count("writers") == 0)
    try fixture.close(handle)
    #expect(try fixture.log(after: before).count == 1)
    #expect(try fixture.contents("doc") == "cont")
    // Emptying is one change as well.
    let cut = try fixture.committed.generation()
    #expect(try fixture.truncate("doc", to: 0).size == 0)
    #expect(try fixture.log(after: cut).count == 1)
    // An emptied one, which a program goes on writing, stays small as well.
    let other = try fixture.open("doc", O_RDWR)
    let third = try fixture.open("doc", O_RDWR | O_TRUNC)
    #expect(try fixture.read(other) == "")
    try fixture.write("new", to: other)
    try fixture.close(third)
    try fixture.close(other)
    #expect(try fixture.contents("doc") == "new")
    #expect(try fixture.contentFiles() == 0)
    #expect(try fixture.findings().isEmpty)
  }

  /// A copy within the mount (copy_file_range(2)) reads from both places, and writes into the database.
  @Test(arguments: [true, false]) func `a copy of a small document needs no file`(_ isFile: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: isFile)
    try fixture.makeFile("doc", "old contents")
    let (source, target) = (try fixture.open("doc", O_RDONLY), try fixture.create("copy").1)
    func copy(from offset: Int64, to other: Int64) throws -> Int {
      try fixture.fileSystem.copy(
        from: source, at: offset, to: target, at: other, length: 1 << 30, fixture.context)
    }
    #expect(try copy(from: 0, to: 0) == 12)
    #expect(try copy(from: 12, to: 12) == 0)
    try fixture.close(target)
    #expect(try fixture.content("copy")?.isSmall == true)
    #expect(try fixture.contents("copy") == "old contents")
    try fixture.close(source)
  }

  /// A document that has lost its name, or was replaced, is read and written by those who have it open.
  @Test func `a small document without a name can be written`() throws {
    let fixture = try FileSystemFixture()
    let inode = try fixture.makeFile("doc", "old contents")
    let handle = try fixture.open("doc", O_RDWR)
    try fixture.unlink("doc")
    try fixture.store.finishHousekeeping()
    #expect(try fixture.read(handle) == "old contents")
    try fixture.write("OLD", to: handle)
    #expect(try fixture.read(handle) == "OLD contents")
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == 12)
    try fixture.close(handle)
    #expect(try fixture.contentFiles() == 0)
    // A program that has just looked up the name opens the former number.
    let replaced = try fixture.makeFile("other", "replaced")
    try fixture.makeFile("other.tmp", "new")
    try fixture.rename("other.tmp", to: "other")
    let late = try fixture.fileSystem.open(replaced, OpenMode(flags: O_RDONLY), fixture.context).handle
    #expect(try fixture.read(late) == "replaced")
    #expect(try fixture.contents("other") == "new")
    try fixture.close(late)
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
    #expect(try fixture.findings().isEmpty)
    let key = try #require(try fixture.content("doc"))
    try fixture.store.withConnection { connection in
      try connection.execute("UPDATE small_contents SET content = \(key.rawValue + 1)")
    }
    let found = try fixture.findings()
    #expect(found.contains { $0.path == "/doc" } && found.count == 2, "\(found)")
    let repaired = try fixture.findings(repairs: true)
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
