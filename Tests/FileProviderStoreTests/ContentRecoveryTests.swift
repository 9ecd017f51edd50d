import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FileProviderStore

/// Marked contents are recovered after a loss of power.
@Suite struct ContentRecoveryTests {
  /// Discarded contents that the disk fails to remove are removed the next time.
  @Test func `what cannot be removed is tried again`() throws {
    let temporary = try TemporaryStore()
    let document = try temporary.createDocument("document", "text")
    let other = try temporary.createDocument("other", "text")
    let contents = try [document, other].map { id in
      try #require(try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }?.content)
    }
    // What is no file cannot be removed as one.
    let path = temporary.store.contents.url(of: contents[0]).path
    #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
    try temporary.change { (transaction) throws(StoreError) in
      for id in [document, other] { try TreeEditor(transaction).delete(id) }
    }
    func discarded() throws -> [Int64] {
      try temporary.store.readCommitted { (reader) throws(StoreError) in
        try reader.integers("SELECT content FROM discarded_contents")
      }
    }
    try temporary.store.removeDiscarded()
    #expect(try discarded() == [contents[0].rawValue])
    #expect(temporary.store.contents.size(of: contents[1]) == nil)
    #expect(rmdir(path) == 0)
    try temporary.store.removeDiscarded()
    #expect(try discarded().isEmpty)
  }

  /// Two processes open a store after a loss of power. One may have recovered a document, and written to it, when the other has just found its mark:
  /// the new contents stay.
  @Test func `a document is recovered once`() throws {
    let temporary = try TemporaryStore()
    let file = try temporary.create("file")
    let keys = try (0..<3).map { number in
      let made = try temporary.store.contents.create()
      let key = made.key
      #expect(ftruncate(made.number, off_t(number + 1)) == 0)
      made.keep()
      return key
    }
    try temporary.change { (transaction) throws(StoreError) in try transaction.setContents(keys[0], size: 1, of: file) }
    try temporary.store.finishHousekeeping()
    try temporary.change { (transaction) throws(StoreError) in try transaction.setContents(keys[1], size: 2, of: file) }

    let queue = open(temporary.directory.appendingPathComponent("queue.lock").path, O_RDWR | O_CLOEXEC)
    defer { close(queue) }
    let hasFound = DispatchSemaphore(value: 0)
    let (store, isWriting) = (temporary.store, DispatchGroup())
    let isFirst = Atomic(true)
    _ = try ItemStore(
      directory: temporary.directory, threads: ChangingThreads(willBlock: { hasFound.signal() }),
      boot: BootIdentity(uuid: UUID()), pace: .onDemand
    ) { _ in
      // The marks are lost ones now. The other process, which waits for its turn, recovers them first.
      guard isFirst.exchange(false, ordering: .relaxed) else { return 0 }
      DispatchQueue.global().async(group: isWriting) {
        _ = try? store.change(author: "other") { (transaction) throws(StoreError) in
          hasFound.wait()
          let delete = try transaction.reader.statement(.deleteLostMarks)
          delete.bind(1, file)
          try delete.run()
          try transaction.dropReplaced(of: file)
          guard let item = try transaction.reader.item(file) else { throw StoreError(.noSuchItem) }
          guard let emptied = try transaction.emptyContents(of: item, session: "other") else { return }
          _ = try transaction.adoptContents(keys[2], of: emptied, isVersion: false, session: "other")
        }
      }
      eventually {
        if flock(queue, LOCK_EX | LOCK_NB) != 0 { return true }
        flock(queue, LOCK_UN)
        return false
      }
      return 0
    }
    isWriting.wait()
    #expect(try store.readCommitted { (reader) throws(StoreError) in try reader.item(file) }?.content == keys[2])
    let replaced = try store.readCommitted { (reader) throws(StoreError) in
      try reader.integer("SELECT content FROM replaced_contents")
    }
    #expect(replaced == keys[1].rawValue)
  }
}
