import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// A change that fails leaves no trace in memory.
@Suite struct FailedChangeTests {
  /// Runs something while no file of this process may become longer than the log is: no commit succeeds.
  private func withoutCommits(_ fixture: FileSystemFixture, _ body: () throws -> Void) throws {
    let log = fixture.directory.appendingPathComponent("items.sqlite-wal").path
    let size = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? 0
    try withFileSizeLimit(size, body)
  }

  /// A document that could not be unlinked has its name still: what is written to it afterwards is kept.
  @Test(arguments: [true, false]) func `a failed unlink forgets nothing`(_ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    let (inode, handle) = try fixture.create("doc")
    try fixture.write("kept", to: handle)
    try withoutCommits(fixture) { #expect(failure { try fixture.unlink("doc") } != nil) }
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).links == 1)
    #expect(fixture.fileSystem.removed.find(try #require(inode.item)) == nil)
    try fixture.write(" and more", to: handle, at: 4)
    try fixture.fileSystem.synchronize(handle, fixture.context)
    let other = try ItemStore(directory: fixture.directory)
    let row = try other.readCommitted { (reader) throws(StoreError) in try reader.resolve("/doc") }
    #expect(row?.size == 13)
    try fixture.close(handle)
    #expect(try fixture.contents("doc") == "kept and more")
  }

  /// A document that could not be replaced is not among those that were.
  @Test(arguments: [true, false]) func `a failed rename forgets nothing`(_ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    let inode = try fixture.makeFile("doc", "old")
    try fixture.makeFile("tmp", "new")
    try withoutCommits(fixture) { #expect(failure { try fixture.rename("tmp", to: "doc") } != nil) }
    #expect(fixture.fileSystem.removed.find(try #require(inode.item)) == nil)
    #expect(try fixture.contents("doc") == "old")
    #expect(try fixture.contents("tmp") == "new")
  }

  /// A mark that was not committed is made with the next write.
  @Test func `a failed mark is no mark`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let inode = try fixture.makeFile("doc", "old")
    let handle = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context).handle
    let file = try fixture.fileSystem.document(handle)
    try withoutCommits(fixture) { #expect(failure { try fixture.write("x", to: handle) } != nil) }
    #expect(!file.withState { $0.isMarked })
    try fixture.write("new", to: handle)
    #expect(file.withState { $0.isMarked })
    try fixture.close(handle)
    #expect(try fixture.contents("doc") == "new")
  }

  /// A change of the size that cannot be committed leaves the size and the contents as they were: no zeros appear behind what is appended next.
  @Test(arguments: [65, 0, 160], [(true, true), (false, true), (true, false), (false, false)])
  func `a failed truncate cuts nothing`(size: Int64, _ document: (isOpen: Bool, isFile: Bool)) throws {
    let (isOpen, makesFiles) = document
    let text = String(repeating: "0123456789", count: 10)
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    let inode = try fixture.makeFile("doc", text)
    let opened = isOpen ? try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context).handle : nil
    // It is marked: only the commit of the size is left to fail.
    if let opened { try fixture.write("0", to: opened) }
    var request = AttributeRequest()
    request.size = size
    try withoutCommits(fixture) {
      let error = failure {
        _ = try fixture.fileSystem.setAttributes(of: inode, handle: opened, request, fixture.context)
      }
      #expect(error != nil)
    }
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == 100)
    #expect(try fixture.contents("doc") == text)
    if let opened { try fixture.close(opened) }
    #expect(try fixture.contents("doc") == text)
    #expect(try fixture.fileSystem.setAttributes(of: inode, handle: nil, request, fixture.context).size == size)
    #expect(try fixture.contents("doc").utf8.count == size)
  }

  /// The size that a document has after a truncate is committed before its contents are cut. Until then the document is marked, lest a kill leaves what was
  /// to be cut, and whoever has seen the former size in between is told once more.
  @Test(arguments: [true, false]) func `a truncate is told before and after the cut`(isOpen: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let inode = try fixture.makeFile("doc", "old contents")
    let handle = isOpen ? try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context).handle : nil
    let id = try #require(inode.item)
    func read<Value>(_ body: (StoreReader) throws(StoreError) -> Value) throws -> Value {
      try fixture.store.readCommitted { (reader) throws(StoreError) in try body(reader) }
    }
    let before = try read { (reader) throws(StoreError) in try reader.generation() }
    var request = AttributeRequest()
    (request.size, request.modified) = (3, .at(Timestamp(rawValue: 1_000)))
    let now = try fixture.fileSystem.setAttributes(of: inode, handle: handle, request, fixture.context)
    #expect(now.size == 3 && now.modified == Timestamp(rawValue: 1_000))
    #expect(try read { (reader) throws(StoreError) in try reader.generation().rawValue } >= before.rawValue + 2)
    try fixture.store.finishHousekeeping()
    #expect(try read { (reader) throws(StoreError) in try !ContentReader(reader).isMarked(id) })
    #expect(try read { (reader) throws(StoreError) in try reader.item(id)?.modified } == Timestamp(rawValue: 1_000))
    if let handle { try fixture.close(handle) }
    #expect(try fixture.contents("doc") == "old")
  }

  /// Where a file cannot be so long, as beyond a limit of the process, not even its date changes (write(2)).
  @Test func `a write that is too far changes no date`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let inode = try fixture.makeFile("doc", "old")
    let handle = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context).handle
    let before = try fixture.fileSystem.attributes(of: inode, fixture.context)
    try withFileSizeLimit(8 << 20) {
      #expect(failure { try fixture.write("x", to: handle, at: 16 << 20) } == .fileTooLarge)
    }
    try fixture.close(handle)
    let after = try fixture.fileSystem.attributes(of: inode, fixture.context)
    #expect(after.modified == before.modified && after.changed == before.changed && after.size == 3)
    let findings = try fixture.findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A program without privileges whose write fails because set-user-ID cannot be taken off has written nothing.
  @Test(arguments: [true, false]) func `a write that cannot drop privileges writes nothing`(_ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    let inode = try fixture.makeFile("doc", "old")
    var request = AttributeRequest()
    request.mode = 0o4755
    let handle = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context).handle
    fixture.context.caller = Caller(user: 0, group: 0, process: 1)
    try fixture.write("old", to: handle)
    _ = try fixture.fileSystem.setAttributes(of: inode, handle: handle, request, fixture.context)
    try fixture.write("old", to: handle)
    fixture.context.caller = Caller(user: 1000, group: 1000, process: 1)
    try withoutCommits(fixture) { #expect(failure { try fixture.write("new", to: handle) } != nil) }
    #expect(try fixture.read(handle) == "old")
    try fixture.close(handle)
  }

  /// Contents that another process gives a document during a write are not taken over, and leave no descriptor open; without a write they are taken
  /// over.
  @Test func `a write under way keeps its contents`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let inode = try fixture.makeFile("doc", "old")
    let id = try #require(inode.item)
    let handle = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context).handle
    let file = try fixture.fileSystem.document(handle)
    let before = file.withState { $0.attributes.content }
    let made = try fixture.store.contents.create()
    let key = made.key
    made.keep()
    let row = try fixture.store.change(author: "import") { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: 0, of: id)
    }
    let descriptors = try openDescriptors(fixture)
    _ = file.beginChange(at: .now)
    fixture.fileSystem.follow(row, in: file)
    #expect(file.withState { $0.attributes.content } == before)
    #expect(try openDescriptors(fixture) == descriptors)
    _ = file.endChange()
    file.withState { $0.committed = $0.writes }
    fixture.fileSystem.follow(row, in: file)
    #expect(file.withState { $0.attributes.content } == key)
    #expect(try openDescriptors(fixture) == descriptors)
    try fixture.close(handle)
  }

  /// A document whose new contents cannot be opened, because another process gave it some whose file is gone, is not written, and the program is told.
  @Test func `a write to contents that are gone fails`() throws {
    let (fixture, handle, _) = try openedWithOtherContents { fixture, key in fixture.store.contents.remove(key) }
    #expect(failure { try fixture.write("new", to: handle) } == .inputOutput)
    try fixture.close(handle)
  }

  /// What was written and could not be committed stays the document's contents, although another process gave it others.
  @Test func `a write after a failed commit keeps what was written`() throws {
    let (fixture, handle, file) = try openedWithOtherContents()
    // As a failed commit leaves it.
    _ = file.beginChange(at: .now)
    _ = file.endChange()
    try fixture.write("new", to: handle)
    try fixture.close(handle)
    #expect(try fixture.contents("doc") == "new")
  }

  /// A document that is open when another process gives it contents, before anything follows the log.
  private func openedWithOtherContents(
    _ body: (FileSystemFixture, ContentKey) -> Void = { _, _ in }
  ) throws -> (FileSystemFixture, HandleNumber, OpenFile) {
    let fixture = try FileSystemFixture(makesFiles: true)
    let inode = try fixture.makeFile("doc", "old")
    let id = try #require(inode.item)
    let handle = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context).handle
    let file = try fixture.fileSystem.document(handle)
    let made = try fixture.store.contents.create()
    let key = made.key
    made.keep()
    try fixture.store.change(author: "import") { (transaction) throws(StoreError) in
      _ = try transaction.setContents(key, size: 0, of: id)
    }
    body(fixture, key)
    return (fixture, handle, file)
  }

  private func openDescriptors(_ fixture: FileSystemFixture) throws -> Int {
    let contents = fixture.directory.lastPathComponent + "/contents/"
    return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0))?.contains(contents) ?? false
    }.count
  }
}
