import FileProviderStore
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// What is there after a loss of power, whatever of the rest the kernel had written by itself.
@Suite struct PowerCutTests {
  /// Gives a document contents as a replica does, which need not be on the disk yet.
  private func bring(_ text: String, to id: ItemID, _ fixture: FileSystemFixture) throws {
    let made = try fixture.store.contents.create()
    let key = made.key
    #expect(write(made.number, text, text.utf8.count) == text.utf8.count)
    made.keep()
    try fixture.store.change(author: "remote") { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: Int64(text.utf8.count), of: id, mark: ContentMark.fetched)
    }
  }

  /// Replaces the contents of `doc` as programs do that save.
  private func save(_ text: String, in fixture: FileSystemFixture, byEmptying: Bool, synchronizing: Bool = false) throws
  {
    let handle: HandleNumber
    if byEmptying {
      handle = try fixture.fileSystem.open(try fixture.inode("doc"), OpenMode(flags: O_RDWR | O_TRUNC), fixture.context)
        .handle
    } else {
      handle = try fixture.create("doc.tmp").1
    }
    try fixture.write(text, to: handle)
    if synchronizing { try fixture.fileSystem.synchronize(handle, fixture.context) }
    try fixture.close(handle)
    if !byEmptying { try fixture.rename("doc.tmp", to: "doc") }
  }

  /// A document that is saved by a rename or by being emptied, without `fsync`, is the old one or the new one after a loss of power, whether the
  /// log came to the disk and not the contents, or the contents and not the log, or all that is removed is removed as soon as it may be.
  @Test(arguments: [false, true], [(false, false), (true, false), (false, true), (true, true)])
  func `a saved document is old or new`(_ byEmptying: Bool, _ reached: (log: Bool, contents: Bool)) throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    try save("new", in: fixture, byEmptying: byEmptying)
    if reached.log { try cut.writeLog() }
    if reached.contents { try cut.writeContents() }
    let after = try cut.restart()
    #expect(["old contents", "new"].contains(try after.contents("doc")))
    #expect(try after.lookup("doc")?.size == Int64(try after.contents("doc").utf8.count))
    #expect(try after.count("writers") == 0)
    #expect(try after.count("replaced_contents") == 0)
    try after.store.finishHousekeeping()
    #expect(try after.contentFiles() <= 2)
  }

  /// Whoever follows the changes and has read that a document is empty is told so: its anchor is then one that a loss of power invalidates, if that takes the
  /// emptying back.
  @Test func `an emptied document is in the change log before anything is written to it`() throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "old contents")
    let logged = try #require(try fixture.count("log"))
    let handle = try fixture.fileSystem.open(
      try fixture.inode("doc"), OpenMode(flags: O_WRONLY | O_TRUNC), fixture.context
    ).handle
    #expect(try fixture.lookup("doc")?.size == 0)
    #expect(try fixture.count("log") == logged + 1)
    try fixture.close(handle)
  }

  /// A document that was synchronized, emptied, written anew and renamed over another one has what was synchronized, if not what was written: one of its
  /// versions is always there.
  @Test(arguments: [true, false])
  func `a saved document that takes another's place keeps its own old contents`(_ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    try fixture.makeFile("other", "of the other")
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    try save("new", in: fixture, byEmptying: true)
    try fixture.rename("doc", to: "other")
    try cut.writeLog()
    let after = try cut.restart()
    #expect(try after.contents("other") == "old contents")
    try after.store.finishHousekeeping()
    #expect(try after.contentFiles() == (makesFiles ? 1 : 0))
  }

  /// The same if a disk was unplugged and plugged in again in the same run of the machine, or if the system does not tell the run. Contents that are
  /// complete, as after a kill, are the new ones.
  @Test(arguments: [false, true], [(true, true), (false, true), (true, false), (false, false)])
  func `a disk that comes back has the old or the new`(_ byEmptying: Bool, _ known: (boot: Bool, isWhole: Bool)) throws
  {
    let fixture = try FileSystemFixture(makesFiles: true)
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    try save("new", in: fixture, byEmptying: byEmptying)
    try cut.writeLog()
    if known.isWhole { try cut.writeContents() }
    let after = try cut.goOn(isBootKnown: known.boot)
    #expect(try after.contents("doc") == (known.isWhole ? "new" : "old contents"))
    #expect(try after.lookup("doc")?.size == Int64(try after.contents("doc").utf8.count))
    try after.store.finishHousekeeping()
    #expect(try after.count("writers") == 0)
    #expect(try after.count("replaced_contents") == 0)
    #expect(try after.contentFiles() <= 2)
  }

  /// The size of what was saved was on the disk when it was unplugged, and the blocks were not.
  @Test(arguments: [false, true])
  func `a disk that comes back has no zeros in what was saved`(_ byEmptying: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    try save("new contents", in: fixture, byEmptying: byEmptying)
    try cut.writeLog()
    try cut.addHole(for: "doc", of: fixture)
    #expect(try cut.goOn(isBootKnown: true).contents("doc") == "old contents")
  }

  /// A document that was new, and whose contents are not on the disk that comes back, is as long as what there is to read.
  @Test(arguments: [true, false]) func `a disk that comes back has no wrong size`(_ isBootKnown: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let cut = try PowerCut(of: fixture)
    try fixture.makeFile("doc", "contents")
    try cut.writeLog()
    let after = try cut.goOn(isBootKnown: isBootKnown)
    #expect(try after.lookup("doc")?.size == 0)
    #expect(try after.contents("doc") == "")
  }

  /// Contents that came from the provider, and are not on the disk that comes back, are asked for again.
  @Test func `a disk that comes back asks for fetched contents`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let id = try #require(try fixture.create("doc").0.item)
    let cut = try PowerCut(of: fixture)
    try bring("brought", to: id, fixture)
    try cut.writeLog()
    let row = try #require(try cut.goOn(isBootKnown: true).context.item(id))
    #expect(row.flags.contains(.dataless) && row.content == nil && row.size == 7)
  }

  /// However often it is saved before anything of it is on the disk, what comes back is what was there, and nothing is left of the others.
  @Test(arguments: [false, true], [true, false])
  func `many saves bring the oldest back`(_ byEmptying: Bool, _ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    for number in 0..<3 { try save("new \(number)", in: fixture, byEmptying: byEmptying) }
    try fixture.store.removeDiscarded()
    try cut.writeLog()
    // Of the contents only what was removed.
    let after = try cut.restart()
    // What needs no file is there with the log.
    #expect(try after.contents("doc") == (makesFiles || byEmptying ? "old contents" : "new 2"))
    #expect(try fixture.contents("doc") == "new 2")
    try fixture.store.finishHousekeeping()
    #expect(try fixture.contentFiles() == (makesFiles ? 1 : 0))
    #expect(try fixture.count("replaced_contents") == 0)
    #expect(try fixture.count("discarded_contents") == 0)
    #expect(try fixture.count("writers") == 0)
  }

  /// A document that was synchronized, then changed, and then saved anew, none of which came to the disk, has what was synchronized.
  @Test(arguments: [false, true], [true, false])
  func `what was synchronized before a change stays`(_ byEmptying: Bool, _ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    let handle = try fixture.create("doc").1
    try fixture.write("synchronized", to: handle)
    try fixture.fileSystem.synchronize(handle, fixture.context)
    let cut = try PowerCut(of: fixture)
    try fixture.write("CHANGED", to: handle)
    try fixture.close(handle)
    try save("new contents", in: fixture, byEmptying: byEmptying)
    try fixture.store.removeDiscarded()
    try cut.writeLog()
    // What needs no file is there with the log.
    let expected = makesFiles ? "synchronized" : byEmptying ? "CHANGEDnized" : "new contents"
    #expect(try cut.restart().contents("doc") == expected)
  }

  /// What was synchronized, changed without another synchronization, and then moved over another document is there after a loss of power: not what
  /// it replaced. Whether it was closed between makes no difference.
  @Test(arguments: [false, true], [true, false])
  func `what was synchronized before it replaced something stays`(_ closing: Bool, _ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    var handle = try fixture.create("doc.tmp").1
    try fixture.write("synchronized", to: handle)
    try fixture.fileSystem.synchronize(handle, fixture.context)
    if closing {
      try fixture.close(handle)
      let mode = OpenMode(flags: O_RDWR)
      handle = try fixture.fileSystem.open(try fixture.inode("doc.tmp"), mode, fixture.context).handle
    }
    let cut = try PowerCut(of: fixture)
    try fixture.write("SYNC", to: handle)
    try fixture.close(handle)
    try fixture.rename("doc.tmp", to: "doc")
    try cut.writeLog()
    #expect(try cut.restart().contents("doc") == (makesFiles ? "synchronized" : "SYNChronized"))
  }

  /// What was synchronized and then emptied in place is new again: until it is on the disk, what it replaces is kept.
  @Test func `what was emptied in place is new`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    try fixture.makeFile("doc", "old contents")
    try fixture.makeFile("doc.tmp", "synchronized")
    try fixture.store.finishHousekeeping()
    let reader = try fixture.fileSystem.open(
      try fixture.inode("doc.tmp"), OpenMode(flags: O_RDONLY), fixture.context
    ).handle
    let mode = OpenMode(flags: O_RDWR | O_TRUNC)
    let handle = try fixture.fileSystem.open(try fixture.inode("doc.tmp"), mode, fixture.context).handle
    try fixture.write("new contents", to: handle)
    try fixture.close(handle)
    try fixture.close(reader)
    let cut = try PowerCut(of: fixture)
    try cut.lose("new contents")
    try fixture.rename("doc.tmp", to: "doc")
    try fixture.store.removeDiscarded()
    try cut.writeLog()
    #expect(try cut.restart().contents("doc") == "old contents")
  }

  /// Contents that have their size and nothing but a hole, as ext4 leaves them of what was made shorter before it was written out, are not there: what
  /// they replaced is, though the end of that was lost, too.
  @Test func `a hole is not what was written`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let handle = try fixture.create("doc").1
    try fixture.write("synchronized", to: handle)
    try fixture.fileSystem.synchronize(handle, fixture.context)
    let cut = try PowerCut(of: fixture)
    try fixture.write(" and more", to: handle, at: 12)
    try fixture.close(handle)
    let new = try fixture.create("doc.tmp").1
    try fixture.write("new contents", to: new)
    try fixture.close(new)
    try fixture.rename("doc.tmp", to: "doc")
    try cut.writeLog()
    try cut.addHole(for: "doc", of: fixture)
    #expect(try cut.restart().contents("doc") == "synchronized")
  }

  /// Of a change in place the contents may come to the disk and the mark not: what `stat` tells is then what there is to read, at once.
  @Test func `a lost mark is no wrong size`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    let other = try fixture.fileSystem.open(try fixture.inode("doc"), OpenMode(flags: O_RDWR), fixture.context).handle
    try save("new", in: fixture, byEmptying: true)
    try cut.writeContents()
    let after = try cut.restart()
    #expect(try after.lookup("doc")?.size == 3)
    #expect(try after.contents("doc") == "new")
    try fixture.close(other)
  }

  /// Once the contents are on the disk the new ones stay, and the old ones go.
  @Test(arguments: [false, true], [false, true])
  func `what is on the disk stays`(_ byEmptying: Bool, _ synchronizing: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    try save("new", in: fixture, byEmptying: byEmptying, synchronizing: synchronizing)
    if !synchronizing { try fixture.store.synchronizeContents() }
    #expect(try fixture.count("writers") == 0)
    try fixture.store.removeDiscarded()
    #expect(try fixture.contentFiles() == 1)
    try cut.writeContents()
    try cut.writeLog()
    #expect(try cut.restart().contents("doc") == "new")
  }

  /// A document that is removed stays whole until the log says on the disk that it is gone.
  @Test(arguments: [true, false])
  func `a removed document stays until that is on the disk`(_ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    try fixture.makeFile("doc", "contents")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    try fixture.unlink("doc")
    #expect(try fixture.contentFiles() == (makesFiles ? 1 : 0))
    try cut.writeContents()
    #expect(try cut.restart().contents("doc") == "contents")
    try fixture.store.removeDiscarded()
    #expect(try fixture.contentFiles() == 0)
    #expect(try fixture.count("discarded_contents") == 0)
  }

  /// An opening removes what an earlier one discarded and did not remove.
  @Test func `the next opening removes what is left`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    try fixture.makeFile("doc", "contents")
    try fixture.unlink("doc")
    let other = try ItemStore(
      directory: fixture.directory, pace: HousekeepingPace(discards: 1, quiet: 1, longest: 1))
    defer { withExtendedLifetime(other) {} }
    eventually(seconds: 30) {
      // A folder may go while it is looked at.
      guard let files = try? fixture.contentFiles() else { return false }
      let left = (try? (fixture.count("discarded_contents") ?? 0) + (fixture.count("writers") ?? 0)) ?? 1
      return files + Int(left) == 0
    }
    #expect(try fixture.contentFiles() == 0)
    #expect(try fixture.count("discarded_contents") == 0)
    #expect(try fixture.count("writers") == 0)
  }

  /// A document whose row is on the disk and whose contents are not is empty, not damaged, and can be written.
  @Test func `a document without contents is empty`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let cut = try PowerCut(of: fixture)
    try fixture.makeFile("doc", "contents")
    try cut.writeLog()
    let after = try cut.restart()
    #expect(try after.lookup("doc")?.size == 0)
    #expect(try after.contents("doc") == "")
    let handle = try after.fileSystem.open(try after.inode("doc"), OpenMode(flags: O_RDWR), after.context).handle
    try after.write("again", to: handle)
    try after.close(handle)
    #expect(try after.contents("doc") == "again")
  }

  /// When contents came to the disk and the row that tells of them did not, or not whole, row and contents agree all the same: what is appended
  /// comes after what is there. Also when the mark was lost, too.
  @Test(arguments: [false, true])
  func `an append brings nothing back`(_ isMarked: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let inode = try fixture.makeFile("doc", "123456789")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    let handle = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context).handle
    try fixture.write(String(repeating: "x", count: 50), to: handle, at: 9)
    if isMarked { try cut.writeLog() }
    try cut.writeContents()
    let after = try cut.restart()
    let opened = try after.fileSystem.open(try after.inode("doc"), OpenMode(flags: O_RDWR), after.context).handle
    let size = try #require(try after.lookup("doc")?.size)
    try after.write("new", to: opened, at: size)
    try after.close(opened)
    #expect(try after.contents("doc") == "123456789" + String(repeating: "x", count: 50) + "new")
    #expect(try after.lookup("doc")?.size == 62)
  }

  /// Contents that came from the provider and may not be on the disk are asked for again.
  @Test func `fetched contents are fetched again`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let id = try #require(try fixture.create("doc").0.item)
    let cut = try PowerCut(of: fixture)
    try bring("brought", to: id, fixture)
    try cut.writeLog()
    let row = try #require(try cut.restart().context.item(id))
    #expect(row.flags.contains(.dataless) && row.content == nil && row.size == 7)
  }

  /// A document that came from the provider and was moved over another one is asked for again: it never gets the other one's contents as its own.
  @Test func `fetched contents are not the replaced ones`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    try fixture.makeFile("doc", "old contents")
    let id = try #require(try fixture.create("other").0.item)
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    try bring("brought", to: id, fixture)
    try fixture.rename("other", to: "doc")
    try cut.writeLog()
    let after = try cut.restart()
    let row = try #require(try after.context.item(id))
    #expect(row.flags.contains(.dataless) && row.content == nil && row.size == 7)
    #expect(try after.count("replaced_contents") == 0)
  }

  /// A document that was changed in another way while its contents were put on the disk is handled again: its mark does not stay until some later
  /// write, because after a loss of power the replaced contents would come back.
  @Test func `a change meanwhile does not keep the mark`() throws {
    let (isWaiting, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // Called before a thread waits for the lock: first by the one that takes marks away.
    let isFirst = Atomic(true)
    let threads = ChangingThreads(willBlock: {
      guard isFirst.exchange(false, ordering: .relaxed) else { return }
      isWaiting.signal()
      mayGoOn.wait()
    })
    let fixture = try FileSystemFixture(
      makesFiles: true, threads: threads, pace: HousekeepingPace(discards: 1, quiet: 1, longest: 1))
    let id = try #require(try fixture.create("doc").0.item)
    let made = try fixture.store.contents.create()
    let key = made.key
    made.keep()
    try fixture.store.change(author: "test", whenMade: { _ in isWaiting.wait() }) { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: 0, of: id)
    }
    var changes = AttributeChanges()
    changes.mode = 0o600
    try fixture.store.change(author: "test") { [changes] (transaction) throws(StoreError) in
      try transaction.setAttributes(changes, of: id)
    }
    mayGoOn.signal()
    #expect(try eventually(seconds: 30) { try fixture.count("writers") == 0 })
  }

  /// A document that a mount is writing keeps its mark and its replaced contents, whatever is put on the disk meanwhile.
  @Test(arguments: [true, false])
  func `a document under way stays marked`(_ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    let inode = try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    let handle = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR | O_TRUNC), fixture.context).handle
    try fixture.write("half", to: handle)
    try fixture.store.finishHousekeeping()
    try cut.writeLog()
    try cut.writeContents()
    #expect(try cut.restart().contents("doc") == "old contents")
    try fixture.close(handle)
  }

  /// With another handle open a document is emptied in place: that one sees it.
  @Test func `emptying in place`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let inode = try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let reader = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDONLY), fixture.context).handle
    let content = try fixture.committed.resolve("doc")?.content
    let writer = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR | O_TRUNC), fixture.context).handle
    #expect(try fixture.read(reader) == "")
    try fixture.write("new", to: writer)
    #expect(try fixture.read(reader) == "new")
    try fixture.close(writer)
    try fixture.close(reader)
    #expect(try fixture.committed.resolve("doc")?.content == content)
  }

  /// What `fsync` has acknowledged is what is there, although an import has given the document other contents meanwhile. Small contents were committed before
  /// that, so these are what the import has brought.
  @Test(arguments: [true, false])
  func `what is synchronized wins over an import`(_ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    let inode = try fixture.makeFile("doc", "old contents")
    let id = try #require(inode.item)
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    let handle = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context).handle
    try fixture.write("mine, and longer", to: handle)
    let made = try fixture.store.contents.create()
    let key = made.key
    #expect(write(made.number, "theirs", 6) == 6)
    made.keep()
    try fixture.store.change(author: "import") { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: 6, modified: .now, of: id)
    }
    try fixture.fileSystem.synchronize(handle, fixture.context)
    #expect(try fixture.count("writers") == 0)
    try cut.writeLog()
    try cut.writeContents()
    let after = try cut.restart()
    #expect(try after.contents("doc") == (makesFiles ? "mine, and longer" : "theirs"))
    #expect(try after.lookup("doc")?.size == (makesFiles ? 16 : 6))
    try fixture.close(handle)
    try fixture.store.finishHousekeeping()
    #expect(try fixture.contentFiles() == 1)
  }

  /// Small contents that an import has brought stay, although a program had emptied the document for what it was going to write.
  @Test func `a small import wins over what was emptied`() throws {
    let fixture = try FileSystemFixture()
    let inode = try fixture.makeFile("doc", String(repeating: "x", count: 10_000))
    let id = try #require(inode.item)
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    let handle = try fixture.open("doc", O_WRONLY | O_TRUNC)
    try fixture.store.change(author: "import") { (transaction) throws(StoreError) in
      let content = try transaction.addSmall(Array("theirs".utf8))
      try transaction.setContents(content, size: 6, modified: .now, of: id)
    }
    try cut.writeLog()
    try cut.writeContents()
    #expect(try cut.restart().contents("doc") == "theirs")
    try fixture.close(handle)
  }

  /// A copy that wins keeps the holes of what was written.
  @Test func `holes stay holes`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let (inode, handle) = try fixture.create("doc")
    let id = try #require(inode.item)
    try fixture.write("end", to: handle, at: 64 << 20)
    let made = try fixture.store.contents.create()
    let key = made.key
    made.keep()
    try fixture.store.change(author: "import") { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: 0, of: id)
    }
    try fixture.close(handle)
    let node = try #require(try fixture.lookup("doc"))
    #expect(node.size == 64 << 20 + 3)
    #expect(node.blocks * 512 < 1 << 20)
  }
}
