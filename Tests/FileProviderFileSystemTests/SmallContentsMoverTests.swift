import Foundation
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderFileSystem
@testable import FileProviderStore

/// Small contents that an earlier version has left in files move into the database, and nobody sees a difference.
@Suite struct SmallContentsMoverTests {
  private let limit = SmallContents.largest

  private func mover(_ store: ItemStore) throws -> SmallContentsMover { try SmallContentsMover(store, quiet: .zero) }

  private func setting(_ fixture: FileSystemFixture) throws -> String? {
    try fixture.store.readCommitted { (reader) throws(StoreError) in try reader.setting(SmallContentsMover.setting) }
  }

  /// A store with documents in files, as an earlier version left it.
  private func oldStore(_ texts: [(name: String, text: String)]) throws -> FileSystemFixture {
    let fixture = try FileSystemFixture(makesFiles: true)
    for (name, text) in texts { try fixture.makeFile(name, text) }
    try fixture.store.finishHousekeeping()
    try fixture.store.forgetMoved()
    return fixture
  }

  private static func text(_ number: Int) -> String { String(repeating: "\(number) ", count: 10 + number) }

  private func oldStore(_ count: Int) throws -> FileSystemFixture {
    try oldStore((0..<count).map { ("doc \($0)", Self.text($0)) })
  }

  /// Those of at most the limit move, and their rows are otherwise as they were. Nothing is logged. It is done once.
  @Test func `an old store is taken over`() throws {
    let texts = [("one", 1), ("limit", limit), ("larger", limit + 1)]
      .map { (name: $0.0, text: String(repeating: "x", count: $0.1)) }
    let fixture = try oldStore(texts + [("empty", "")])
    let before = try fixture.committed.generation()
    let rows = try ["one", "limit", "larger", "empty"].map { try #require(try fixture.committed.resolve($0)) }
    #expect(try mover(fixture.store).moveAll())
    for (name, text) in texts {
      #expect(try fixture.content(name)?.isSmall == (text.utf8.count <= limit))
      #expect(try fixture.contents(name) == text)
    }
    for row in rows {
      var now = try #require(try fixture.committed.item(row.id))
      now.content = row.content
      #expect(now == row)
    }
    #expect(try fixture.committed.generation() == before)
    try fixture.store.finishHousekeeping()
    // An empty document may have an empty file.
    let left = try ["larger", "empty"].filter { try fixture.content($0) != nil }
    #expect(try left.contains("larger") && fixture.contentFiles() == left.count)
    #expect(try fixture.findings().isEmpty)
    #expect(try setting(fixture) == SmallContentsMover.all)
    // Documents that are written in pieces from now on are left alone.
    try fixture.makeFile("new", "text")
    try fixture.store.finishHousekeeping()
    #expect(try mover(fixture.store).moveAll())
    #expect(try fixture.content("new")?.isSmall == false)
  }

  /// A new store has nothing to be taken over.
  @Test func `a new store is not looked through`() throws {
    let fixture = try FileSystemFixture()
    #expect(try setting(fixture) == SmallContentsMover.all)
  }

  /// A replica needs the lease of a content file.
  @Test func `a domain with a provider is left alone`() throws {
    let fixture = try oldStore(2)
    try fixture.store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeSetting("provider", to: "test")
    }
    #expect(try mover(fixture.store).moveAll())
    #expect(try fixture.count("small_contents") == 0)
    #expect(try setting(fixture) == nil)
  }

  /// What is open, or is being written, moves when it is closed.
  @Test(arguments: [O_RDONLY, O_RDWR, -1]) func `an open document is passed over`(_ flags: Int32) throws {
    let fixture = try oldStore(3)
    // A mark alone: the disk may have no leases.
    let handle = try flags < 0 ? nil : fixture.open("doc 1", flags)
    let id = try #require(try fixture.inode("doc 1").item)
    if flags < 0 {
      try fixture.store.change(author: "test") { (transaction) throws(StoreError) in
        try transaction.markChange(of: id, session: "test")
      }
    }
    #expect(try !mover(fixture.store).moveAll())
    #expect(try [0, 1, 2].map { try fixture.content("doc \($0)")?.isSmall } == [true, false, true])
    #expect(try setting(fixture) == "\(id.rawValue - 1)")
    if let handle {
      #expect(try fixture.read(handle) == Self.text(1))
      try fixture.close(handle)
    } else {
      try fixture.store.change(author: "test") { (transaction) throws(StoreError) in
        try transaction.noteSynchronized(id, session: "test")
        try transaction.noteSynchronized(id, session: ContentMark.changed)
      }
    }
    #expect(try mover(fixture.store).moveAll())
    #expect(try fixture.content("doc 1")?.isSmall == true)
    #expect(try fixture.contents("doc 1") == Self.text(1))
    #expect(try fixture.findings().isEmpty)
  }

  /// What happens between the reading of the contents and the commit.
  enum Meanwhile: CaseIterable {
    case opened, written, replaced, renamed, unlinked, overwritten
  }

  /// A document that was changed, opened or removed since its contents were read keeps what it has.
  @Test(arguments: Meanwhile.allCases) func `a document changes before the commit`(_ meanwhile: Meanwhile) throws {
    let fixture = try oldStore(1)
    let row = try #require(try fixture.committed.resolve("doc 0"))
    // The times of a file may be from a coarse clock.
    var times = [timespec](repeating: timespec(tv_sec: 1_000_000_000, tv_nsec: 0), count: 2)
    #expect(utimensat(AT_FDCWD, fixture.store.contents.url(of: try #require(row.content)).path, &times, 0) == 0)
    let found = try #require(try mover(fixture.store).read(row))
    var (handle, expected): (HandleNumber?, String?) = (nil, Self.text(0))
    switch meanwhile {
    case .opened: handle = try fixture.open("doc 0", O_RDONLY)
    case .written:
      handle = try fixture.open("doc 0", O_RDWR)
      if let handle { try fixture.writeAtOnce("W", to: handle) }
      expected = "W" + Self.text(0).dropFirst()
    case .replaced:
      try fixture.makeFile("other", "other")
      try fixture.rename("other", to: "doc 0")
      // What was written first lay in the database.
      try fixture.store.finishHousekeeping()
      expected = "other"
    case .renamed:
      try fixture.rename("doc 0", to: "doc 1")
      try fixture.rename("doc 1", to: "doc 0")
    case .unlinked:
      try fixture.unlink("doc 0")
      expected = nil
    case .overwritten:
      // Past the store, and as long as before.
      let path = fixture.store.contents.url(of: found.content)
      try Data(repeating: 0x78, count: Self.text(0).utf8.count).write(to: path)
      expected = String(repeating: "x", count: Self.text(0).utf8.count)
    }
    try fixture.store.change(author: "test") { (transaction) throws(StoreError) in
      _ = try transaction.moveToDatabase(found)
    }
    #expect(try fixture.count("small_contents") == 0)
    if let handle { try fixture.close(handle) }
    if let expected {
      #expect(try fixture.contents("doc 0") == expected)
    } else {
      #expect(try fixture.lookup("doc 0") == nil)
    }
    #expect(try fixture.findings().isEmpty)
  }

  /// A mount has opened the file of a document that has moved by then, because it had read its row before: it reads the same, and what is written is in the
  /// document.
  @Test func `a file that was opened late is left when it is written`() throws {
    let fixture = try oldStore(1)
    let inode = try fixture.inode("doc 0")
    let row = try #require(try fixture.committed.resolve("doc 0"))
    #expect(try mover(fixture.store).moveAll())
    let handle = try fixture.open("doc 0", O_RDWR)
    let file = try fixture.store.contents.open(#require(row.content), flags: O_RDWR)
    try fixture.fileSystem.document(handle).install(.file(file), as: row, isMarked: false)
    try fixture.store.finishHousekeeping()
    #expect(try fixture.read(handle) == Self.text(0))
    try fixture.writeAtOnce("W", to: handle)
    let expected = "W" + Self.text(0).dropFirst()
    #expect(try fixture.read(handle) == expected)
    try fixture.fileSystem.synchronize(handle, fixture.context)
    try fixture.close(handle)
    #expect(try fixture.contents("doc 0") == expected)
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == Int64(expected.utf8.count))
    #expect(try fixture.findings().isEmpty)
  }

  /// At each moment the disk has each document whole, in the one place or in the other, whatever of the log and of the content files has reached it. The next
  /// mount goes on.
  @Test(arguments: [true, false], [(false, false), (true, false), (false, true), (true, true)])
  func `a loss of power or a kill takes nothing`(
    _ isKilled: Bool, _ reached: (log: Bool, contents: Bool)
  ) throws {
    for step in 0..<4 {
      let fixture = try oldStore(6)
      let cut = try PowerCut(of: fixture)
      for number in 0..<3 where step > 0 {
        let row = try #require(try fixture.committed.resolve("doc \(number)"))
        let found = try #require(try mover(fixture.store).read(row))
        try fixture.store.change(author: "test") { (transaction) throws(StoreError) in
          let isMoved = try transaction.moveToDatabase(found)
          #expect(isMoved)
        }
      }
      // A content file is removed once the log is on the disk.
      if reached.log || step > 1 { try cut.writeLog() }
      if step > 1 {
        try fixture.store.finishHousekeeping()
        if reached.contents { try cut.writeContents() }
        if reached.contents && reached.log { try cut.writeLog() }
      }
      if step > 2 {
        #expect(try mover(fixture.store).moveAll())
        if reached.contents && reached.log { try cut.writeLog() }
      }
      // A kill takes nothing of what was committed.
      if isKilled {
        try cut.writeLog()
        try cut.writeContents()
      }
      let after = try isKilled ? cut.goOn(isBootKnown: true) : cut.restart()
      for number in 0..<6 { #expect(try after.contents("doc \(number)") == Self.text(number)) }
      #expect(try after.findings().isEmpty)
      #expect(try mover(after.store).moveAll())
      for number in 0..<6 {
        #expect(try after.contents("doc \(number)") == Self.text(number))
        #expect(try after.content("doc \(number)")?.isSmall == true)
      }
      #expect(try after.findings().isEmpty)
      #expect(try after.contentFiles() == 0)
    }
  }

  /// A checksum is of the bytes, wherever they are: a disk that has changed them before is still found out.
  @Test(arguments: [true, false]) func `checksums move too`(_ isDamaged: Bool) throws {
    let fixture = try oldStore(1)
    let checksums = try ChecksumMaker(fixture.store, quiet: 0)
    while try checksums.makeSome() {}
    let row = try #require(try fixture.committed.resolve("doc 0"))
    if isDamaged {
      let file = try fixture.store.contents.open(#require(row.content), flags: O_WRONLY)
      #expect(pwrite(file.number, "X", 1, 0) == 1)
    }
    #expect(try mover(fixture.store).moveAll())
    #expect(try fixture.content("doc 0")?.isSmall == true)
    #expect(try fixture.store.verifyContents(of: row.id) == (isDamaged ? .damaged(at: 0) : .intact))
  }

  /// A document that moves while its checksum is made gets one: before its contents are read, or after that.
  @Test(arguments: [true, false]) func `a document moves while its checksum is made`(_ isRead: Bool) throws {
    let fixture = try oldStore(1)
    let (store, id) = (fixture.store, try #require(try fixture.inode("doc 0").item))
    func move() throws(StoreError) {
      _ = try SmallContentsMover(store, quiet: .zero).moveAll()
      try store.finishHousekeeping()
    }
    let made = try store.makeChecksum(of: id) { (content) throws(StoreError) in
      if !isRead, !content.isSmall { try move() }
      let sum = try ContentChecksum(of: content, in: store.contents) { false }
      if isRead { try move() }
      return sum
    }
    guard case .made(let item, let sum) = made else { throw SupportFailure("no checksum") }
    try store.change(author: "test") { (transaction) throws(StoreError) in try transaction.noteChecksum(sum, of: item) }
    #expect(try fixture.content("doc 0")?.isSmall == true)
    #expect(try store.verifyContents(of: id) == .intact)
  }

  /// While requests come, nothing moves.
  @Test func `a busy mount is left alone`() throws {
    let fixture = try oldStore(1)
    let requests = Atomic<UInt64>(0)
    let mayRest = Atomic(false)
    let mover = try SmallContentsMover(fixture.store, quiet: .milliseconds(1)) {
      if mayRest.load(ordering: .relaxed) { return requests.load(ordering: .relaxed) }
      return requests.wrappingAdd(1, ordering: .relaxed).newValue
    }
    let thread = DispatchGroup()
    DispatchQueue.global().async(group: thread) { mover.run() }
    #expect(eventually { requests.load(ordering: .relaxed) > 50 })
    #expect(try fixture.count("small_contents") == 0)
    mayRest.store(true, ordering: .relaxed)
    #expect(try eventually { try setting(fixture) == SmallContentsMover.all })
    #expect(try fixture.content("doc 0")?.isSmall == true)
    // It has ended by itself.
    thread.wait()
  }

  /// The end of a mount does not wait for it.
  @Test func `it stops`() throws {
    let fixture = try oldStore(1)
    let requests = Atomic<UInt64>(0)
    let mover = try SmallContentsMover(fixture.store) { requests.wrappingAdd(1, ordering: .relaxed).newValue }
    let thread = DispatchGroup()
    DispatchQueue.global().async(group: thread) { mover.run() }
    #expect(eventually { requests.load(ordering: .relaxed) > 0 })
    mover.stop()
    thread.wait()
    #expect(try fixture.content("doc 0")?.isSmall == false)
  }

  /// Two mounts do not do it twice.
  @Test func `one process does it`() throws {
    let fixture = try oldStore(1)
    let other = try FeederLock(directory: fixture.directory, name: "small-contents.lock")
    let isDone = try other.ifFree { () throws(StoreError) in
      try SmallContentsMover(fixture.store, quiet: .zero).moveAll()
    }
    #expect(isDone == false)
    #expect(try fixture.content("doc 0")?.isSmall == false)
    #expect(try mover(fixture.store).moveAll())
    #expect(try fixture.content("doc 0")?.isSmall == true)
  }

  /// Programs read, write, replace and remove documents while these move.
  @Test func `documents move while they are used`() throws {
    let fixture = try oldStore(40)
    let (fileSystem, store, logger) = (fixture.fileSystem, fixture.store, fixture.context.logger)
    let inodes = try (0..<40).map { try fixture.inode("doc \($0)") }
    let isDone = Atomic(false)
    let problems = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 3) { index in
      do {
        if index == 0 {
          defer { isDone.store(true, ordering: .relaxed) }
          for _ in 0..<30 {
            try store.forgetMoved()
            _ = try SmallContentsMover(store, quiet: .zero).moveAll()
            try store.finishHousekeeping()
          }
          return
        }
        let context = try RequestContext(store, logger: logger)
        var random = SeededGenerator(seed: UInt64(index))
        while !isDone.load(ordering: .relaxed) {
          // Each thread has documents of its own.
          let number = random.below(20) * 2 + index - 1
          let handle = try fileSystem.open(inodes[number], OpenMode(flags: O_RDWR), context).handle
          var expected = Array(Self.text(number).utf8)
          if random.oneIn(2) {
            // In pieces: then it lies in a file.
            for place in 0..<2 {
              let written = try expected[place...place].withUnsafeBytes { bytes throws in
                try fileSystem.write(.memory(bytes), to: handle, at: Int64(place), isCached: false, context)
              }
              #expect(written == 1)
            }
          }
          switch try fileSystem.contents(of: handle, context) {
          case .generated(let bytes): #expect(bytes == expected)
          case .file(let file):
            let count = pread(file.descriptor, &expected, expected.count, 0)
            #expect(Array(expected.prefix(max(0, count))) == Array(Self.text(number).utf8))
          }
          try fileSystem.flush(handle, context)
          try fileSystem.release(handle, context)
        }
      } catch { problems.withLock { $0.append("\(error)") } }
    }
    #expect(problems.withLock { $0 }.isEmpty)
    for number in 0..<40 { #expect(try fixture.contents("doc \(number)") == Self.text(number)) }
    #expect(try fixture.findings().isEmpty)
  }
}

extension ItemStore {
  /// Has the store be one that an earlier version has made, of which nothing was moved into the database.
  func forgetMoved() throws(StoreError) {
    try change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeSetting(SmallContentsMover.setting, to: nil)
    }
  }
}
