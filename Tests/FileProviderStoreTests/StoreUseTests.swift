import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FileProviderStore

/// Stores that are moved away as a whole.
@Suite struct StoreUseTests {
  /// The store is not handed over while a process has it open, for changing or for reading only; afterwards it is.
  @Test func `a store in use stays`() throws {
    let place = try TestDirectory("use")
    let directory = place.url
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

  /// A process that only reads does not keep another epoch from beginning after a store was not closed in an orderly way.
  @Test func `a reader keeps no epoch from beginning`() throws {
    let (place, other) = (try TestDirectory("use"), TestDirectory(adopting: TestDirectory.unused("use")))
    let (directory, copy) = (place.url, other.url)
    let store = try ItemStore(directory: directory)
    try store.change(author: "test") { (transaction) throws(StoreError) in try transaction.changeSetting("a", to: "b") }
    try FileManager.default.copyItem(at: directory, to: copy)
    let reader = try ItemStore(reading: copy)
    #expect(StoreUse.isInUse(copy))
    #expect(try ItemStore(directory: copy).isAnotherEpoch)
    withExtendedLifetime(reader) {}
  }

  /// A process that opens a store while it is moved away waits, and gets an error; it does not continue with a store that is no longer there.
  @Test func `who comes meanwhile does not keep a store without a name`() throws {
    let (place, other) = (try TestDirectory("use"), TestDirectory(adopting: TestDirectory.unused("use")))
    let (directory, moved) = (place.url, other.url)
    _ = try ItemStore(directory: directory)
    let opened = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var outcome: Result<ItemStore, any Error>?
    let result = try StoreUse.ifUnused(directory) {
      Thread.detachNewThread {
        outcome = Result { try ItemStore(directory: directory) }
        opened.signal()
      }
      try awaitWaiting("queue.lock", in: directory)
      return rename(directory.path, moved.path)
    }
    #expect(result == 0)
    opened.wait()
    #expect(throws: StoreError.self) { try outcome?.get() }
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }

  /// A process that opens the store counts as a user before it holds the open lock, so that another process does not test that lock meanwhile.
  @Test func `a store that is being opened is in use`() throws {
    let place = try TestDirectory("use")
    let directory = place.url
    _ = try ItemStore(directory: directory)
    let lock = try WriteLock(directory: directory)
    try lock.lock()
    #expect(StoreUse.isInUse(directory))
    lock.unlock()
    #expect(!StoreUse.isInUse(directory))
  }

  /// A process that closes the store waits while another one tests whether it is in use, and then sets the mark that all is on the disk. It does not
  /// take the testing process for one that has the store open.
  @Test func `who closes a store waits for who asks`() throws {
    let place = try TestDirectory("use")
    let directory = place.url
    _ = try ItemStore(directory: directory)
    let lock = try WriteLock(directory: directory)
    let left = DispatchSemaphore(value: 0)
    let hasLeft = Atomic<Bool>(false)
    let hasEnded = Atomic<Bool>(false)
    let isUnused = try StoreUse.ifUnused(directory) {
      Thread.detachNewThread {
        try? lock.leaveStore({ hasEnded.store(true, ordering: .relaxed) }, departure: {})
        hasLeft.store(true, ordering: .releasing)
        left.signal()
      }
      try awaitWaiting("queue.lock", in: directory) { hasLeft.load(ordering: .acquiring) }
      return true
    }
    left.wait()
    #expect(isUnused == true)
    let isOnTheDisk = hasEnded.load(ordering: .relaxed)
    #expect(isOnTheDisk)
  }

  /// A process that opens a store for reading waits while another one tests whether it is in use, and counts as a user from then on.
  @Test func `who begins to read waits for who asks`() throws {
    let place = try TestDirectory("use")
    let directory = place.url
    let store = try ItemStore(directory: directory)
    let asking = open(directory.appendingPathComponent("reading.lock").path, O_RDWR | O_CLOEXEC)
    try #require(flock(asking, LOCK_EX | LOCK_NB) == 0)
    let opened = DispatchSemaphore(value: 0)
    let isOpen = Atomic<Bool>(false)
    nonisolated(unsafe) var outcome: Result<ItemStore, any Error>?
    Thread.detachNewThread {
      outcome = Result { try ItemStore(reading: directory) }
      isOpen.store(true, ordering: .releasing)
      opened.signal()
    }
    try awaitWaiting("reading.lock", in: directory) { isOpen.load(ordering: .acquiring) }
    close(asking)
    opened.wait()
    let reader = try outcome?.get()
    let reading = open(directory.appendingPathComponent("reading.lock").path, O_RDWR | O_CLOEXEC)
    defer { close(reading) }
    #expect(flock(reading, LOCK_EX | LOCK_NB) != 0)
    withExtendedLifetime((reader, store)) {}
  }

  /// Returns when a process waits for the lock on a file of a store, or no longer has to; after a minute in any case.
  private func awaitWaiting(_ name: String, in directory: URL, unless isOver: () -> Bool = { false }) throws {
    var status = stat()
    try #require(stat(directory.appendingPathComponent(name).path, &status) == 0)
    try eventually {
      let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
      return isOver() || locks.contains { $0.contains("-> FLOCK") && $0.contains(":\(status.st_ino) ") }
    }
  }
}
