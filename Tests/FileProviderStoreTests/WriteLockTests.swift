import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FileProviderStore

/// The queue in front of the one writer. Two locks on one directory are to each other what two processes are: flock(2) locks belong to what was opened.
@Suite struct WriteLockTests {
  private let place: TestDirectory
  private let lock: WriteLock
  private let other: WriteLock

  init() throws {
    place = try TestDirectory("lock")
    (lock, other) = (try WriteLock(directory: place.url), try WriteLock(directory: place.url))
  }

  /// Whether somebody waits for the lock on a file of the store, as the kernel has it (proc_locks(5)).
  private func mayBeUnconfirmed(_ name: String) throws -> Bool {
    var status = stat()
    try #require(stat(place.appending(name).path, &status) == 0)
    let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
    return locks.contains { $0.contains("-> FLOCK") && $0.contains(":\(status.st_ino) ") }
  }

  /// Runs something on a thread of its own.
  private func onThread(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    return done
  }

  /// One writer at a time, whoever it is.
  @Test func `one writer at a time`() throws {
    try lock.lock()
    #expect(try !other.tryLock())
    #expect(try !lock.tryLock())
    lock.unlock()
    #expect(try other.tryLock())
    #expect(try !lock.tryLock())
    other.unlock()
    #expect(try lock.tryLock())
    lock.unlock()
  }

  /// Who lets go and comes again at once goes behind the process that has waited.
  @Test func `a bulk writer does not come round before one who waits`() throws {
    let order = Mutex<[String]>([])
    for _ in 0..<20 {
      order.withLock { $0 = [] }
      try lock.lock()
      let done = onThread { [other] in
        try? other.lock()
        order.withLock { $0.append("waited") }
        other.unlock()
      }
      try #require(try eventually { try mayBeUnconfirmed("holder.lock") })
      lock.unlock()
      try lock.lock()
      order.withLock { $0.append("came again") }
      lock.unlock()
      done.wait()
      #expect(order.withLock { $0 } == ["waited", "came again"])
    }
  }

  /// Threads of one process are served as they come, too.
  @Test func `a thread does not come round before one that waits`() throws {
    for _ in 0..<20 {
      let order = Mutex<[String]>([])
      let thread = Mutex("")
      try lock.lock()
      let done = onThread { [lock] in
        thread.withLock { $0 = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? "" }
        try? lock.lock()
        order.withLock { $0.append("waited") }
        lock.unlock()
      }
      // A thread that sleeps after it has said who it is waits for the lock.
      try #require(
        eventually {
          let name = thread.withLock { $0 }
          let line = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
          return !name.isEmpty && line?.split(separator: ")").last?.hasPrefix(" S") == true
        })
      lock.unlock()
      try lock.lock()
      order.withLock { $0.append("came again") }
      lock.unlock()
      done.wait()
      #expect(order.withLock { $0 } == ["waited", "came again"])
    }
  }

  /// What asks without waiting leaves the turn to a process that waits, also when nobody writes at this moment.
  @Test func `one that waits goes before one that only tries`() throws {
    let queue = open(place.appending("queue.lock").path, O_RDWR | O_CLOEXEC)
    defer { close(queue) }
    try #require(flock(queue, LOCK_EX | LOCK_NB) == 0)
    #expect(try !lock.tryLock())
    #expect(try lock.ifFree { true } == nil)
    flock(queue, LOCK_UN)
    #expect(try lock.tryLock())
    lock.unlock()
  }

  /// While a group is open other processes stay out, and threads of this one come in without asking the kernel.
  @Test func `a kept lock is this process's alone`() throws {
    try lock.lock()
    lock.unlock(keepingProcessesOut: true)
    try #require(try !other.tryLock())
    #expect(try other.ifFree { true } == nil)
    #expect(try lock.ifFree { true } == nil)
    #expect(try lock.tryLock())
    lock.unlock(keepingProcessesOut: true)
    try lock.lock()
    lock.unlock()
    #expect(try other.tryLock())
    other.unlock()
  }

  /// What must find nobody finds nobody, and meanwhile nobody comes; afterwards the lock is free, also when it has failed.
  @Test func `nobody comes while it must be free`() throws {
    let others = try lock.ifFree { (try other.tryLock(), try other.ifFree { true }) }
    #expect(others?.0 == false && others?.1 == nil)
    #expect(throws: StoreError.self) { try lock.ifFree { throw StoreError(.full, "full") } }
    #expect(try other.tryLock())
    #expect(try lock.ifFree { true } == nil)
    other.unlock()
  }

  /// An opening that fails when it has the lock does not keep it.
  @Test func `a failed opening gives the lock back`() throws {
    var isOthers: Bool?
    #expect(throws: StoreError.self) {
      try lock.lockForOpening { () throws(StoreError) in
        isOthers = try other.tryLock()
        throw StoreError(.inUse, "in use")
      }
    }
    #expect(isOthers == false)
    #expect(try other.tryLock())
    other.unlock()
    #expect(try lock.lockForOpening { () throws(StoreError) in 1 } == 1)
    #expect(try !other.tryLock())
    lock.unlock()
  }

  /// Who leaves while another one writes leaves the end to it, and is gone all the same.
  @Test func `the last one that leaves does what is left`() throws {
    var (ends, departures) = (0, 0)
    try other.lock()
    try lock.leaveStore({ ends += 1 }, departure: { departures += 1 })
    #expect((ends, departures) == (0, 1))
    other.unlock()
    try lock.leaveStore({ ends += 1 }, departure: { departures += 1 })
    #expect((ends, departures) == (1, 2))
    // A process that keeps others out while it leaves leaves nothing locked.
    try lock.lock()
    lock.unlock(keepingProcessesOut: true)
    try lock.leaveStore({ ends += 1 }, departure: { departures += 1 })
    #expect((ends, departures) == (2, 3))
    #expect(try other.tryLock())
    other.unlock()
  }

  /// A lock is its store's only as long as the store has this file.
  @Test func `a lock of a store that was replaced is not the new one's`() throws {
    try lock.lock()
    defer { lock.unlock() }
    #expect(lock.isIn(place.url))
    try FileManager.default.removeItem(at: place.appending("holder.lock"))
    #expect(!lock.isIn(place.url))
    let another = try WriteLock(directory: place.url)
    #expect(another.isIn(place.url))
    #expect(!lock.isIn(place.url))
  }

  /// A store for reading only has no lock to take.
  @Test func `nobody writes to a store that is read`() {
    #expect(throws: StoreError.self) { try WriteLock().lock() }
  }

  /// A process that is stopped keeps its locks: so it waits with that for the end of its change.
  @Test func `what is done between changes waits for the one that is under way, but not for ever`() throws {
    try lock.lock()
    let done = onThread { WriteLock.betweenChanges(patience: .seconds(60)) {} }
    #expect(done.wait(timeout: .now() + 0.2) == .timedOut)
    WriteLock.betweenChanges(patience: .zero) {}
    lock.unlock()
    #expect(done.wait(timeout: .now() + 30) == .success)
    WriteLock.betweenChanges(patience: .seconds(60)) {
      #expect((try? lock.tryLock()) == false)
    }
    #expect(eventually { (try? lock.tryLock()) == true })
    lock.unlock()
  }

  @Test func `it is known for how long somebody has waited for another process`() throws {
    #expect(!lock.isWaiting(for: .zero))
    try other.lock()
    let done = onThread { [lock] in if (try? lock.lock()) != nil { lock.unlock() } }
    #expect(eventually { lock.isWaiting(for: .milliseconds(50)) })
    #expect(!lock.isWaiting(for: .seconds(3600)))
    other.unlock()
    #expect(done.wait(timeout: .now() + 30) == .success)
    #expect(!lock.isWaiting(for: .zero))
  }
}
