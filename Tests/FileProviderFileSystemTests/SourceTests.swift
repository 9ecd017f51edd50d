import FileProvider
import FileProviderStore
import Dispatch
import Foundation
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// A source that does what the test says, on a thread for each question.
private struct Source: ContainerSource {
  var listing: @Sendable (ItemID) throws -> Void = { _ in }
  var contents: @Sendable (ItemID) throws -> Void = { _ in }

  func begin(
    _ subject: SourceSubject, for asker: SourceAsker, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket {
    NativeThread.start(name: "source") {
      whenDone(
        Result {
          switch subject {
          case .listing(let container): try listing(container)
          case .contents(let document), .range(let document, _): try contents(document)
          }
        })
    }
    return SourceTicket(number: 1)
  }

  func withdraw(_ ticket: SourceTicket) {}
}

/// A source that answers when the test says so.
private final class PatientSource: ContainerSource {
  struct State {
    var questions: [UInt64: (subject: SourceSubject, whenDone: @Sendable (Result<Void, any Error>) -> Void)] = [:]
    var last: UInt64 = 0
    var withdrawn: [UInt64] = []
  }

  let state = Mutex(State())
  var withdrawn: [UInt64] { state.withLock { $0.withdrawn } }
  var count: Int { state.withLock { $0.questions.count } }

  func begin(
    _ subject: SourceSubject, for asker: SourceAsker, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket {
    state.withLock { state in
      state.last += 1
      state.questions[state.last] = (subject, whenDone)
      return SourceTicket(number: state.last)
    }
  }

  func withdraw(_ ticket: SourceTicket) { state.withLock { $0.withdrawn.append(ticket.number) } }

  /// Answers a question, and is as fast as can be with the others.
  func answer(_ number: UInt64, _ result: Result<Void, any Error> = .success(())) {
    state.withLock { $0.questions.removeValue(forKey: number) }?.whenDone(result)
  }
}

@Suite struct SourceTests {
  private static func add(
    _ name: String, _ flags: ItemFlags, in parent: ItemID, kind: ItemKind = .file, _ store: ItemStore
  ) throws -> ItemID {
    try store.change(author: "remote") { (transaction) throws(StoreError) in
      var new = NewItem(parent: parent, name: try FileName(name), kind: kind, mode: 0o755, owner: 0, group: 0)
      new.flags = flags
      return try TreeEditor(transaction).create(new).id
    }
  }

  /// A folder that was never listed is listed when it is opened, or when a name in it is asked for.
  @Test func `an unlisted folder is listed`() throws {
    let fixture = try FileSystemFixture(source: { store in
      Source(listing: { container in
        _ = try SourceTests.add("child", [], in: container, store)
        try store.change(author: "remote") { (transaction) throws(StoreError) in
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

  /// Items of a first listing were there all the time, so watching programs are not told. Items that come later are new.
  @Test func `a first listing makes nothing new`() throws {
    let fixture = try FileSystemFixture(source: { store in
      Source(listing: { container in
        _ = try SourceTests.add("child", [], in: container, store)
        try store.change(author: "remote") { (transaction) throws(StoreError) in
          try transaction.setFlags(.unlisted, false, of: container)
        }
      })
    })
    let folder = try Self.add("folder", .unlisted, in: .root, kind: .folder, fixture.store)
    let follower = try ChangeFollower(fixture.fileSystem, fixture.following)
    var names: [String] = []
    func advance() throws {
      try follower.advance(fixture.following, replay: { names += $0.replays.map(\.place.name.spelling) }) { _ in }
    }
    // By another process, while it is not complete.
    _ = try Self.add("early", [], in: folder, fixture.store)
    try advance()
    _ = try fixture.serving { try fixture.fileSystem.openDirectory(InodeNumber(folder), fixture.context) }
    try advance()
    #expect(names.isEmpty)
    _ = try Self.add("late", [], in: folder, fixture.store)
    try advance()
    #expect(names == ["late"])
  }

  /// A provider's failure is the program's error when nothing is here, and comes after what is here otherwise.
  @Test func `a failing listing`() throws {
    let fixture = try FileSystemFixture(source: { store in
      Source(listing: { container in
        if try store.readCommitted({ (reader) throws(StoreError) in try reader.record(container) })?.name.spelling
          == "partial"
        {
          _ = try SourceTests.add("here", [], in: container, store)
        }
        throw NSError(domain: NSFileProviderErrorDomain, code: NSFileProviderError.Code.serverUnreachable.rawValue)
      })
    })
    let nothing = InodeNumber(try Self.add("nothing", .unlisted, in: .root, kind: .folder, fixture.store))
    let partial = InodeNumber(try Self.add("partial", .unlisted, in: .root, kind: .folder, fixture.store))
    #expect(
      failure { _ = try fixture.serving { try fixture.fileSystem.openDirectory(nothing, fixture.context) } }?.rawValue
        == EHOSTUNREACH)
    let (handle, mayBeKept) = try fixture.serving { try fixture.fileSystem.openDirectory(partial, fixture.context) }
    #expect(!mayBeKept)
    var names: [String] = []
    var last = ListingOffset.start
    try fixture.fileSystem.readDirectory(handle, from: .start, withAttributes: false, fixture.context) {
      _, name, next in
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

  /// A source may take away what it fails to list or to bring: the program is told the error, and not that its number is stale.
  @Test func `what the source takes away`() throws {
    let fixture = try FileSystemFixture(source: { store in
      let fail: @Sendable (ItemID) throws -> Void = { id in
        try store.change(author: "remote") { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(id)
        }
        throw NSError(domain: NSCocoaErrorDomain, code: NSFeatureUnsupportedError)
      }
      return Source(listing: fail, contents: fail)
    })
    let folder = InodeNumber(try Self.add("folder", .unlisted, in: .root, kind: .folder, fixture.store))
    let other = InodeNumber(try Self.add("other", .unlisted, in: .root, kind: .folder, fixture.store))
    _ = try Self.add("file", .dataless, in: .root, fixture.store)
    #expect(failure { _ = try fixture.list(folder) } == .notSupported)
    #expect(failure { _ = try fixture.lookup("name", in: other) } == .notSupported)
    #expect(failure { _ = try fixture.contents("file") } == .notSupported)
  }

  /// A completion that never comes costs the program the deadline, not more.
  @Test func `a source that never answers`() throws {
    let (isOver, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let fixture = try FileSystemFixture(
      source: { _ in
        Source(listing: { _ in
          isOver.wait()
          hasEnded.signal()
        })
      }, options: { $0.listingDeadline = 1 })
    let folder = InodeNumber(try Self.add("never", .unlisted, in: .root, kind: .folder, fixture.store))
    #expect(
      failure { _ = try fixture.serving { try fixture.fileSystem.openDirectory(folder, fixture.context) } }
        == .inputOutput)
    isOver.signal()
    hasEnded.wait()
  }

  /// Longer than the provider's process is given for them, whatever the provider announces.
  @Test func `large contents have longer`() {
    let options = FileSystemOptions()
    #expect(options.deadline(of: 0) == 900)
    #expect(options.deadline(of: 1 << 30) == 900 + 16_384)
    #expect((1_000_000...100_000_000).contains(options.deadline(of: .max)))
  }

  /// Contents that are not here are brought at the first opening.
  @Test func `contents that are not here are brought, and looked up again where their size was wrong`() throws {
    let fixture = try FileSystemFixture(source: { store in
      Source(contents: { document in
        let made = try store.contents.create()
        let key = made.key
        _ = write(made.number, "brought", 7)
        made.keep()
        try store.change(author: "remote") { (transaction) throws(StoreError) in
          try transaction.setContents(key, size: 7, of: document)
        }
      })
    })
    let inode = InodeNumber(try Self.add("file", .dataless, in: .root, fixture.store))
    let refusal = failure {
      _ = try fixture.serving { try fixture.fileSystem.open(inode, OpenMode(flags: O_RDONLY), fixture.context) }
    }
    #expect(refusal == .stale, "the kernel knows another size, and looks the document up again")
    #expect(try fixture.contents("file") == "brought")
  }

  /// A call that has to wait throws before it has done anything, and holds no thread: what it needs is left for the thread that parks the request.
  @Test func `a call that has to wait says so`() throws {
    let fixture = try FileSystemFixture(source: { _ in Source() })
    let id = try Self.add("file", .dataless, in: .root, fixture.store)
    let inode = InodeNumber(id)
    #expect(failure { _ = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDWR), fixture.context) } == .waiting)
    #expect(fixture.context.need?.subject == .contents(id))
    #expect(fixture.fileSystem.openFileCount == 0)
  }

  @Test func `the source is told which program waits`() throws {
    let fixture = try FileSystemFixture(source: { _ in Source() })
    let inode = InodeNumber(try Self.add("file", .dataless, in: .root, fixture.store))
    fixture.context.caller.process = getpid()
    #expect(failure { _ = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDONLY), fixture.context) } == .waiting)
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(fixture.context.need?.asker == SourceAsker(executable: own))
    fixture.context.caller.process = 0
    #expect(failure { _ = try fixture.fileSystem.open(inode, OpenMode(flags: O_RDONLY), fixture.context) } == .waiting)
    #expect(fixture.context.need?.asker == .unknown)
  }

  /// Each parked request is a question of its own, and is due when that is answered; a program that gives up, and a deadline that passes, withdraw
  /// theirs and no other.
  @Test func `every parking is a question`() throws {
    let source = PatientSource()
    let fixture = try FileSystemFixture(source: { _ in source })
    let requests = try #require(fixture.fileSystem.parked)
    let notices = SharedCounter()
    requests.setNotice { notices.add() }
    func park(_ number: UInt64, seconds: Int = 600) -> Bool {
      requests.park(
        ParkedRequest(number: number, bytes: []), for: SourceNeed(subject: .listing(.root), seconds: seconds))
    }
    for number: UInt64 in 11...14 { #expect(park(number)) }
    #expect(source.count == 4)
    #expect(requests.takeDue()?.request.number == nil)
    #expect(requests.interrupt(12))
    #expect(source.withdrawn == [2])
    source.answer(2)
    #expect(requests.takeDue()?.request.number == nil)
    for number: UInt64 in [1, 3] { source.answer(number) }
    #expect(notices.value > 0)
    #expect(requests.attentionTime == 0)
    #expect((0..<3).map { _ in requests.takeDue()?.request.number } == [11, 13, nil])
    // The deadline of this one has passed when it is parked.
    #expect(park(15, seconds: 0))
    let late = requests.takeDue()
    #expect(late?.request.number == 15)
    #expect(late?.answer.failure == .inputOutput)
    #expect(source.withdrawn == [2, 5])
    #expect(requests.close().map(\.number) == [14])
    #expect(source.withdrawn == [2, 5, 4])
    #expect(!park(16))
  }

  /// The listing of a folder counts as going on until the source has ended it, also when everybody who asked for it has given up: nothing it
  /// brings is new.
  @Test func `a listing outlives its requests`() throws {
    let source = PatientSource()
    let fixture = try FileSystemFixture(source: { _ in source })
    let requests = try #require(fixture.fileSystem.parked)
    let listings = fixture.fileSystem.listings
    let need = SourceNeed(subject: .listing(.root), seconds: 600)
    for number: UInt64 in [1, 2] { #expect(requests.park(ParkedRequest(number: number, bytes: []), for: need)) }
    #expect(requests.interrupt(1) && requests.interrupt(2))
    let future = Generation(rawValue: .max)
    source.answer(1)
    #expect(listings.isFromListing(.root, at: future))
    listings.forget(before: future)
    #expect(listings.isFromListing(.root, at: future))
    source.answer(2)
    #expect(!listings.isFromListing(.root, at: future))
    listings.forget(before: future)
    #expect(!listings.isFromListing(.root, at: .zero))
  }
}

private final class SharedCounter: Sendable {
  private let count = Atomic<Int>(0)
  func add() { count.add(1, ordering: .relaxed) }
  var value: Int { count.load(ordering: .relaxed) }
}
