import Foundation
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderStore

/// Work of the background that is not done at once.
@Suite struct StoreHousekeepingTests {
  private static let atOnce = HousekeepingPace(discards: 1, quiet: 1, longest: 1, retry: .milliseconds(1))

  /// Tasks of which each fails a few times.
  private final class Tasks: HousekeepingTasks {
    /// How often each was begun.
    let attempts = Mutex<[String: Int]>([:])
    private static let failures = 3

    private func attempt(_ name: String) throws(StoreError) {
      let number = attempts.withLock { attempts in
        attempts[name, default: 0] += 1
        return attempts[name] ?? 0
      }
      if number <= Self.failures { throw StoreError(.inputOutput, "failure \(number)") }
    }

    func removeDiscarded() throws(StoreError) { try attempt("discards") }
    func removeUnfinished() throws(StoreError) -> Bool {
      do throws(StoreError) { try attempt("unfinished") } catch { return false }
      return true
    }
    func compareSizes(limit: Int) throws(StoreError) { try attempt("sizes") }
    func synchronizeContents() throws(StoreError) { try attempt("marks") }
    func measureContents() throws(StoreError) { try attempt("room") }
    func pruneRemoved(at now: Timestamp) throws(StoreError) -> Timestamp? { nil }
  }

  /// Work that fails, or that somebody else keeps from being finished, is noted once, and tried until it is done.
  @Test func `work that fails is tried again`() {
    let (housekeeping, tasks) = (StoreHousekeeping(pace: Self.atOnce), Tasks())
    housekeeping.begin(for: tasks)
    let work: [StoreHousekeeping.Work] = [.discards, .unfinished, .sizes, .marks, .room]
    for part in work { housekeeping.note(part) }
    let names = ["discards", "unfinished", "sizes", "marks", "room"]
    #expect(eventually { tasks.attempts.withLock { attempts in names.allSatisfy { attempts[$0] ?? 0 >= 4 } } })
    housekeeping.stop()
  }

  /// The mark of a process that makes content files, and one of these, without an item. The process was killed, and the last of its threads has not ended.
  private struct Dying {
    private let mark: String
    private let file: String
    private let lock: Int32

    init(in temporary: TemporaryStore) throws {
      let contents = temporary.store.contents
      let made = try contents.create()
      let key = made.key
      made.keep()
      contents.endSession()
      ContentSession.distrustDone(in: contents.directory)
      let sessions = ContentSession.directory(in: contents.directory)
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: sessions).first)
      (mark, file) = (sessions + "/" + name, contents.url(of: key).path)
      lock = open(mark, O_RDWR | O_CLOEXEC)
      #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    }

    func end() { close(lock) }

    var isLeft: Bool { access(mark, F_OK) == 0 || access(file, F_OK) == 0 }
  }

  private static let ofMount = ChangingThreads(commitsSoon: { false })

  /// What a mount was making when it was killed is removed although its lock was still held when the next mount began.
  @Test func `what a process leaves that ends late is removed`() throws {
    let temporary = try TemporaryStore()
    let dying = try Dying(in: temporary)
    let mount = try ItemStore(directory: temporary.directory, threads: Self.ofMount, pace: Self.atOnce)
    #expect(dying.isLeft)
    dying.end()
    #expect(eventually { !dying.isLeft })
    withExtendedLifetime(mount) {}
  }

  /// The end of the mount is the last attempt.
  @Test func `what a process leaves that ends late is removed with the end of the mount`() throws {
    let temporary = try TemporaryStore()
    let dying = try Dying(in: temporary)
    let pace = HousekeepingPace(discards: .max / 4, quiet: .max / 4, longest: .max / 4, retry: .seconds(3600))
    let mount = try ItemStore(directory: temporary.directory, threads: Self.ofMount, pace: pace)
    dying.end()
    try mount.finish()
    #expect(!dying.isLeft)
  }

  /// The row of a document that a killed mount was writing is made right, although the lock of that mount was still held when another one asked first. A
  /// mount's own marks do not count.
  @Test func `a document is reconciled when its writer has ended`() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let (document, other) = (try temporary.createDocument("a", "text"), try temporary.createDocument("b", "text"))
    let own = try store.makeWriterSession()
    var session: WriterSession? = try store.makeWriterSession()
    let name = try #require(session?.name)
    try temporary.change { (transaction) throws(StoreError) in
      try transaction.markChange(of: document, session: name)
      try transaction.markChange(of: other, session: own.name)
    }
    func size() throws -> Int64? {
      try store.readCommitted { (reader) throws(StoreError) in try reader.item(document)?.size }
    }
    let content = try #require(
      try store.readCommitted { (reader) throws(StoreError) in try reader.item(document)?.content })
    do {
      let file = try store.contents.open(content, flags: O_WRONLY)
      #expect(pwrite(file.number, "x", 1, 9) == 1)
    }
    #expect(try !store.reconcileWriters(author: "test", excluding: own.name))
    #expect(try size() == 4)
    session = nil
    #expect(try store.reconcileWriters(author: "test", isRepeated: true, excluding: own.name))
    #expect(try size() == 10)
    withExtendedLifetime(own) {}
  }
}
