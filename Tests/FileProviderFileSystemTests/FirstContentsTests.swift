import FileProviderStore
import Foundation
import Glibc
import Testing

@testable import FileProviderFileSystem

/// Documents that have no content file until something is in them.
@Suite struct FirstContentsTests {
  /// How many content files there are.
  private func count(_ fixture: FileSystemFixture) throws -> Int {
    let contents = fixture.directory.appendingPathComponent("contents").path
    let shards = try FileManager.default.contentsOfDirectory(atPath: contents).filter { $0 != "sessions" }
    return try shards.reduce(0) { try $0 + FileManager.default.contentsOfDirectory(atPath: contents + "/" + $1).count }
  }

  private func truncate(_ inode: InodeNumber, _ handle: HandleNumber?, _ fixture: FileSystemFixture) throws {
    var request = AttributeRequest()
    request.size = 0
    _ = try fixture.fileSystem.setAttributes(of: inode, handle: handle, request, fixture.context)
  }

  /// An empty document has no content file: not while it is open, not when it is emptied, not when it is closed.
  @Test func `an empty document has no content file`() throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("empty")
    #expect(try count(fixture) == 0)
    try truncate(inode, handle, fixture)
    try fixture.fileSystem.synchronize(handle, fixture.context)
    try fixture.close(handle)
    #expect(try count(fixture) == 0)
    #expect(try fixture.contents("empty") == "")
    #expect(try fixture.committed.resolve("empty")?.content == nil)
  }

  /// Programs that write a new document at the same time, through handles of one mount or of two, write into the same contents.
  @Test(arguments: [false, true])
  func `first writers at once share their contents`(_ fromTwoMounts: Bool) throws {
    let fixture = try FileSystemFixture()
    let other =
      fromTwoMounts
      ? FileSystem(store: try ItemStore(directory: fixture.directory), source: nil, options: FileSystemOptions())
      : fixture.fileSystem
    for round in 0..<40 {
      let (inode, first) = try fixture.create("file \(round)")
      try fixture.close(first)
      let systems = (0..<4).map { $0 % 2 == 0 ? fixture.fileSystem : other }
      let failures = concurrently(4) { writer throws in
        let system = systems[writer]
        let context = try RequestContext(system.store, logger: fixture.context.logger)
        let handle = try system.open(inode, OpenMode(flags: O_RDWR), context).handle
        let bytes = [UInt8](repeating: UInt8(ascii: "a") + UInt8(writer), count: 100)
        _ = try bytes.withUnsafeBytes { bytes throws in
          try system.write(.memory(bytes), to: handle, at: Int64(writer * 100), isCached: false, context)
        }
        try system.flush(handle, context)
        try system.release(handle, context)
      }
      #expect(failures.isEmpty, "\(failures)")
      let expected = ["a", "b", "c", "d"].map { String(repeating: $0, count: 100) }.joined()
      #expect(try fixture.contents("file \(round)") == expected)
      #expect(try count(fixture) <= round + 1)
    }
  }

  private func concurrently(_ count: Int, _ body: @escaping (Int) throws -> Void) -> [String] {
    let failures = Failures()
    nonisolated(unsafe) let body = body
    DispatchQueue.concurrentPerform(iterations: count) { index in
      do { try body(index) } catch { failures.add("\(error)") }
    }
    return failures.all
  }

  private final class Failures: @unchecked Sendable {
    // Sendable: `lock` protects the list.
    private let lock = NSLock()
    private var list: [String] = []
    func add(_ text: String) { lock.withLock { list.append(text) } }
    var all: [String] { lock.withLock { list } }
  }

  /// A document that was empty when it lost its name can be written and read, and leaves nothing behind.
  @Test func `an unlinked empty document can be written`() throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("gone")
    try fixture.unlink("gone")
    #expect(try fixture.read(handle) == "")
    try fixture.write("hello", to: handle)
    #expect(try fixture.read(handle) == "hello")
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == 5)
    #expect(try count(fixture) == 0)
    try fixture.close(handle)
    #expect(try fixture.lookup("gone") == nil)
  }

  /// Emptying what is empty already is a change of the document's times, which is committed.
  @Test(arguments: [false, true])
  func `emptying an empty document changes its times`(_ byOpening: Bool) throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("empty")
    try fixture.close(handle)
    let before = try #require(try fixture.committed.resolve("empty"))
    if byOpening {
      let opened = try fixture.fileSystem.open(inode, OpenMode(flags: O_WRONLY | O_TRUNC), fixture.context)
      try fixture.close(opened.handle)
    } else {
      try truncate(inode, nil, fixture)
    }
    let after = try #require(try fixture.committed.resolve("empty"))
    #expect(after.modified > before.modified)
    #expect(after.changed > before.changed)
    #expect(after.content == nil)
    #expect(try fixture.log(after: before.lastChange).map(\.fields) == [.contents])
  }

  /// A commit that fails is as if it had not been tried: the document's time stays, and the next write is marked before it is made.
  @Test func `a commit that fails invents no change`() throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("file")
    let id = try #require(inode.item)
    let before = try fixture.fileSystem.attributes(of: inode, fixture.context)
    let file = try fixture.fileSystem.document(handle)
    #expect(throws: ErrorNumber.self) {
      try fixture.fileSystem.committing(file, fixture.context) { (_) throws(StoreError) in throw StoreError(.full) }
    }
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).modified == before.modified)
    try fixture.write("x", to: handle)
    #expect(try fixture.store.readCommitted { (reader) throws(StoreError) in try reader.integer(marks(of: id)) } == 1)
    // With something to commit and a mark, both are still there afterwards, and go with the commit that succeeds.
    #expect(throws: ErrorNumber.self) {
      try fixture.fileSystem.committing(file, fixture.context) { (_) throws(StoreError) in throw StoreError(.full) }
    }
    #expect(try fixture.store.readCommitted { (reader) throws(StoreError) in try reader.integer(marks(of: id)) } == 1)
    try fixture.close(handle)
    #expect(try fixture.store.readCommitted { (reader) throws(StoreError) in try reader.integer(marks(of: id)) } == 0)
    #expect(try fixture.committed.resolve("file")?.size == 1)
  }

  private func marks(of id: ItemID) -> String {
    "SELECT count(*) FROM writers WHERE item = \(id.rawValue) AND session <> 'closed'"
  }
}
