@testable import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ChecksumTests {
  /// A store with documents that all have checksums.
  private func makeStore(_ count: Int) throws -> (TemporaryStore, [ItemID]) {
    let temporary = try TemporaryStore()
    let documents = try (0..<count).map { try temporary.createDocument("\($0)", "contents of \($0)") }
    try makeAll(temporary)
    return (temporary, documents)
  }

  private func makeAll(_ temporary: TemporaryStore) throws {
    // What may not be on the disk yet gets none.
    try temporary.store.finishHousekeeping()
    let maker = try ChecksumMaker(temporary.store, quiet: 0)
    while try maker.makeSome() {}
  }

  private func check(_ temporary: TemporaryStore, repairs: Bool = false) throws -> [StoreFinding] {
    var options = StoreCheck.Options()
    options.verifiesContents = true
    options.repairs = repairs
    var findings: [StoreFinding] = []
    try StoreCheck.run(storeIn: temporary.directory, options) { findings.append($0) }
    return findings
  }

  private func url(_ temporary: TemporaryStore, of id: ItemID) throws -> URL {
    let item = try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    return temporary.store.contents.url(of: try #require(item?.content))
  }

  /// Writes into a content file past the store, and leaves its times as they were.
  private func flip(_ temporary: TemporaryStore, _ id: ItemID, at offset: UInt64 = 0) throws {
    let url = try url(temporary, of: id)
    var status = stat()
    #expect(stat(url.path, &status) == 0)
    let file = try FileHandle(forUpdating: url)
    try file.seek(toOffset: offset)
    let byte = try #require(try file.read(upToCount: 1)?.first)
    try file.seek(toOffset: offset)
    try file.write(contentsOf: Data([byte ^ 1]))
    try file.close()
    var times = [status.st_atim, status.st_mtim]
    #expect(utimensat(AT_FDCWD, url.path, &times, 0) == 0)
  }

  /// The examples of the standard, and lengths around those of a block.
  @Test(arguments: [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
  ]) func `the sum of so many letters a is the standard's`(count: Int, expected: String) throws {
    let digest = try [UInt8](repeating: UInt8(ascii: "a"), count: count).withUnsafeBytes {
      try ContentChecksum.sum(of: $0)
    }
    #expect(digest.map { String(format: "%02x", $0) }.joined() == expected)
  }

  @Test func `where SHA-256 is refused the reason is told`() async {
    await #expect(processExitsWith: .success) {
      try Libcrypto.refusingAll {
        let error = #expect(throws: StoreError.self) {
          try [UInt8]().withUnsafeBytes { try ContentChecksum.sum(of: $0) }
        }
        try #require(error?.message.contains("libcrypto") == true)
      }
    }
  }

  /// One of a hundred documents has other contents of the same size: the check names it, and leaves it as it is.
  @Test func `contents that changed at equal length are found`() throws {
    let (temporary, documents) = try makeStore(100)
    #expect(try check(temporary).isEmpty)
    try flip(temporary, documents[41])
    for repairs in [false, true] {
      let findings = try check(temporary, repairs: repairs)
      #expect(findings.map(\.item) == [documents[41]] && findings.map(\.state) == [.left], "\(findings)")
    }
    #expect(try temporary.store.verifyContents(of: documents[41]) == .damaged(at: 0))
    #expect(try temporary.store.verifyContents(of: documents[40]) == .intact)
  }

  /// Each block has a sum, so that the damaged block of a long document is reported.
  @Test func `the damaged block is told`() throws {
    let temporary = try TemporaryStore()
    let long = try temporary.createDocument("long", String(repeating: "0123456789abcdef", count: (4 << 20) / 16 + 100))
    try makeAll(temporary)
    #expect(try temporary.store.verifyContents(of: long) == .intact)
    try flip(temporary, long, at: 4 << 20 + 7)
    #expect(try temporary.store.verifyContents(of: long) == .damaged(at: 4 << 20))
  }

  /// A change of the item that leaves its contents alone keeps the checksum; a change of the contents makes it void without removing it.
  @Test func `a change of the contents makes the checksum void`() throws {
    let (temporary, documents) = try makeStore(3)
    let name = try FileName("other")
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(documents[0], to: .root, name: name)
      try transaction.changeExtendedAttribute("user.a", to: [1], of: documents[0])
    }
    #expect(try temporary.store.verifyContents(of: documents[0]) == .intact)
    // Written in place, with a mark first, to the same size, and with the old times.
    try temporary.change { (transaction) throws(StoreError) in
      try transaction.markWriter(of: documents[1], session: "s")
    }
    try flip(temporary, documents[1])
    #expect(try temporary.store.verifyContents(of: documents[1]) == .unknown)
    try temporary.change { (transaction) throws(StoreError) in
      let item = try transaction.item(documents[1])
      try transaction.commitContents(
        of: documents[1], size: item.size, isSparse: false, modified: item.modified, changed: item.changed)
      try transaction.noteSynchronized(documents[1], session: "s")
    }
    #expect(try temporary.store.verifyContents(of: documents[1]) == .unknown)
    #expect(try check(temporary).isEmpty)
    try makeAll(temporary)
    #expect(try temporary.store.verifyContents(of: documents[1]) == .intact)
  }

  /// A writer that died may have written bytes that the change log does not tell of: the checksum is removed, and made again when the contents are on the disk.
  @Test func `a dead writer makes the checksum void until there is a new one`() throws {
    let (temporary, documents) = try makeStore(2)
    try temporary.change { (transaction) throws(StoreError) in
      try transaction.markWriter(of: documents[0], session: "s")
    }
    try flip(temporary, documents[0])
    try temporary.store.reconcileWriters(author: "test")
    #expect(try temporary.store.verifyContents(of: documents[0]) == .unknown)
    try makeAll(temporary)
    #expect(try temporary.store.verifyContents(of: documents[0]) == .intact)
    #expect(try temporary.store.verifyContents(of: documents[1]) == .intact)
  }

  /// After a loss of power marked contents may differ from their checksum, even with the same size and time. That is not reported as damage.
  @Test func `a loss of power makes the checksums of marked documents void`() throws {
    let (temporary, documents) = try makeStore(2)
    try temporary.change { (transaction) throws(StoreError) in
      try transaction.markWriter(of: documents[0], session: "s")
    }
    try flip(temporary, documents[0])
    try flip(temporary, documents[1])
    let store = try ItemStore(
      directory: temporary.directory, boot: BootIdentity(uuid: UUID()), pace: .onDemand)
    #expect(
      try !store.readCommitted { (reader) throws(StoreError) in try ContentReader(reader).isMarked(documents[0]) })
    #expect(try store.verifyContents(of: documents[0]) == .unknown)
    #expect(try store.verifyContents(of: documents[1]) == .damaged(at: 0))
  }

  /// A document that is written for a long time gets its checksum when the writer is done, although nothing is logged then.
  @Test func `a document that was being written gets its checksum afterwards`() throws {
    let temporary = try TemporaryStore()
    let document = try temporary.createDocument("document", "text")
    try temporary.change { (transaction) throws(StoreError) in try transaction.markWriter(of: document, session: "s") }
    try makeAll(temporary)
    #expect(try temporary.store.verifyContents(of: document) == .unknown)
    try temporary.change { (transaction) throws(StoreError) in
      try transaction.noteSynchronized(document, session: "s")
    }
    try makeAll(temporary)
    #expect(try temporary.store.verifyContents(of: document) == .intact)
  }

  /// The contents in a backup may differ from its checksums, so a restored store makes its own.
  @Test func `a restored store makes its checksums anew`() throws {
    let (temporary, documents) = try makeStore(1)
    let archive = temporary.directory.appendingPathExtension("tar")
    let directory = temporary.directory.appendingPathExtension("restored")
    defer { for url in [archive, directory] { try? FileManager.default.removeItem(at: url) } }
    try StoreBackup.write(temporary.store, to: archive)
    try StoreBackup.restore(archive, to: directory)
    let store = try ItemStore(directory: directory)
    #expect(try store.verifyContents(of: documents[0]) == .unknown)
    let maker = try ChecksumMaker(store, quiet: 0)
    while try maker.makeSome() {}
    #expect(try store.verifyContents(of: documents[0]) == .intact)
  }

  /// A document that has just been changed is left alone until it is quiet, and a deleted one leaves no checksum behind.
  @Test func `only quiet documents get a checksum`() throws {
    let (temporary, documents) = try makeStore(2)
    let new = try temporary.createDocument("new", "new")
    let patient = try ChecksumMaker(temporary.store, quiet: 3600)
    #expect(try !patient.makeSome())
    #expect(try temporary.store.verifyContents(of: new) == .unknown)
    try temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(documents[0]) }
    try makeAll(temporary)
    #expect(try temporary.store.verifyContents(of: new) == .intact)
    let count = try temporary.store.readCommitted { (reader) throws(StoreError) in
      try reader.integer("SELECT count(*) FROM checksums")
    }
    #expect(count == 2)
  }

  /// With repairs, a check gives a checksum to each document that has none.
  @Test func `a repair makes missing checksums`() throws {
    let temporary = try TemporaryStore()
    let document = try temporary.createDocument("document", "text")
    try temporary.store.finishHousekeeping()
    #expect(try check(temporary).isEmpty)
    #expect(try temporary.store.verifyContents(of: document) == .unknown)
    #expect(try check(temporary, repairs: true).isEmpty)
    #expect(try temporary.store.verifyContents(of: document) == .intact)
  }

  /// The thread of a mount makes them when it wakes, and ends when it is told to.
  @Test func `the background makes checksums and ends`() throws {
    let temporary = try TemporaryStore()
    let document = try temporary.createDocument("document", "text")
    let maker = try ChecksumMaker(temporary.store, quiet: 0.01)
    try temporary.store.finishHousekeeping()
    let thread = Thread { maker.run() }
    thread.start()
    #expect(try eventually { try temporary.store.verifyContents(of: document) == .intact })
    maker.stop()
    #expect(eventually { thread.isFinished })
  }
}
