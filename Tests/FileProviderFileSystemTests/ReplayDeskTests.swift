import FileProviderStore
import Testing

@testable import FileProviderFileSystem

@Suite struct ReplayDeskTests {
  private let fixture: FileSystemFixture
  private let desk: ReplayDesk
  private let item = InodeNumber(rawValue: 5000)

  init() throws {
    fixture = try FileSystemFixture()
    desk = fixture.fileSystem.replayDesk
  }

  private func ask(
    _ request: (UnsafeRawBufferPointer) -> ReplayRequest, _ name: String, from process: Int32 = 7
  ) -> String {
    let answer = Array(name.utf8).withUnsafeBytes {
      desk.answer(request($0), from: process, fixture)
    }
    switch answer {
    case .ordinary: return "ordinary"
    case .entry(let node, let isLasting): return "entry \(node.inode.rawValue) \(isLasting)"
    case .absent: return "absent"
    case .attributes: return "attributes"
    case .opened: return "opened"
    case .done: return "done"
    case .refused: return "refused"
    }
  }

  private func lookup(_ name: String, from process: Int32 = 7) -> String {
    ask({ .lookup($0, in: .root) }, name, from: process)
  }

  private func greet() {
    desk.expect(Array("secret".utf8))
    _ = lookup("secret")
  }

  /// Only a process that knows the secret name is accepted as the helper, and from then on no other.
  @Test func `who knows the secret is known`() {
    #expect(!desk.concerns(7))
    desk.expect(Array("secret".utf8))
    #expect(desk.concerns(7) && desk.concerns(8))
    #expect(lookup("guess", from: 8) == "ordinary" && !desk.isKnown)
    #expect(lookup("secret") == "entry 1023 false")
    #expect(desk.concerns(7) && !desk.concerns(8))
    #expect(lookup("secret", from: 8) == "ordinary")
  }

  /// Each thing is as before until it is done, once; nothing else can be done.
  @Test func `only what is prepared is done`() throws {
    greet()
    let place = Replay.Place(folder: .root, path: "", name: FileName(unchecked: "name"))
    #expect(ask({ .remove($0, in: .root) }, "name") == "refused")
    desk.begin([Replay(.delete, item, .file, at: place)])
    #expect(lookup("name") == "entry 5000 false")
    #expect(ask({ .make($0, in: .root) }, "name") == "refused")
    #expect(ask({ .remove($0, in: .root) }, "other") == "refused")
    #expect(ask({ _ in .open(InodeNumber(rawValue: 6000)) }, "") == "refused")
    #expect(ask({ _ in .other }, "") == "refused")
    #expect(ask({ .remove($0, in: .root) }, "name") == "done")
    #expect(ask({ .remove($0, in: .root) }, "name") == "refused")
    #expect(lookup("name") == "ordinary")
    #expect(desk.end() == [0])
  }

  /// Something new is not there, and then is: to be kept where the store has it as well.
  @Test func `what is new appears`() throws {
    greet()
    let file = try fixture.makeFile("file", "x")
    let (there, gone) = (
      Replay.Place(folder: .root, path: "", name: FileName(unchecked: "file")),
      Replay.Place(folder: .root, path: "", name: FileName(unchecked: "gone"))
    )
    desk.begin([Replay(.create, file, .file, at: there), Replay(.create, item, .file, at: gone)])
    #expect(lookup("file") == "absent")
    #expect(ask({ .make($0, in: .root) }, "file") == "entry \(file.rawValue) true")
    #expect(ask({ .make($0, in: .root) }, "gone") == "entry 5000 false")
    #expect(desk.end() == [0, 1])
  }

  /// On the way to what was below it, a folder that has gone is there until that has been replayed.
  @Test func `folders that have gone are still there`() {
    greet()
    let replays = [
      Replay(.delete, item, .folder, at: Replay.Place(folder: .root, path: "", name: FileName(unchecked: "folder")))
    ]
    #expect(lookup("folder") == "ordinary")
    desk.announce(replays)
    #expect(lookup("folder") == "entry 5000 false")
    desk.conclude(replays)
    #expect(lookup("folder") == "ordinary")
  }

  /// A process that was told to end is refused everything, until it has ended.
  @Test func `who shall end does nothing`() {
    greet()
    desk.begin([
      Replay(.delete, item, .file, at: Replay.Place(folder: .root, path: "", name: FileName(unchecked: "name")))
    ])
    desk.refuse()
    #expect(ask({ .remove($0, in: .root) }, "name") == "refused")
    #expect(desk.end().isEmpty)
    desk.dismiss()
    #expect(!desk.concerns(7))
  }

  /// The kernel keeps what is replayed only where it is now: a program may have moved it away, which is not committed yet.
  @Test func `what was moved away meanwhile is not kept`() throws {
    let fixture = try FileSystemFixture(threads: ChangingThreads(commitsSoon: { true }, longestGroup: .max / 4))
    let desk = fixture.fileSystem.replayDesk
    let file = try fixture.makeFile("file", "x")
    try fixture.store.commitAcknowledged()
    let place = Replay.Place(folder: .root, path: "", name: FileName(unchecked: "file"))
    let secret = Array("secret".utf8)
    desk.expect(secret)
    secret.withUnsafeBytes {
      _ = desk.answer(.lookup($0, in: .root), from: 7, fixture)
    }
    desk.begin([Replay(.create, file, .file, at: place)])
    try fixture.rename("file", to: "elsewhere")
    #expect(fixture.store.hasOpenGroup)
    let answer = Array("file".utf8).withUnsafeBytes {
      desk.answer(.make($0, in: .root), from: 7, fixture)
    }
    guard case .entry(_, let isLasting) = answer else {
      Issue.record("the replay is not answered")
      return
    }
    #expect(!isLasting)
  }
}

extension ReplayDesk {
  /// Answers a request as the mount of a fixture does.
  fileprivate func answer(
    _ request: ReplayRequest, from process: Int32, _ fixture: FileSystemFixture
  ) -> ReplayAnswer {
    answer(request, from: process, fixture.context) { try? fixture.fileSystem.attributes(of: $0, fixture.context) }
  }
}
