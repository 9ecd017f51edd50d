import FileProvider
import FileProviderStore
import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing

@testable import FileProviderFileSystem

/// A source that does what the test says.
private struct Source: ContainerSource {
  var listing: @Sendable (ItemID) throws -> Void = { _ in }
  var contents: @Sendable (ItemID) throws -> Void = { _ in }
  func list(_ container: ItemID) throws { try listing(container) }
  func bring(_ document: ItemID) throws { try contents(document) }
}

@Suite struct SourceTests {
  private static func add(
    _ name: String, _ flags: ItemFlags, in parent: ItemID, kind: ItemKind = .file, _ store: ItemStore
  ) throws -> ItemID {
    try store.write(author: "remote") { (transaction) throws(StoreError) in
      var new = NewItem(parent: parent, name: try FileName(name), kind: kind, mode: 0o755, owner: 0, group: 0)
      new.flags = flags
      return try transaction.create(new).id
    }
  }

  /// A folder that was never listed is listed when it is opened, or when a name in it is asked for.
  @Test func anUnlistedFolderIsListed() throws {
    let fixture = try FileSystemFixture(source: { store in
      Source(listing: { container in
        _ = try SourceTests.add("child", [], in: container, store)
        try store.write(author: "remote") { (transaction) throws(StoreError) in
          try transaction.setFlags(.unlisted, false, of: container)
        }
      })
    })
    let first = InodeNumber(try Self.add("first", .unlisted, in: .root, kind: .folder, fixture.store))
    let second = InodeNumber(try Self.add("second", .unlisted, in: .root, kind: .folder, fixture.store))
    #expect(try fixture.list(first) == [".", "..", "child"])
    #expect(try fixture.lookup("child", in: second) != nil)
    #expect(try fixture.lookup("other", in: second) == nil)
  }

  /// What comes with a first listing was there all the time: nobody who watches is told. What comes later is new.
  @Test func aFirstListingMakesNothingNew() throws {
    let fixture = try FileSystemFixture(source: { store in
      Source(listing: { container in
        _ = try SourceTests.add("child", [], in: container, store)
        try store.write(author: "remote") { (transaction) throws(StoreError) in
          try transaction.setFlags(.unlisted, false, of: container)
        }
      })
    })
    let folder = try Self.add("folder", .unlisted, in: .root, kind: .folder, fixture.store)
    let follower = try ChangeFollower(fixture.fileSystem, fixture.context)
    var names: [String] = []
    func advance() throws {
      try follower.advance(fixture.context, replay: { names += $0.replays.map(\.place.name.spelling) }) { _ in }
    }
    // By somebody else, while it is not complete.
    _ = try Self.add("early", [], in: folder, fixture.store)
    try advance()
    _ = try fixture.fileSystem.openDirectory(InodeNumber(folder), fixture.context)
    try advance()
    #expect(names.isEmpty)
    _ = try Self.add("late", [], in: folder, fixture.store)
    try advance()
    #expect(names == ["late"])
  }

  /// A provider's failure is the program's error when nothing is here, and comes after what is here otherwise.
  @Test func aFailingListing() throws {
    let fixture = try FileSystemFixture(source: { store in
      Source(listing: { container in
        if try store.read({ (reader) throws(StoreError) in try reader.record(container) })?.name.spelling == "partial" {
          _ = try SourceTests.add("here", [], in: container, store)
        }
        throw NSError(domain: NSFileProviderErrorDomain, code: NSFileProviderError.Code.serverUnreachable.rawValue)
      })
    })
    let nothing = InodeNumber(try Self.add("nothing", .unlisted, in: .root, kind: .folder, fixture.store))
    let partial = InodeNumber(try Self.add("partial", .unlisted, in: .root, kind: .folder, fixture.store))
    #expect(failure { _ = try fixture.fileSystem.openDirectory(nothing, fixture.context) }?.rawValue == EHOSTUNREACH)
    let (handle, mayBeKept) = try fixture.fileSystem.openDirectory(partial, fixture.context)
    #expect(!mayBeKept)
    var names: [String] = []
    var last: Int64 = 0
    try fixture.fileSystem.readDirectory(handle, from: 0, withAttributes: false, fixture.context) { _, name, next in
      names.append(String(decoding: name, as: UTF8.self))
      last = next
      return true
    }
    #expect(names == [".", "..", "here"])
    let end = failure {
      try fixture.fileSystem.readDirectory(handle, from: last, withAttributes: false, fixture.context) { _, _, _ in true
      }
    }
    #expect(end?.rawValue == EHOSTUNREACH)
  }

  /// A completion that never comes costs the program the deadline, not more.
  @Test func aSourceThatNeverAnswers() throws {
    let fixture = try FileSystemFixture(source: { _ in Source(listing: { _ in sleep(20) }) })
    let folder = InodeNumber(try Self.add("never", .unlisted, in: .root, kind: .folder, fixture.store))
    let start = Date()
    #expect(failure { _ = try fixture.fileSystem.openDirectory(folder, fixture.context) } == .inputOutput)
    #expect(Date().timeIntervalSince(start) < 5)
  }

  /// Contents that are not here are brought at the first opening.
  @Test func datalessContentsAreBrought() throws {
    let fixture = try FileSystemFixture(source: { store in
      Source(contents: { document in
        let (key, descriptor) = try store.contents.create()
        _ = write(descriptor, "brought", 7)
        close(descriptor)
        try store.write(author: "remote") { (transaction) throws(StoreError) in
          try transaction.setContents(key, size: 7, of: document)
        }
      })
    })
    _ = try Self.add("file", .dataless, in: .root, fixture.store)
    #expect(try fixture.contents("file") == "brought")
  }

  /// Two programs that ask for one folder share one call of the source.
  @Test func requestsShareOneCall() throws {
    let calls = SharedCounter()
    let waiting = SharedCounter()
    let gate = DispatchSemaphore(value: 0)
    let requests = SourceRequests(
      source: Source(listing: { _ in
        calls.add()
        gate.wait()
      }))
    let threads = DispatchGroup()
    for _ in 0..<4 {
      threads.enter()
      Thread.detachNewThread {
        waiting.add()
        try? requests.wait(for: .listing(.root), seconds: 20, interruption: Interruption())
        threads.leave()
      }
    }
    while waiting.value < 4 { usleep(1000) }
    usleep(200_000)
    for _ in 0..<4 { gate.signal() }
    threads.wait()
    #expect(calls.value == 1)
  }

  /// A program that gives up does not wait for the deadline.
  @Test func anInterruptEndsTheWait() throws {
    let requests = SourceRequests(source: Source(listing: { _ in sleep(20) }))
    let interruption = Interruption()
    Thread.detachNewThread {
      usleep(100_000)
      interruption.request()
      requests.wake()
    }
    #expect(throws: ErrorNumber.interrupted) {
      try requests.wait(for: .listing(.root), seconds: 20, interruption: interruption)
    }
  }
}

private final class SharedCounter: Sendable {
  private let count = Atomic<Int>(0)
  func add() { count.add(1, ordering: .relaxed) }
  var value: Int { count.load(ordering: .relaxed) }
}
