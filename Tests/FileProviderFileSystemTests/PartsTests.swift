import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// Documents of which only what is read is brought.
@Suite struct PartsTests {
  private static let size: Int64 = 4 << 20
  private let stage: ProvidedStage
  private let id: ItemID

  init() throws {
    stage = try ProvidedStage()
    id = try stage.add("large", size: Self.size)
    try stage.store.change(author: "remote") { (transaction) throws(StoreError) in
      try transaction.noteFetching(byRange: true)
    }
  }

  /// Plays the replica: all bytes of a question are the number of their MiB.
  private func bring(_ bytes: Range<Int64>) throws {
    let known = try stage.store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).partialContents(of: id)
    }
    let made = known == nil ? try stage.store.contents.create().key(keeping: Self.size) : known?.content
    let key = try #require(made)
    let file = try stage.store.contents.open(key, flags: O_RDWR)
    for place in bytes {
      var byte = UInt8(place >> 20) + 65
      _ = pwrite(file.number, &byte, 1, off_t(place))
    }
    let contents = PartialContents(item: id, content: key, size: Self.size, version: [1])
    let isTaken = try stage.store.change(author: "remote") { (transaction) throws(StoreError) in
      try transaction.takeRange(bytes, of: contents)
    }
    #expect(isTaken)
  }

  /// What a read asks the source for; `nil` when it needs nothing.
  private func question(_ handle: HandleNumber, _ offset: Int64, _ count: Int) throws -> Range<Int64>? {
    let context = stage.fixture.context
    do throws(ErrorNumber) {
      _ = try stage.fileSystem.contents(of: handle, at: offset, count: count, context)
      return nil
    } catch {
      guard error == .waiting, case .range(_, let bytes) = context.need?.subject else { throw error }
      return bytes
    }
  }

  private func open(_ flags: Int32 = O_RDONLY) throws -> HandleNumber {
    try stage.fileSystem.open(stage.node(id), OpenMode(flags: flags), stage.fixture.context).handle
  }

  @Test func `opening for reading waits for nothing, and a read for what it reads`() throws {
    let handle = try open()
    #expect(stage.source.asked.isEmpty)
    let asked = try #require(try question(handle, 5000, 100))
    #expect(asked == 0..<(256 << 10))
    // What the kernel sends beside it gets the same question.
    #expect(try question(handle, 128 << 10, 4096) == asked)
    try bring(asked)
    #expect(try question(handle, 5000, 100) == nil)
    guard case .file(let file) = try stage.fileSystem.contents(of: handle, stage.fixture.context) else {
      throw ErrorNumber.inputOutput
    }
    var byte: UInt8 = 0
    #expect(pread(file.descriptor, &byte, 1, 5000) == 1 && byte == 65)
    try stage.fixture.close(handle)
  }

  @Test func `who reads on is asked for more and more, and who jumps for little`() throws {
    let handle = try open()
    var counts: [Int] = []
    var place: Int64 = 0
    while place < 2 << 20 {
      let asked = try #require(try question(handle, place, 4096))
      counts.append(asked.count >> 10)
      try bring(asked)
      place = asked.upperBound
    }
    #expect(counts == [256, 512, 1024, 2048])
    try stage.fixture.close(handle)
    let other = try stage.add("other", size: 64 << 20)
    let jumping = try stage.fileSystem.open(stage.node(other), OpenMode(flags: O_RDONLY), stage.fixture.context).handle
    for place in stride(from: Int64(60 << 20), to: 0, by: -8 << 20) {
      #expect(try question(jumping, place, 4096)?.count == 256 << 10)
    }
    try stage.fixture.close(jumping)
  }

  @Test func `what is not here is no hole, and the state says that a part is here`() throws {
    #expect(try state() == "dataless")
    let handle = try open()
    let context = stage.fixture.context
    try bring(0..<4096)
    #expect(try stage.fileSystem.seek(handle, from: 8192, whence: 3, context) == 8192)
    #expect(try stage.fileSystem.seek(handle, from: 8192, whence: 4, context) == Self.size)
    #expect(throws: ErrorNumber(rawValue: ENXIO)) {
      try stage.fileSystem.seek(handle, from: Self.size, whence: 3, context)
    }
    #expect(try state() == "partial")
    #expect(try stage.fileSystem.attributes(of: stage.node(id), context).blocks == 1)
    try stage.fixture.close(handle)
  }

  /// Otherwise a program that opens it again and again could never read it to its end.
  @Test func `opening drops the parts of an older version, unless a program has them open`() throws {
    let (first, context) = (try open(), stage.fixture.context)
    try bring(0..<4096)
    try stage.store.change(author: "remote") { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).ask(for: id, whenUnused: true)
    }
    let second = try open()
    #expect(try state() == "partial")
    try stage.fixture.close(first)
    try stage.fixture.close(second)
    let third = try open()
    #expect(try state() == "dataless")
    #expect(try question(third, 0, 4096) == 0..<(256 << 10))
    #expect(context.need != nil)
    try stage.fixture.close(third)
  }

  private func state() throws -> String {
    try stage.store.readCommitted { (reader) throws(StoreError) in
      let item = try reader.item(id)
      let value = try item.flatMap { (item) throws(StoreError) in
        try SpecialAttribute.state.value(of: item, isModified: false, reader)
      }
      return String(decoding: value ?? [], as: UTF8.self)
    }
  }

  @Test func `an indexer gets no part of a document that somebody else has open`() throws {
    let stage = try ProvidedStage { $0.nonDownloading = NonDownloadingPrograms([Self.ownName]) }
    let id = try stage.add("large", size: Self.size)
    try stage.store.change(author: "remote") { (transaction) throws(StoreError) in
      try transaction.noteFetching(byRange: true)
    }
    let context = stage.fixture.context
    let handle = try stage.fileSystem.open(stage.node(id), OpenMode(flags: O_RDONLY), context).handle
    context.caller = Caller(user: 0, group: 0, process: getpid())
    #expect(throws: ErrorNumber.deadlock) {
      try stage.fileSystem.open(stage.node(id), OpenMode(flags: O_RDONLY), context)
    }
    try stage.fixture.close(handle)
  }

  private static var ownName: String {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return String(path.split(separator: "/").last ?? "")
  }

  @Test(arguments: [false, true]) func `other users have contents brought only where the owner wants it`(isWanted: Bool)
    throws
  {
    let stage = try ProvidedStage { $0.fetchesForOthers = isWanted }
    let id = try stage.add("small")
    let context = stage.fixture.context
    context.caller = Caller(user: getuid() + 1, group: 0, process: 1)
    #expect(throws: isWanted ? ErrorNumber.waiting : .accessDenied) {
      try stage.fileSystem.open(stage.node(id), OpenMode(flags: O_RDONLY), context)
    }
    // What is here, others read like the owner.
    try stage.source.bring(id)
    let handle = try stage.fileSystem.open(stage.node(id), OpenMode(flags: O_RDONLY), context).handle
    try stage.fixture.close(handle)
  }

  @Test func `emptying a document that is open in parts brings nothing`() throws {
    let reading = try open()
    try bring(0..<4096)
    let writing = try open(O_WRONLY | O_TRUNC)
    try stage.fixture.write("new", to: writing)
    try stage.fixture.close(writing)
    #expect(stage.source.asked.isEmpty)
    #expect(try stage.item(id)?.size == 3)
    #expect(try stage.fixture.read(reading) == "new")
    try stage.fixture.close(reading)
    let parts = try stage.store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).partialContents(of: id)
    }
    #expect(parts == nil)
  }

  /// As another process does it, or the same document's other mount.
  private func emptyElsewhere() throws {
    let isEmptied = try stage.store.change(author: "another mount") { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).emptyDataless(id)
    }
    #expect(isEmptied)
  }

  @Test func `a document that was emptied elsewhere while it was open in parts is empty, and can be written`() throws {
    let reading = try open()
    try bring(0..<4096)
    #expect(try question(reading, 0, 4096) == nil)
    try emptyElsewhere()
    #expect(try question(reading, 0, 4096) == nil)
    #expect(try stage.fixture.read(reading) == "")
    let writing = try open(O_WRONLY)
    try stage.fixture.write("new", to: writing)
    try stage.fixture.close(writing)
    #expect(try stage.fixture.read(reading) == "new")
    try stage.fixture.close(reading)
    let item = try #require(try stage.item(id))
    let content = try #require(item.content)
    #expect(try item.size == 3 && stage.store.contents.bytes(of: content, about: 3, atMost: 100) == Array("new".utf8))
  }

  @Test func `a document that was emptied elsewhere before any of it came can be written`() throws {
    let reading = try open()
    try emptyElsewhere()
    let writing = try open(O_WRONLY)
    try stage.fixture.write("new", to: writing)
    try stage.fixture.close(writing)
    #expect(try question(reading, 0, 4096) == nil)
    #expect(try stage.fixture.read(reading) == "new")
    try stage.fixture.close(reading)
    #expect(try stage.item(id)?.size == 3)
  }

  @Test func `writing to a document that is open in parts has the rest brought first`() throws {
    let reading = try open()
    try bring(0..<4096)
    #expect(throws: ErrorNumber.waiting) { try open(O_WRONLY) }
    #expect(stage.fixture.context.need?.subject == .contents(id))
    try stage.source.bring(id)
    let writing = try open(O_WRONLY)
    try stage.fixture.write("B", to: writing)
    try stage.fixture.close(writing)
    #expect(try stage.fixture.read(reading) == "Brought")
    try stage.fixture.close(reading)
  }

  @Test func `parts that were replaced are not read as those of the document now`() throws {
    let handle = try open()
    try bring(0..<4096)
    #expect(try question(handle, 0, 4096) == nil)
    try stage.store.change(author: "remote") { (transaction) throws(StoreError) in try transaction.dropPartial(of: id) }
    try bring(0..<8192)
    #expect(throws: ErrorNumber.stale) { try question(handle, 0, 4096) }
    try stage.fixture.close(handle)
  }
}

extension NewContents {
  /// Keeps the file, with a size.
  fileprivate consuming func key(keeping size: Int64) -> ContentKey {
    ftruncate(number, off_t(size))
    let key = key
    keep()
    return key
  }
}
