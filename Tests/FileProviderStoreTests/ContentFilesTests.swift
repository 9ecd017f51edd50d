import Foundation
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderStore

/// The files beside the database: their numbers, their places, and who is marked as having made them.
@Suite struct ContentFilesTests {
  private let store: TestDirectory
  private let contents: ContentFiles

  init() throws {
    store = try TestDirectory("contents")
    contents = try ContentFiles(directory: store.appending("contents"), boot: .current)
  }

  private func make(_ text: String = "") throws -> ContentKey {
    let made = try contents.create()
    let key = made.key
    let count = text.withCString { write(made.number, $0, text.utf8.count) }
    made.keep()
    try #require(count == text.utf8.count)
    return key
  }

  private func sessions() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: store.appending("contents/sessions").path)) ?? []
  }

  /// Numbers follow each other, and 256 of them share a folder: what is written together lies together.
  @Test func `what is made together lies together`() throws {
    let keys = try (0..<600).map { _ in try make() }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $1.rawValue == $0.rawValue + 1 })
    let shards = Dictionary(grouping: keys, by: { $0.rawValue >> 8 })
    #expect(shards.count <= 4)
    for (number, members) in shards {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: store.appending("contents/" + String(number, radix: 16)).path)
      #expect(Set(names) == Set(members.map { String($0.rawValue, radix: 16) }))
    }
    var found: Set<Int64> = []
    contents.forEach { found.insert($0.rawValue) }
    #expect(found == Set(keys.map(\.rawValue)))
  }

  /// Who saves for months has made millions of files, and leaves no directory for each 256 of them.
  @Test func `a directory goes with the last contents in it, and is made again for a process that knows it`() throws {
    let keys = try (0..<600).map { _ in try make() }
    for key in keys.dropLast() { contents.remove(key) }
    contents.removeEmptyShards(of: keys)
    let names = try FileManager.default.contentsOfDirectory(atPath: contents.directory.path)
    #expect(names.count == 2, "\(names): the marks, and the directory of what is left")
    #expect(throws: Never.self) { try contents.synchronizeEntries(of: keys) }
    let other = try ContentFiles(directory: contents.directory, boot: .current)
    let first = try other.create()
    let key = first.key
    _ = consume first
    contents.removeEmptyShards(of: [key])
    let second = try other.create()
    #expect(other.size(of: second.key) == 0)
    #expect(second.key.rawValue > key.rawValue)
  }

  @Test func `documents that are deleted leave no directories behind`() throws {
    let temporary = try TemporaryStore(pace: .onDemand)
    let ids = try (0..<600).map { try temporary.createDocument("\($0)", "text") }
    try temporary.change { (transaction) throws(StoreError) in for id in ids { try TreeEditor(transaction).delete(id) }
    }
    try temporary.store.removeDiscarded()
    let names = try FileManager.default.contentsOfDirectory(atPath: temporary.store.contents.directory.path)
    #expect(names.count <= 2, "\(names): the marks, and the directory of the newest contents")
  }

  /// A number that somebody else has is passed over, and what they have stays.
  @Test func `a number that is taken stays somebody else's`() throws {
    let first = try make()
    let taken = ContentKey(rawValue: first.rawValue + 1)
    let url = contents.url(of: taken)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("other".utf8).write(to: url)
    let next = try make("mine")
    #expect(next.rawValue > taken.rawValue)
    #expect(try Data(contentsOf: url) == Data("other".utf8))
    #expect(contents.size(of: next) == 4)
  }

  /// A process is marked before it has made anything, from its first number on, and no more once it has ended in order.
  @Test func `who makes contents is marked`() throws {
    #expect(sessions().isEmpty)
    let first = try make()
    let mark = try #require(sessions().first.flatMap { Int64($0, radix: 16) })
    #expect(sessions().count == 1 && mark <= first.rawValue)
    _ = try make()
    #expect(sessions().count == 1)
    // The mark is locked as long as the process lives.
    let file = open(store.appending("contents/sessions/" + sessions()[0]).path, O_RDWR | O_CLOEXEC)
    defer { close(file) }
    #expect(flock(file, LOCK_EX | LOCK_NB) != 0)
    contents.endSession()
    #expect(sessions().allSatisfy { $0.hasSuffix(".done") } && sessions().count == 1)
    _ = try make()
    #expect(sessions().count { !$0.hasSuffix(".done") } == 1)
  }

  /// fsync(2) of a new document has to work in a process that has no free descriptors.
  @Test func `the name of new contents is put on the disk without a descriptor more`() throws {
    let key = try make("text")
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var before = rlimit()
    getrlimit(resource, &before)
    var none = before
    none.rlim_cur = 0
    try #require(setrlimit(resource, &none) == 0)
    let canOpen = open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0
    let result = Result { () throws(StoreError) in try contents.synchronizeEntries(of: [key]) }
    setrlimit(resource, &before)
    #expect(!canOpen)
    #expect(throws: Never.self) { try result.get() }
  }

  /// Marks are no contents.
  @Test func `a store with marks alone has no contents`() throws {
    #expect(!ContentFiles.hasAny(in: store.url))
    let key = try make()
    #expect(ContentFiles.hasAny(in: store.url))
    #expect(contents.remove(key))
    #expect(!sessions().isEmpty && !ContentFiles.hasAny(in: store.url))
    contents.forEach { Issue.record("\($0) is there") }
  }

  /// What is gone is damage for a reader and no failure for who removes it; who has it open keeps it.
  @Test func `removed contents are kept by their readers`() throws {
    let key = try make("text")
    let reader = try contents.open(key, flags: O_RDONLY)
    #expect(contents.remove(key) && contents.removals == 1)
    #expect(!contents.remove(key) && contents.removals == 1)
    #expect(contents.isGone(key))
    #expect(contents.size(of: key) == nil && contents.blocks(of: key) == nil && contents.writtenSize(of: key) == nil)
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(pread(reader.number, &bytes, 10, 0) == 4)
    var code: StoreError.Code?
    do throws(StoreError) { _ = try contents.open(key, flags: O_RDONLY) } catch { code = error.code }
    #expect(code == .damaged)
  }

  /// A transaction that looks whether contents are open keeps others out until it has ended; it must not look like a failure of the disk.
  @Test func `who opens contents waits for a lease to end`() throws {
    let key = try make("text")
    var lease = try contents.lease(key)
    let number = lease.number
    let isSecondRefused = try contents.lease(key) == nil
    #expect(number >= 0 && isSecondRefused)
    let opened = Mutex<Result<Bool, any Error>?>(nil)
    let contents = contents
    let thread = Thread {
      let outcome = Result { try contents.open(key, flags: O_RDWR).number >= 0 }
      opened.withLock { $0 = outcome }
    }
    thread.start()
    // `F_GETLEASE`: it is no write lease any more as soon as somebody wants the file.
    #expect(eventually { fcntl(number, 1025) != Int32(F_WRLCK) })
    lease = nil
    #expect(eventually { opened.withLock { $0 != nil } })
    #expect(try opened.withLock { try $0?.get() } == true)
  }

  /// A FIFO in the place of contents lets nobody wait for its other end, and neither that nor anything else is taken for contents.
  @Test(.timeLimit(.minutes(1)), arguments: NotContents.allCases)
  func `what is no file is not taken for contents`(other: NotContents) throws {
    let key = try make("text")
    try other.replace(contents.url(of: key))
    for flags in [O_RDONLY, O_WRONLY, O_RDWR] {
      #expect(throws: StoreError.self) { _ = try contents.open(key, flags: flags) }
    }
    #expect(contents.size(of: key) == nil && contents.writtenSize(of: key) == nil)
    #expect(!contents.hasData(key) && !contents.haveGaps(key))
    #expect(contents.foreign(in: key) == other.rawValue)
  }

  /// A size that came to the disk without what was written does not count: contents reach up to their first hole.
  @Test func `written is what has no hole before it`() throws {
    let key = try make()
    #expect(contents.writtenSize(of: key) == 0)
    let file = try contents.open(key, flags: O_RDWR)
    let block = [UInt8](repeating: 1, count: 1 << 16)
    #expect(pwrite(file.number, block, block.count, 0) == block.count)
    #expect(contents.writtenSize(of: key) == 1 << 16)
    #expect(ftruncate(file.number, 1 << 20) == 0)
    #expect(contents.size(of: key) == 1 << 20 && contents.writtenSize(of: key) == 1 << 16)
    #expect(pwrite(file.number, block, block.count, 1 << 19) == block.count)
    #expect(contents.writtenSize(of: key) == 1 << 16)
  }

  /// Few or many, what has no file is told, and the rest is put on the disk.
  @Test(arguments: [3, 40]) func `a synchronization tells what is missing`(count: Int) throws {
    let keys = try (0..<count).map { _ in try make("text") }
    #expect(try contents.synchronize([]).isEmpty)
    #expect(try contents.synchronize(keys).isEmpty)
    contents.remove(keys[0])
    contents.remove(keys[count - 1])
    #expect(try contents.synchronize(keys) == [keys[0], keys[count - 1]])
  }

  /// The kernel tells once that the disk could not write. After that nothing is said to be on it.
  @Test func `a failed synchronization is never forgotten`() throws {
    let key = try make("text")
    contents.synchronizationFailure.withLock { $0 = StoreError(errno: EIO, "the disk") }
    #expect(throws: StoreError.self) { try contents.synchronize([key]) }
    #expect(throws: StoreError.self) { try contents.synchronize([key]) }
    #expect(try contents.synchronize([]).isEmpty)
  }

  /// Contents with another name stay when they are removed here. What is gone, and what is there already, is passed over.
  @Test(arguments: [false, true]) func `another name has the same place`(isSymbolic: Bool) throws {
    let copy = try TestDirectory("links")
    let (key, missing) = (try make("text"), try make())
    contents.remove(missing)
    for _ in 0..<2 {
      try contents.link(key, into: copy.url, isSymbolic: isSymbolic)
      if !isSymbolic { try contents.link(missing, into: copy.url) }
    }
    let other = copy.appending(ContentFiles.path(key))
    #expect(try Data(contentsOf: other) == Data("text".utf8))
    contents.remove(key)
    #expect((try? Data(contentsOf: other)) == (isSymbolic ? nil : Data("text".utf8)))
    if !isSymbolic { #expect(!FileManager.default.fileExists(atPath: copy.appending(ContentFiles.path(missing)).path)) }
  }

  /// A file of a provider's takes the place of one that was just made, and is gone where it was.
  @Test func `a file becomes contents`() throws {
    let key = try make()
    let file = store.appending("download")
    try Data("downloaded".utf8).write(to: file)
    #expect(contents.replace(key, withFileAt: file.path))
    #expect(contents.size(of: key) == 10 && !FileManager.default.fileExists(atPath: file.path))
    #expect(!contents.replace(key, withFileAt: file.path))
    #expect(contents.size(of: key) == 10)
  }

  /// An empty file needs no contents.
  @Test func `nothing is made for an empty file`() throws {
    let file = open(store.appending("empty").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    var status = stat()
    try #require(fstat(file, &status) == 0)
    #expect(try contents.copy(file, status, by: ContentCopier()) == nil)
    #expect(!ContentFiles.hasAny(in: store.url))
  }
}
