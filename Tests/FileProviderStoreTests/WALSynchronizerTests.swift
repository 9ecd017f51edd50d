import FileProviderStore
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Failures of synchronizing the write-ahead log.
@Suite struct WALSynchronizerTests {
  /// `fsync` works in a process without free descriptors, and other calls report that they need one.
  @Test func `nothing is opened for a synchronization`() throws {
    let directory = try TestDirectory("starving")
    let fixture = try #require(Machine.built("MountFixture"))
    let result = try RunningProcess([fixture, "starve", directory.path]).wait()
    #expect(result.output == "synchronize done\ncontents EMFILE\nreader EMFILE\nsynchronize done\n")
  }

  /// An error of the synchronization stays: the kernel reports it once, and then treats the pages that it could not write as written.
  @Test func `an error of the disk stays`() throws {
    let directory = try TestDirectory("log")
    let file = directory.appending("log")
    try Data().write(to: file)
    let answers = Mutex<[Int32]>([0, EINTR, 0, EIO])
    let synchronizer = try WALSynchronizer(wal: file) { _ in
      let answer = answers.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
      errno = answer
      return answer == 0 ? 0 : -1
    }
    try synchronizer.synchronize()
    try synchronizer.synchronize()
    #expect(throws: StoreError.self) { try synchronizer.synchronize() }
    #expect(throws: StoreError.self) { try synchronizer.synchronize() }
    #expect(answers.withLock { $0.isEmpty })
  }

  /// If the kernel gives no lock, no process writes; this was once taken for success.
  @Test func `nothing is written without the lock`() throws {
    let temporary = try TemporaryStore()
    try temporary.create("before")
    let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init)
    let path = temporary.directory.resolvingSymlinksInPath().appendingPathComponent("holder.lock").path
    let holder = try #require(
      links.first { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path })
    // No lock can be had on a descriptor that only names a file.
    let pathOnly: Int32 = 0o10_000_000  // O_PATH, open(2)
    let name = open(path, pathOnly | O_CLOEXEC)
    let lock = dup(holder)
    defer {
      dup2(lock, holder)
      close(lock)
      close(name)
    }
    #expect(dup2(name, holder) == holder)
    #expect(throws: StoreError.self) { try temporary.create("without a lock") }
    #expect(try temporary.store.rootNames() == ["before"])
  }
}
