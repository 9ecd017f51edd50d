import FileProviderStore
import FileProviderTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// Groups that fail, that meet other threads, and that another process restores after a kill.
@Suite struct GroupFailureTests {
  /// A store that groups only the changes of the thread that made it.
  private final class GroupingStore {
    let directory: URL
    let store: ItemStore

    init(
      in parent: URL = FileManager.default.temporaryDirectory
    ) throws {
      directory = parent.appendingPathComponent("groups-\(UUID().uuidString)")
      let owner = pthread_self()
      // However busy the machine is, a group stays open until a test ends it.
      let threads = ChangingThreads(
        commitsSoon: { pthread_equal(pthread_self(), owner) != 0 }, longestGroup: .max / 4)
      store = try ItemStore(directory: directory, threads: threads)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    @discardableResult
    func create(_ name: String, content: ContentKey? = nil) throws -> ItemID {
      var new = NewItem(parent: .root, name: try FileName(name), kind: .file, mode: 0o644, owner: 0, group: 0)
      new.content = content
      return try store.change(author: "test") { [new] (transaction) throws(StoreError) in
        try TreeEditor(transaction).create(new)
      }.id
    }

    /// Makes a change that fails after it has changed something.
    func fail() {
      _ = try? store.change(author: "test") { (transaction) throws(StoreError) in
        try transaction.changeSetting("failed", to: "yes")
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

  /// Contents that a group discarded are removed even if the group had to be restored.
  @Test func `contents discarded by a group that is made again are removed`() throws {
    let grouping = try GroupingStore()
    let made = try grouping.store.contents.create()
    let content = made.key
    made.keep()
    let id = try grouping.create("file", content: content)
    try grouping.store.commitAcknowledged()
    try grouping.store.change(author: "test") { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).delete(id)
    }
    grouping.fail()
    #expect(try grouping.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) } == nil)
    try grouping.store.removeDiscarded()
    try grouping.store.commitAcknowledged()
    #expect(grouping.store.contents.size(of: content) == nil)
    let left = try grouping.store.readCommitted { (reader) throws(StoreError) in
      try reader.integer("SELECT count(*) FROM discarded_contents")
    }
    #expect(left == 0)
  }

  /// A store whose redo log was emptied before its changes had to be restored continues, and reports that they are lost.
  @Test func `a redo log that somebody has emptied is given up`() throws {
    let grouping = try GroupingStore()
    // On a busy machine a group may be over at once.
    try grouping.create("acknowledged")
    while !grouping.store.hasUncommitted { try grouping.create("acknowledged \(UUID().uuidString)") }
    let file = try FileHandle(forWritingTo: grouping.directory.appendingPathComponent("redo"))
    try file.write(contentsOf: Data(count: 4096))
    try file.close()
    grouping.fail()
    #expect(!grouping.store.hasUncommitted)
    #expect(grouping.store.takeNotices().count == 1)
    try grouping.create("after")
    try grouping.store.commitAcknowledged()
    #expect(try grouping.store.rootNames().contains("after"))
  }

  /// After the redo log of a mounted store was removed, acknowledged changes still survive a kill, even for a process that had the store open before.
  @Test func `a redo log that was removed is made again`() throws {
    let grouping = try GroupingStore()
    let path = grouping.directory.appendingPathComponent("redo").path
    let other = try ItemStore(directory: grouping.directory)
    #expect(unlink(path) == 0)
    while true {
      let name = "acknowledged \(UUID().uuidString)"
      try grouping.create(name)
      guard grouping.store.hasUncommitted else { continue }
      let copy = grouping.directory.appendingPathComponent("copy \(UUID().uuidString)")
      try grouping.copy(to: copy)
      #expect(try ItemStore(directory: copy).rootNames().contains(name))
      break
    }
    try grouping.store.commitAcknowledged()
    try other.change(author: "other") { (transaction) throws(StoreError) in
      try transaction.changeSetting("other", to: "1")
    }
  }

  /// Maintenance of a store that a killed process has left sees the changes that the process had acknowledged.
  @Test func `maintenance has what a killed process acknowledged`() throws {
    let grouping = try GroupingStore()
    try grouping.create("before")
    try grouping.store.commitAcknowledged()
    let copy = grouping.directory.appendingPathComponent("copy")
    try grouping.copy(to: copy)
    // Has it open, too: what follows is of the same epoch.
    let witness = open(copy.appendingPathComponent("open.lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(witness) }
    #expect(flock(witness, LOCK_SH) == 0)
    let other = try ItemStore(directory: copy)
    try grouping.create("acknowledged")
    let redo = try Data(contentsOf: grouping.directory.appendingPathComponent("redo"))
    let file = try FileHandle(forWritingTo: copy.appendingPathComponent("redo"))
    try file.write(contentsOf: redo)
    try file.close()
    let names = try other.withConnection { try $0.texts("SELECT name FROM items WHERE kind = 1") }
    #expect(Set(names) == ["before", "acknowledged"], "\(other.takeNotices())")
  }

  /// A look-up waits for the end of a group, but not for a long transaction that began to wait while the group was open.
  @Test func `a look-up does not wait for a long transaction`() throws {
    let grouping = try GroupingStore()
    let store = grouping.store
    let id = try grouping.create("file")
    let (begun, end, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      _ = try? store.change(author: "other") { (transaction) throws(StoreError) in
        try transaction.changeSetting("other", to: "done")
        begun.signal()
        end.wait()
      }
      done.signal()
    }
    begun.wait()
    let found = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let item = try? store.readPresent { (now) throws(StoreError) in try now.item(id) }
      if item != nil { found.signal() }
    }
    #expect(found.wait(timeout: .now() + 30) == .success)
    end.signal()
    done.wait()
  }

  /// While a change is being made the store does not report that nothing is left to commit, because the group may stay open after it.
  @Test func `a change under way may leave something`() throws {
    let grouping = try GroupingStore()
    let store = grouping.store
    let idle = try store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeSetting("key", to: "value")
      let answered = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var idle = true
      Thread.detachNewThread {
        idle = (try? store.commitIfIdle()) ?? true
        answered.signal()
      }
      answered.wait()
      return idle
    }
    #expect(!idle)
    #expect(try store.commitIfIdle())
    #expect(!store.hasUncommitted)
  }

  /// If the disk refuses to commit acknowledged changes, no reader is told that they are missing, and no caller that they are durable. Later they are there.
  @Test func `what cannot be committed is not denied`() throws {
    let grouping = try GroupingStore()
    let store = grouping.store
    // The write-ahead log becomes longer than the redo log, so that a limit can keep it from growing.
    while try size(of: "items.sqlite-wal", in: grouping) < 400_000 {
      try grouping.create("filler \(UUID().uuidString)")
      try store.commitAcknowledged()
    }
    // On a busy machine a group may be over at once.
    var id = try grouping.create("acknowledged")
    while !store.hasUncommitted { id = try grouping.create("acknowledged \(UUID().uuidString)") }
    try withFileSizeLimit(size(of: "items.sqlite-wal", in: grouping)) {
      #expect(throws: StoreError.self) { try store.commitAcknowledged() }
      #expect(throws: StoreError.self) {
        try store.readPresent { (now) throws(StoreError) in try now.item(id) }
      }
      #expect(throws: StoreError.self) { try store.synchronize() }
    }
    let found = try store.readPresent { (now) throws(StoreError) in try now.item(id) }
    #expect(found != nil)
    try store.synchronize()
    #expect(try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) } != nil)
  }

  private func size(of name: String, in grouping: GroupingStore) throws -> Int {
    let path = grouping.directory.appendingPathComponent(name).path
    return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  /// If the room that is reserved for a full disk is gone, nothing is acknowledged before it is committed.
  @Test(.enabled(if: geteuid() == 0, "only root can mount a small disk"), arguments: [64, 3])
  func `without a reserve nothing stays open`(megabytes: Int) throws {
    let place = try TestDirectory("full")
    let disk = try SmallDisk(at: place.path, megabytes: megabytes)
    let grouping = try GroupingStore(in: place.url)
    defer { withExtendedLifetime((place, disk, grouping)) {} }
    let store = grouping.store
    // On a busy machine a group may be over at once.
    var staysOpen = false
    for _ in 0..<20 where !staysOpen {
      try store.change(author: "test", mayUseReserve: true) { (transaction) throws(StoreError) in
        try transaction.changeSetting("key", to: "value")
      }
      staysOpen = store.hasUncommitted
    }
    #expect(staysOpen == (megabytes == 64))
  }

  /// What root makes in another user's store belongs to that user.
  @Test(.enabled(if: geteuid() == 0, "only root can do so"))
  func `root does not keep a store from its owner`() throws {
    let temporary = try TemporaryStore()
    let names = ["redo", "open.lock", "reading.lock", "queue.lock", "holder.lock", "wake"]
    for name in names { #expect(unlink(temporary.directory.appendingPathComponent(name).path) == 0) }
    #expect(chown(temporary.directory.path, 65534, 65534) == 0)
    _ = try temporary.reopened()
    for name in names {
      var status = stat()
      #expect(stat(temporary.directory.appendingPathComponent(name).path, &status) == 0)
      #expect(status.st_uid == 65534 && status.st_gid == 65534, "\(name)")
    }
  }

  /// Bytes that an earlier group left in the redo log are never taken for records of a later one, even if they look like some: a program may have
  /// stored them in an attribute.
  @Test func `an attribute that looks like a record is none`() throws {
    var value = [UInt8](repeating: 0x78, count: 4000)
    let (plain, _) = try redo(afterAttribute: value)
    // Where things are in the file is the same each time: the later group ends in the middle of the attribute.
    let end = RedoFile.firstRecord + RedoFile.recordHeader + Int(plain.integer(at: RedoFile.firstRecord))
    let filler = try #require(plain.range(of: Data(value[..<2000]), in: end..<plain.count)).lowerBound
    let valueEnd = try #require(plain[filler...].firstIndex { $0 != 0x78 })
    // A forger cannot know the random number of each group.
    let forged = RedoFile.record(
      RedoFile.setting("intruder", to: "was here"), nonce: 0, at: end)
    value.replaceSubrange((end - (valueEnd - 4000))..<(end - (valueEnd - 4000) + forged.count), with: forged)
    let (file, settings) = try redo(afterAttribute: value)
    #expect(file[end..<end + forged.count] == Data(forged))
    #expect(settings == [String(repeating: "v", count: 1000), nil])
  }

  private func redo(afterAttribute value: [UInt8]) throws -> (Data, [String?]) {
    // On a busy machine a group may be over at once.
    while true { if let result = try redoOfGroups(afterAttribute: value) { return result } }
  }

  /// Sets an attribute in a group and a setting in the next one.
  ///
  /// - Returns: The redo log then, and the settings that a killed process would leave; `nil` when one of the groups was over too soon.
  private func redoOfGroups(afterAttribute value: [UInt8]) throws -> (Data, [String?])? {
    let grouping = try GroupingStore()
    let id = try grouping.create("file")
    try grouping.store.commitAcknowledged()
    try grouping.store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeExtendedAttribute("user.name", to: value, of: id)
    }
    guard grouping.store.hasUncommitted else { return nil }
    try grouping.store.commitAcknowledged()
    try grouping.store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeSetting("key", to: String(repeating: "v", count: 1000))
    }
    guard grouping.store.hasUncommitted else { return nil }
    let copy = grouping.directory.appendingPathComponent("copy")
    try grouping.copy(to: copy)
    let settings = try ItemStore(directory: copy).readCommitted { (reader) throws(StoreError) in
      [try reader.setting("key"), try reader.setting("intruder")]
    }
    return (try Data(contentsOf: grouping.directory.appendingPathComponent("redo")), settings)
  }
}

extension Data {
  func integer(at offset: Int) -> Int64 {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Int64.self) }
  }
}
