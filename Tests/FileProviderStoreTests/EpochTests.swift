import FileProviderStore
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Generations are never used twice, whatever the machine or the disk does.
@Suite struct EpochTests {
  /// A store on a disk that keeps only what was synchronized when the power is cut.
  private final class Disk: Sendable {
    private let place = TestDirectory(adopting: TestDirectory.unused("disk"))
    private let imagePlace = TestDirectory(adopting: TestDirectory.unused("image"))
    var directory: URL { place.url }
    private var image: URL { imagePlace.url }
    private let count = Mutex(0)

    /// How often the log was synchronized.
    var synchronizations: Int { count.withLock { $0 } }

    /// - Parameter willWrite: As a mount opens it.
    func open(boot: BootIdentity? = .current, willWrite: Bool = false) throws -> ItemStore {
      let threads = willWrite ? ChangingThreads(commitsSoon: { false }) : ChangingThreads()
      return try ItemStore(directory: directory, threads: threads, boot: boot) { [self] _ in
        count.withLock { $0 += 1 }
        try? copy(directory, to: image)
        return 0
      }
    }

    /// What is left if the power is cut now, or the disk unplugged.
    func cut() throws { try copy(image, to: directory) }

    private func copy(_ source: URL, to target: URL) throws {
      try? FileManager.default.removeItem(at: target)
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      for name in ["items.sqlite", "items.sqlite-wal", "redo"] {
        try FileManager.default.copyItem(
          at: source.appendingPathComponent(name), to: target.appendingPathComponent(name))
      }
    }
  }

  private func create(_ name: String, in store: ItemStore) throws {
    let name = try FileName(name)
    try store.change(author: "test") { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: name, kind: .file, mode: 0o644, owner: 0, group: 0))
    }
  }

  private func generation(_ store: ItemStore) throws -> Int64 {
    try store.readCommitted { (reader) throws(StoreError) in try reader.generation().rawValue }
  }

  private func canTell(_ store: ItemStore, since generation: Int64) throws -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in
      try reader.coversChanges(since: Generation(rawValue: generation))
    }
  }

  /// A mount may have opened the store before the process of the provider did.
  @Test func `the next push knows of a disk that came back`() throws {
    func mayHaveLost(_ store: ItemStore) throws -> Bool {
      try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        try PushEditor(transaction).mayHaveLostAnswers()
      }
    }
    let disk = Disk()
    let before = try disk.open()
    try create("a", in: before)
    #expect(try mayHaveLost(before))
    #expect(try !mayHaveLost(before))
    try before.synchronize()
    try create("b", in: before)
    try disk.cut()
    let (mount, provider) = (try disk.open(), try disk.open())
    #expect(mount.isAnotherEpoch && !provider.isAnotherEpoch)
    #expect(try mayHaveLost(provider))
    #expect(try !mayHaveLost(provider))
  }

  /// A store that was closed in an orderly way continues where it was: there is no gap, no anchor has expired, and reading needs no synchronization.
  @Test func `an orderly end leaves no gap`() throws {
    let disk = Disk()
    try create("a", in: disk.open())
    let before = disk.synchronizations
    try autoreleasing {
      let store = try disk.open()
      #expect(!store.isAnotherEpoch)
      #expect(try generation(store) == 1)
    }
    #expect(disk.synchronizations == before)
    let store = try disk.open(boot: .current)
    try create("b", in: store)
    #expect(try generation(store) == 2)
  }

  private func autoreleasing(_ body: () throws -> Void) rethrows { try body() }

  /// The mark that all is on the disk is removed before the first change, not earlier: one synchronization then, and one at the end.
  @Test func `a command that writes synchronizes twice`() throws {
    let disk = Disk()
    try create("a", in: disk.open())
    let before = disk.synchronizations
    try autoreleasing {
      let store = try disk.open()
      for number in 0..<5 { try create("\(number)", in: store) }
      #expect(disk.synchronizations == before + 1)
    }
    #expect(disk.synchronizations == before + 2)
  }

  /// After two cuts in a row, in one run of the machine or in several, no generation that a reader has seen is used again, and its anchors have
  /// expired. This also holds when a mount opens the store, which removes the mark of an orderly end together with adding the gap.
  @Test(arguments: [true, false], [true, false])
  func `no generation comes back after two cuts`(reboots: Bool, willWrite: Bool) throws {
    let disk = Disk()
    try create("synced", in: disk.open())
    var seen: [Int64] = []
    for round in 0..<3 {
      let boot = reboots ? BootIdentity(uuid: UUID()) : BootIdentity.current
      let store = try disk.open(boot: boot, willWrite: willWrite)
      if round > 0 {
        #expect(store.isAnotherEpoch)
        for generation in seen { #expect(try !canTell(store, since: generation), "\(generation)") }
      }
      try create("lost \(round)", in: store)
      let newest = try generation(store)
      #expect(seen.allSatisfy { $0 < newest }, "\(newest) after \(seen)")
      seen.append(newest)
      try disk.cut()
    }
    let store = try disk.open()
    #expect(try store.rootNames() == ["synced"])
    #expect(try canTell(store, since: 1))
  }

  /// The next opening after a kill begins another epoch, even for reading; commits stay, and so do anchors at the end of the log.
  @Test func `a kill begins another epoch`() throws {
    let disk = Disk()
    let killed = try disk.open()
    try create("a", in: killed)
    // A process that is killed takes its lock with it, and leaves no mark.
    let copy = try killedCopy(of: disk.directory)
    let store = try ItemStore(directory: copy.url)
    #expect(store.isAnotherEpoch)
    #expect(try generation(store) > 1_000_000)
    #expect(try canTell(store, since: 1))
    #expect(try store.rootNames() == ["a"])
  }

  private func killedCopy(of directory: URL) throws -> TestDirectory {
    let copy = try TestDirectory("copy")
    for name in ["items.sqlite", "items.sqlite-wal"] {
      try FileManager.default.copyItem(
        at: directory.appendingPathComponent(name), to: copy.appending(name))
    }
    return copy
  }

  /// While a process has the store open nothing can have been lost, so another process that opens it makes no gap.
  @Test func `a second opening goes on in the same epoch`() throws {
    let disk = Disk()
    let first = try disk.open()
    try create("a", in: first)
    let second = try disk.open()
    #expect(!second.isAnotherEpoch)
    try create("b", in: second)
    #expect(try generation(first) == 2)
  }

  /// The last process that closes the store sets the mark that all is on the disk, whichever process made the changes.
  @Test func `a reader who leaves last ends the epoch`() throws {
    let disk = Disk()
    try autoreleasing {
      let reader = try disk.open()
      try create("a", in: disk.open())
      #expect(try generation(reader) == 1)
    }
    #expect(try !disk.open().isAnotherEpoch)
  }

  /// Processes that open the store while others close it, in any order, never conclude that something was lost.
  @Test func `coming and going at once makes no gap`() throws {
    let disk = Disk()
    try create("first", in: disk.open())
    let gaps = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      for round in 0..<25 {
        guard let store = try? ItemStore(directory: disk.directory) else { continue }
        if store.isAnotherEpoch { gaps.add(1, ordering: .relaxed) }
        try? create("\(number) \(round)", in: store)
      }
    }
    #expect(gaps.load(ordering: .relaxed) == 0)
    #expect(try generation(disk.open()) == 101)
  }

  /// A process that closes the store waits for one that is about to open it, and has not yet tested whether it is in use.
  @Test func `who leaves waits for who comes`() throws {
    let disk = Disk()
    nonisolated(unsafe) var leaving: ItemStore? = try disk.open()
    try create("a", in: #require(leaving))
    let (queue, holder) = (try lock("queue.lock", of: disk), try lock("holder.lock", of: disk))
    let hasLeft = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      leaving = nil
      hasLeft.signal()
    }
    let isWaiting = hasLeft.wait(timeout: .now() + 0.2) == .timedOut
    close(holder)
    close(queue)
    if isWaiting { hasLeft.wait() }
    #expect(isWaiting)
    #expect(try !disk.open().isAnotherEpoch)
  }

  /// Takes one of the store's locks.
  ///
  /// - Returns: Closed, it is given back.
  private func lock(_ name: String, of disk: Disk) throws -> Int32 {
    let descriptor = open(disk.directory.appendingPathComponent(name).path, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    return descriptor
  }

  /// A gap counts as one row for the retention, however many generations it skips.
  @Test func `gaps do not use up the log`() throws {
    let disk = Disk()
    let store = { try ItemStore(directory: disk.directory, retention: 1500, boot: BootIdentity(uuid: UUID())) }
    for boot in 0..<6 {
      let store = try store()
      for number in 0..<20 { try create("\(boot) \(number)", in: store) }
    }
    let last = try store()
    // More than the generations after which the log is looked at.
    for number in 0..<1100 { try create("more \(number)", in: last) }
    #expect(try canTell(last, since: 0))
    for number in 0..<3100 { try create("much more \(number)", in: last) }
    let (oldest, rows) = try last.readCommitted { (reader) throws(StoreError) in
      (try reader.oldestGeneration().rawValue, try reader.integer("SELECT count(*) FROM log") ?? 0)
    }
    #expect(oldest > 0)
    #expect(rows >= 1500 && rows < 1500 + 1025 + 1, "\(rows)")
  }

  /// A disk that refuses to synchronize keeps the first change from being acknowledged.
  @Test func `nothing is changed before the mark is gone from the disk`() throws {
    let directory = try TestDirectory("store")
    try create("a", in: ItemStore(directory: directory.url))
    let store = try ItemStore(directory: directory.url) { _ in
      errno = EIO
      return -1
    }
    #expect(throws: StoreError.self) { try create("b", in: store) }
    #expect(try store.rootNames() == ["a"])
  }
}
