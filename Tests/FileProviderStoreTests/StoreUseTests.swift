import Foundation
import Glibc
import Testing

@testable import FileProviderStore

/// Stores that are moved away as a whole.
@Suite struct StoreUseTests {
  private func directory() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("use-\(UUID().uuidString)")
  }

  /// Nothing is done with a store that somebody has open, for changing it or for reading only; then it is.
  @Test func `a store in use stays`() throws {
    let directory = directory()
    defer { try? FileManager.default.removeItem(at: directory) }
    func isMoved() throws -> Bool { try StoreUse.ifUnused(directory) { true } ?? false }
    func expectStays(_ store: ItemStore) throws {
      #expect(StoreUse.isInUse(directory))
      #expect(try !isMoved())
    }
    try expectStays(ItemStore(directory: directory))
    try expectStays(ItemStore(reading: directory))
    #expect(!StoreUse.isInUse(directory))
    #expect(try isMoved())
  }

  /// Who only reads is nobody to whom a store belongs that was not closed in order: another epoch begins all the same.
  @Test func `a reader keeps no epoch from beginning`() throws {
    let directory = directory()
    let copy = self.directory()
    defer { for url in [directory, copy] { try? FileManager.default.removeItem(at: url) } }
    let store = try ItemStore(directory: directory)
    try store.write(author: "test") { (transaction) throws(StoreError) in try transaction.setSetting("a", to: "b") }
    try FileManager.default.copyItem(at: directory, to: copy)
    let reader = try ItemStore(reading: copy)
    #expect(StoreUse.isInUse(copy))
    #expect(try ItemStore(directory: copy).isAnotherEpoch)
    withExtendedLifetime(reader) {}
  }

  /// Who begins to open a store while it is moved away waits, and is told; it does not go on with a store that has no name any more.
  @Test func `who comes meanwhile does not keep a store without a name`() throws {
    let directory = directory()
    let moved = self.directory()
    defer { for url in [directory, moved] { try? FileManager.default.removeItem(at: url) } }
    _ = try ItemStore(directory: directory)
    let opened = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var outcome: Result<ItemStore, any Error>?
    let result = try StoreUse.ifUnused(directory) {
      Thread.detachNewThread {
        outcome = Result { try ItemStore(directory: directory) }
        opened.signal()
      }
      // Until the other one waits for the lock: it has made itself known on the queue.
      let queue = open(directory.appendingPathComponent("queue.lock").path, O_RDWR | O_CLOEXEC)
      defer { close(queue) }
      while flock(queue, LOCK_EX | LOCK_NB) == 0 {
        flock(queue, LOCK_UN)
        usleep(1000)
      }
      return rename(directory.path, moved.path)
    }
    #expect(result == 0)
    opened.wait()
    #expect(throws: StoreError.self) { try outcome?.get() }
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }
}
