import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// Several threads write to a document whose contents another process has just replaced.
@Suite struct ReplacedContentsTests {
  private let blocked = BlockCount()

  /// How often a thread has asked for the write lock, or waited otherwise.
  private final class BlockCount: Sendable {
    let count = Atomic<Int>(0)
  }

  @Test func `they all move to the new contents, and none keeps another from it`() throws {
    let fixture = try FileSystemFixture(
      threads: ChangingThreads(
        willBlock: { [blocked] in blocked.count.add(1, ordering: .relaxed) }, commitsSoon: { false }))
    let (inode, handle) = try fixture.create("file")
    try fixture.write("once", to: handle)
    try fixture.fileSystem.flush(handle, fixture.context)
    let id = try #require(try fixture.bytes("file") { try fixture.context.child(of: .root, named: $0)?.id })
    for round in 0..<20 {
      try replace(id, by: "....", in: fixture.store)
      let before = blocked.count.load(ordering: .relaxed)
      try writeAtOnce(4, to: handle, fixture)
      // Each of them looks, moves and marks: a few times, however the threads meet.
      let looks = blocked.count.load(ordering: .relaxed) - before
      #expect(looks < 200, "round \(round)")
      try fixture.fileSystem.flush(handle, fixture.context)
      #expect(try fixture.contents("file") == "0123", "round \(round)")
    }
    try fixture.close(handle)
    _ = inode
  }

  private func replace(_ id: ItemID, by text: String, in store: ItemStore) throws {
    let made = try store.contents.create()
    let key = made.key
    #expect(Glibc.write(made.number, text, text.utf8.count) == text.utf8.count)
    made.keep()
    try store.change(author: "other") { (transaction) throws(StoreError) in
      _ = try transaction.setContents(key, size: Int64(text.utf8.count), of: id)
    }
  }

  /// Carries what belongs to a thread to it.
  private struct Box: @unchecked Sendable {
    // Sendable: each has a context of its own, and only its thread uses that.
    let context: RequestContext
    let fileSystem: FileSystem
    let handle: HandleNumber
  }

  /// Writes a digit at its place, from so many threads at the same moment.
  private func writeAtOnce(_ count: Int, to handle: HandleNumber, _ fixture: FileSystemFixture) throws {
    let ready = Monitor(0)
    let failures = Monitor<[String]>([])
    let done = Monitor(0)
    for number in 0..<count {
      let context = try RequestContext(fixture.store, logger: fixture.context.logger)
      context.caller = fixture.context.caller
      let box = Box(context: context, fileSystem: fixture.fileSystem, handle: handle)
      NativeThread.start(name: "writer") {
        ready.withLock { $0 += 1 }
        _ = ready.wait { $0 >= count ? true : nil }
        do {
          let digit = [UInt8(ascii: "0") + UInt8(number)]
          _ = try digit.withUnsafeBytes {
            try box.fileSystem.write(.memory($0), to: box.handle, at: Int64(number), isCached: false, box.context)
          }
        } catch { failures.withLock { $0.append("\(error)") } }
        done.withLock { $0 += 1 }
      }
    }
    try #require(done.wait(until: .after(.seconds(60))) { $0 == count ? true : nil } == true)
    #expect(failures.read { $0 }.isEmpty)
  }
}
