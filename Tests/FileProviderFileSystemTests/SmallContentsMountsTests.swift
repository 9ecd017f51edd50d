import FileProviderStore
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// Documents whose contents lie in the database, in several mounts of one store, and for several threads.
@Suite struct SmallContentsMountsTests {
  /// A reader sees what another process writes to the document, in whichever place it is, and writes into the same contents.
  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func `a document follows another process`(_ home: (isFileBefore: Bool, isFileAfter: Bool)) throws {
    let fixture = try FileSystemFixture(makesFiles: home.isFileBefore)
    let inode = try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let reader = try fixture.open("doc", O_RDONLY)
    let writer = try fixture.open("doc", O_RDWR)
    let other = try fixture.otherMount()
    func save(_ text: String) throws {
      let handle = try other.open("doc", O_RDWR | O_TRUNC)
      if home.isFileAfter { try other.write(String(text.prefix(1)), to: handle) }
      try other.write(text, to: handle)
      try other.close(handle)
      try fixture.fileSystem.followOpen([try #require(inode.item)])
    }
    try save("new")
    #expect(try fixture.read(reader) == "new")
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == 3)
    try save("newer")
    #expect(try fixture.read(reader) == "newer")
    try fixture.write("mine", to: writer)
    try save("newest")
    try fixture.close(writer)
    try fixture.close(reader)
    // Both wrote the same contents, and the other one was the last.
    #expect(try fixture.contents("doc") == "newest")
    #expect(try fixture.committed.resolve("doc")?.size == 6)
    let findings = try fixture.findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A program that has opened an empty document with `O_TRUNC` has taken nothing off it: it sees what another mount writes.
  @Test(arguments: [true, false]) func `what was empty when it was emptied follows another mount`(
    _ makesFiles: Bool
  ) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    let (inode, made) = try fixture.create("doc")
    try fixture.close(made)
    let emptied = try fixture.open("doc", O_RDWR | O_TRUNC)
    let other = try fixture.otherMount()
    let handle = try other.open("doc", O_RDWR)
    if makesFiles { try other.write("t", to: handle) }
    try other.write("text", to: handle)
    try other.close(handle)
    try fixture.fileSystem.followOpen([try #require(inode.item)])
    #expect(try fixture.read(emptied) == "text")
    #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == 4)
    try fixture.close(emptied)
    #expect(try fixture.contents("doc") == "text")
  }

  /// A reader of a large document that another mount replaces by a small one does not keep the room of the large one.
  @Test func `what a reader has left is free`() throws {
    let fixture = try FileSystemFixture()
    let inode = try fixture.makeFile("doc", String(repeating: "x", count: 1 << 20))
    try fixture.store.finishHousekeeping()
    let reader = try fixture.open("doc", O_RDONLY)
    let other = try fixture.otherMount()
    let handle = try other.open("doc", O_RDWR | O_TRUNC)
    try other.write("new", to: handle)
    try other.close(handle)
    try fixture.fileSystem.followOpen([try #require(inode.item)])
    try fixture.store.finishHousekeeping()
    #expect(try fixture.read(reader) == "new")
    let contents = fixture.directory.appendingPathComponent("contents").path
    let kept = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }.filter { $0.hasPrefix(contents) && $0.hasSuffix("(deleted)") }
    #expect(kept.isEmpty)
    try fixture.close(reader)
  }

  /// A document that another mount only empties is empty for those who have it open: readers, and a program that then writes a line into it.
  @Test(arguments: [true, false], [true, false])
  func `a document follows another mount that empties it`(_ makesFiles: Bool, _ follows: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    let inode = try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let reader = try fixture.open("doc", O_RDONLY)
    let writer = try fixture.open("doc", O_RDWR)
    let other = try fixture.otherMount()
    try other.close(try other.open("doc", O_RDWR | O_TRUNC))
    if follows {
      try fixture.fileSystem.followOpen([try #require(inode.item)])
      #expect(try fixture.read(reader) == "")
      #expect(try fixture.fileSystem.attributes(of: inode, fixture.context).size == 0)
    }
    try fixture.write("line", to: writer)
    #expect(try fixture.read(reader) == "line")
    try fixture.close(writer)
    try fixture.close(reader)
    #expect(try fixture.contents("doc") == "line")
    #expect(try fixture.committed.resolve("doc")?.size == 4)
    let findings = try fixture.findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A program has an empty document open. Another mount writes it, and something else of it changes here before anything follows that: the program reads
  /// what was written, and writes into that.
  @Test(arguments: [1, 2], [true, false])
  func `an empty document that is open follows another mount`(_ writes: Int, _ follows: Bool) throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("doc")
    let other = try fixture.otherMount()
    let theirs = try other.open("doc", O_RDWR)
    for _ in 0..<writes { try other.write("theirs", to: theirs) }
    var request = AttributeRequest()
    request.mode = 0o600
    // What is read and what is shown agree.
    #expect(try fixture.fileSystem.setAttributes(of: inode, handle: nil, request, fixture.context).size == 0)
    #expect(try fixture.read(handle) == "")
    try other.close(theirs)
    if follows {
      try fixture.fileSystem.followOpen([try #require(inode.item)])
      #expect(try fixture.read(handle) == "theirs")
    }
    try fixture.write("T", to: handle)
    if writes == 2 && !follows {
      // Nobody has put its directory entry on the disk yet.
      #expect(try fixture.fileSystem.document(handle).withState { $0.isNew })
    }
    #expect(try fixture.read(handle) == "Theirs")
    try fixture.close(handle)
    #expect(try fixture.contents("doc") == "Theirs")
    #expect(try fixture.committed.resolve("doc")?.size == 6)
    let findings = try fixture.findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A document that a program has emptied twice, and another mount has written between, keeps no mark of the program once that has closed it.
  @Test func `no mark stays of what another mount has replaced`() throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "old contents")
    let first = try fixture.open("doc", O_RDWR | O_TRUNC)
    let second = try fixture.open("doc", O_RDWR | O_TRUNC)
    let other = try fixture.otherMount()
    let theirs = try other.open("doc", O_RDWR)
    try other.write("theirs", to: theirs)
    try other.close(theirs)
    try fixture.fileSystem.flush(first, fixture.context)
    #expect(try fixture.read(second) == "theirs")
    try other.fileSystem.store.finishHousekeeping()
    #expect(try fixture.count("writers") == 0)
    try fixture.close(first)
    try fixture.close(second)
    #expect(try fixture.contents("doc") == "theirs")
  }

  /// Two mounts that write a document at the same time write into the same contents.
  @Test(arguments: [true, false]) func `writers in two mounts share small contents`(_ isClosedBetween: Bool) throws {
    let fixture = try FileSystemFixture()
    let first = try fixture.create("doc").1
    let other = try fixture.otherMount()
    try fixture.write("a", to: first)
    let second = try other.open("doc", O_RDWR)
    try other.write("b", to: second, at: 1)
    #expect(try fixture.content("doc")?.isSmall == true)
    if isClosedBetween { try fixture.fileSystem.flush(first, fixture.context) }
    try fixture.write("c", to: first, at: 2)
    #expect(try fixture.read(first) == "abc")
    try other.close(second)
    try fixture.close(first)
    #expect(try fixture.contents("doc") == "abc")
    #expect(try fixture.committed.resolve("doc")?.size == 3)
    try other.fileSystem.store.finishHousekeeping()
    #expect(try fixture.count("writers") == 0)
    let findings = try fixture.findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// What a program writes into small contents is committed at once. Contents that another process brings then replace it, and what is written after that
  /// goes into these.
  @Test(arguments: [1, 2]) func `what another process brings replaces what was written`(_ writes: Int) throws {
    let fixture = try FileSystemFixture()
    let (inode, handle) = try fixture.create("doc")
    try fixture.write("mine", to: handle)
    let made = try fixture.store.contents.create(Array("theirs".utf8))
    let key = made.key
    made.keep()
    let id = try #require(inode.item)
    try fixture.store.change(author: "import") { (transaction) throws(StoreError) in
      _ = try transaction.setContents(key, size: 6, of: id)
    }
    if writes == 2 { try fixture.write(" too", to: handle, at: 4) }
    try fixture.close(handle)
    #expect(try fixture.contents("doc") == (writes == 2 ? "thei too" : "theirs"))
    let findings = try fixture.findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// What another mount has synchronized of a document that is being written stays when it moves to a file.
  @Test func `what another mount synchronizes is a version`() throws {
    let fixture = try FileSystemFixture()
    let (inode, first) = try fixture.create("doc")
    try fixture.write("some", to: first)
    let other = try fixture.otherMount()
    let second = try other.open("doc", O_RDONLY)
    try other.fileSystem.synchronize(second, other.context)
    try fixture.write(" more", to: first, at: 4)
    #expect(try fixture.content("doc")?.isSmall == false)
    let id = try #require(inode.item)
    let isNew = try fixture.store.readCommitted { (reader) throws(StoreError) in try ContentReader(reader).isNew(id) }
    #expect(try !isNew && fixture.count("writers") == 2)
    // It was put on the disk.
    #expect(try fixture.fileSystem.document(first).withState { $0.standing } == .version)
    try other.close(second)
    try fixture.close(first)
    #expect(try fixture.contents("doc") == "some more")
  }

  /// A program closes a document that another mount has given contents, while a write into what it had before is under way: that write has a commit of its own.
  @Test func `a write under way is not committed by another close`() throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "old contents")
    let (first, second) = (try fixture.open("doc", O_RDWR), try fixture.open("doc", O_RDWR))
    let file = try fixture.fileSystem.document(first)
    let other = try fixture.otherMount()
    let theirs = try other.open("doc", O_RDWR | O_TRUNC)
    try other.write("theirs", to: theirs)
    try other.close(theirs)
    let change = fixture.bytes("mine") { file.beginSmallChange($0, at: 0, by: fixture.context.caller) }
    #expect(change != nil)
    try fixture.fileSystem.flush(second, fixture.context)
    // The item has other contents than the change begins with.
    _ = file.cancelChange()
    try fixture.write("mine, which is longer", to: first)
    #expect(file.withState { $0.isModified })
    try fixture.close(first)
    try fixture.close(second)
    #expect(try fixture.contents("doc") == "mine, which is longer")
    #expect(try fixture.committed.resolve("doc")?.size == 21)
    let findings = try fixture.findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A program begins to write a document in a file while another one is about to empty it: what is written is in the document, or was emptied with it.
  @Test func `a write beside an emptying is in the document`() throws {
    let waiting = DispatchSemaphore(value: 0)
    let fixture = try FileSystemFixture(makesFiles: true, threads: ChangingThreads(willBlock: { waiting.signal() }))
    let (fileSystem, store, logger) = (fixture.fileSystem, fixture.store, fixture.context.logger)
    for round in 0..<5 {
      let inode = try fixture.makeFile("doc \(round)", "old contents")
      try store.finishHousekeeping()
      let (isHeld, mayEnd, threads) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup())
      let problems = Mutex<[String]>([])
      func inThread(_ body: @escaping @Sendable () throws -> Void) {
        DispatchQueue.global().async(group: threads) {
          do { try body() } catch { problems.withLock { $0.append("\(error)") } }
        }
      }
      @Sendable func use(_ flags: Int32, _ body: (HandleNumber, RequestContext) throws -> Void) throws {
        let context = try RequestContext(store, logger: logger)
        let handle = try fileSystem.open(inode, OpenMode(flags: flags), context).handle
        try body(handle, context)
        try fileSystem.flush(handle, context)
        try fileSystem.release(handle, context)
      }
      inThread {
        try store.change(
          author: "test",
          whenMade: { _ in
            isHeld.signal()
            mayEnd.wait()
          }
        ) { (transaction) throws(StoreError) in try transaction.changeSetting("test", to: "\(round)") }
      }
      isHeld.wait()
      while waiting.wait(timeout: .now()) == .success {}
      inThread { try use(O_RDWR | O_TRUNC) { _, _ in } }
      #expect(waiting.wait(timeout: .now() + 60) == .success)
      inThread {
        try use(O_RDWR) { handle, context in
          let written = try Array("piece".utf8).withUnsafeBytes { bytes throws in
            try fileSystem.write(.memory(bytes), to: handle, at: 0, isCached: false, context)
          }
          #expect(written == 5)
        }
      }
      #expect(waiting.wait(timeout: .now() + 60) == .success)
      mayEnd.signal()
      threads.wait()
      #expect(problems.withLock { $0 }.isEmpty)
      #expect(["piece", ""].contains(try fixture.contents("doc \(round)")))
    }
  }

  /// Calls that use the contents while these move between the database and a file succeed, and find what there is.
  @Test func `calls while contents move`() throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "text")
    let (file, copy) = (try fixture.open("doc", O_RDWR), try fixture.create("copy").1)
    let document = try fixture.fileSystem.document(file)
    let row = document.withState { $0.attributes }
    let isDone = Atomic(false)
    let problems = Mutex<[String]>([])
    let (fileSystem, store, logger) = (fixture.fileSystem, fixture.store, fixture.context.logger)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      do {
        let context = try RequestContext(store, logger: logger)
        if index == 0 {
          defer { isDone.store(true, ordering: .relaxed) }
          for _ in 0..<400 {
            let made = try store.contents.create(Array("text".utf8))
            document.install(.bytes(Array("text".utf8)), as: row, isMarked: false)
            if let contents = made.keep() { document.install(.file(contents), as: row, isMarked: false) }
          }
          return
        }
        while !isDone.load(ordering: .relaxed) {
          try fileSystem.synchronize(file, context)
          #expect(try fileSystem.seek(file, from: 0, whence: 4, context) == 4)
          #expect(
            try fileSystem.copy(from: file, at: 0, to: copy, at: 0, length: 10, context) == 4)
        }
      } catch { problems.withLock { $0.append("\(error)") } }
    }
    #expect(problems.withLock { $0 }.isEmpty)
    try fixture.close(copy)
    try fixture.close(file)
  }
}
