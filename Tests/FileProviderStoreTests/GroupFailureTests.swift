import FileProviderStore
import FileProviderTesting
import Foundation
import GRDB
import Glibc
import Testing

/// Groups that fail, that meet other threads, and that somebody else makes after a kill.
@Suite struct GroupFailureTests {
  /// A store that groups what the thread changes that made it, and nobody else's.
  private final class GroupingStore {
    let directory: URL
    let store: ItemStore

    init() throws {
      directory = FileManager.default.temporaryDirectory.appendingPathComponent("groups-\(UUID().uuidString)")
      let owner = pthread_self()
      store = try ItemStore(
        directory: directory, threads: WritingThreads(settlesSoon: { pthread_equal(pthread_self(), owner) != 0 }))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    @discardableResult
    func create(_ name: String, content: ContentKey? = nil) throws -> ItemID {
      var new = NewItem(parent: .root, name: try FileName(name), kind: .file, mode: 0o644, owner: 0, group: 0)
      new.content = content
      return try store.write(author: "test") { [new] (transaction) throws(StoreError) in
        try transaction.create(new)
      }.id
    }

    /// Makes a change that fails when it has changed something.
    func fail() {
      _ = try? store.write(author: "test") { (transaction) throws(StoreError) in
        try transaction.setSetting("failed", to: "yes")
        throw StoreError(.noSuchItem, "on purpose")
      }
    }

    func copy(to directory: URL) throws {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      for name in ["items.sqlite", "items.sqlite-wal", "redo"] {
        try FileManager.default.copyItem(
          at: self.directory.appendingPathComponent(name), to: directory.appendingPathComponent(name))
      }
    }
  }

  /// Contents that a group discarded are removed also when the group had to be made once more.
  @Test func `contents discarded by a group that is made again are removed`() throws {
    let grouping = try GroupingStore()
    let (content, descriptor) = try grouping.store.contents.create()
    close(descriptor)
    let id = try grouping.create("file", content: content)
    try grouping.store.settle()
    try grouping.store.write(author: "test") { (transaction) throws(StoreError) in
      _ = try transaction.delete(id)
    }
    #expect(grouping.store.contents.size(of: content) != nil)
    grouping.fail()
    #expect(try grouping.store.read { (reader) throws(StoreError) in try reader.item(id) } == nil)
    #expect(grouping.store.contents.size(of: content) == nil)
    try grouping.create("next")
    try grouping.store.settle()
    let left = try grouping.store.read { (reader) throws(StoreError) in
      try reader.integer("SELECT count(*) FROM discarded_contents")
    }
    #expect(left == 0)
  }

  /// Who maintains a store that a killed process has left has what that process acknowledged.
  @Test func `maintenance has what a killed process acknowledged`() throws {
    let grouping = try GroupingStore()
    try grouping.create("before")
    try grouping.store.settle()
    let copy = grouping.directory.appendingPathComponent("copy")
    try grouping.copy(to: copy)
    let other = try ItemStore(directory: copy)
    try grouping.create("acknowledged")
    let redo = try Data(contentsOf: grouping.directory.appendingPathComponent("redo"))
    let file = try FileHandle(forWritingTo: copy.appendingPathComponent("redo"))
    try file.write(contentsOf: redo)
    try file.close()
    let names = try other.withDatabase { try String.fetchSet($0, sql: "SELECT name FROM items WHERE kind = 1") }
    #expect(names == ["before", "acknowledged"])
  }

  /// A look-up waits for the end of a group, and not for a long transaction that came while it was open.
  @Test func `a look-up does not wait for a long transaction`() throws {
    let grouping = try GroupingStore()
    let store = grouping.store
    let id = try grouping.create("file")
    let (begun, end, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      _ = try? store.write(author: "other") { (transaction) throws(StoreError) in
        try transaction.setSetting("other", to: "done")
        begun.signal()
        end.wait()
      }
      done.signal()
    }
    begun.wait()
    let found = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let item = try? store.readNow(store.makeReader()) { (reader) throws(StoreError) in try reader.item(id) }
      if item != nil { found.signal() }
    }
    #expect(found.wait(timeout: .now() + 1) == .success)
    end.signal()
    done.wait()
  }

  /// While a change is under way nobody can say that nothing is left to commit: the group may stay open after it.
  @Test func `a change under way may leave something`() throws {
    let grouping = try GroupingStore()
    let store = grouping.store
    let idle = try store.write(author: "test") { (transaction) throws(StoreError) in
      try transaction.setSetting("key", to: "value")
      let answered = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var idle = true
      Thread.detachNewThread {
        idle = (try? store.settleIfIdle()) ?? true
        answered.signal()
      }
      answered.wait()
      return idle
    }
    #expect(!idle)
    #expect(try store.settleIfIdle())
    #expect(!store.hasUnsettled)
  }

  /// When the disk refuses what is acknowledged, nobody is told that it is not there, or that it is durable; later it is there.
  @Test func `what cannot be committed is not denied`() throws {
    let grouping = try GroupingStore()
    let store = grouping.store
    // The write-ahead log becomes longer than the redo log, so that a limit can keep it from growing.
    while try size(of: "items.sqlite-wal", in: grouping) < 400_000 {
      try grouping.create("filler \(UUID().uuidString)")
      try store.settle()
    }
    let id = try grouping.create("acknowledged")
    try withFilesLimited(to: size(of: "items.sqlite-wal", in: grouping)) {
      #expect(throws: StoreError.self) { try store.settle() }
      #expect(throws: StoreError.self) {
        try store.readNow(store.makeReader()) { (reader) throws(StoreError) in try reader.item(id) }
      }
      #expect(throws: StoreError.self) { try store.synchronize() }
    }
    let found = try store.readNow(store.makeReader()) { (reader) throws(StoreError) in try reader.item(id) }
    #expect(found != nil)
    try store.synchronize()
    #expect(try store.read { (reader) throws(StoreError) in try reader.item(id) } != nil)
  }

  private func size(of name: String, in grouping: GroupingStore) throws -> Int {
    let path = grouping.directory.appendingPathComponent(name).path
    return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  /// Runs something while no file of this process may become longer.
  private func withFilesLimited(to size: Int, _ body: () throws -> Void) throws {
    let resource = __rlimit_resource_t(1)
    var before = rlimit()
    getrlimit(resource, &before)
    let handler = signal(SIGXFSZ, SIG_IGN)
    var limited = before
    limited.rlim_cur = rlim_t(size)
    setrlimit(resource, &limited)
    defer {
      setrlimit(resource, &before)
      signal(SIGXFSZ, handler)
    }
    try body()
  }
}
