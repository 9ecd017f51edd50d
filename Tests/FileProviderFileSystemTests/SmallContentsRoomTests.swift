import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// Documents whose contents lie in the database, on a full disk.
@Suite(.enabled(if: geteuid() == 0, "only root can mount a small disk")) struct SmallContentsRoomTests {
  private struct Stage {
    let place: TestDirectory
    let disk: SmallDisk
    let fixture: FileSystemFixture

    init() throws {
      place = try TestDirectory("room")
      disk = try SmallDisk(at: place.path, megabytes: 32)
      fixture = try FileSystemFixture(in: place)
    }

    var free: UInt {
      var status = statvfs()
      return statvfs(place.path, &status) == 0 ? status.f_bavail * status.f_frsize : 0
    }
  }

  /// A large document is overwritten by a small one, or by pieces, although nothing else is free: its own former contents are.
  @Test(arguments: [1, 2]) func `a large document is replaced by a small one`(_ pieces: Int) throws {
    let stage = try Stage()
    let fixture = stage.fixture
    try fixture.makeFile("large", String(repeating: "x", count: 4 << 20))
    try fixture.store.finishHousekeeping()
    try stage.disk.fill(butFor: 0)
    try fillLog(stage)
    let handle = try fixture.open("large", O_RDWR | O_TRUNC)
    for piece in 0..<pieces { try fixture.write("piece", to: handle, at: Int64(piece) * 5) }
    try fixture.fileSystem.synchronize(handle, fixture.context)
    try fixture.store.removeDiscarded()
    // Also while it is open: a program may write into it for hours.
    #expect(stage.free > 2 << 20)
    try fixture.close(handle)
    #expect(try fixture.contents("large") == String(repeating: "piece", count: pieces))
  }

  /// A small document becomes smaller on a full disk, also one that somebody has open, or that has been written.
  @Test(arguments: [10, 0], [true, false]) func `a small document is cut`(_ size: Int64, _ isWritten: Bool) throws {
    let stage = try Stage()
    let fixture = stage.fixture
    try fixture.makeFile("doc", String(repeating: "x", count: 3000))
    let handle = try fixture.open("doc", O_RDWR)
    if isWritten { try fixture.write("y", to: handle, at: 3000) }
    try stage.disk.fill(butFor: 0)
    try fillLog(stage)
    #expect(try fixture.truncate("doc", to: size).size == size)
    #expect(try fixture.read(handle) == String(repeating: "x", count: Int(size)))
    #expect(try fixture.content("doc")?.isSmall == (size == 0 ? nil : true))
    try fixture.close(handle)
    #expect(try fixture.contents("doc") == String(repeating: "x", count: Int(size)))
  }

  /// Makes documents until the log has no room for one more.
  private func fillLog(_ stage: Stage) throws {
    for number in 0..<20_000 {
      let text = String(repeating: "z", count: 3000)
      guard failure({ try stage.fixture.makeFile("filler \(number)", text) }) == nil else { return }
    }
    throw SupportFailure("the disk is not full")
  }

  /// What is deleted of the database makes room in it, so the call is tried again. It makes none for files: what a document has replaced is given up for
  /// them.
  @Test func `deleted small contents are room`() throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("large", String(repeating: "x", count: 10_000))
    try fixture.store.finishHousekeeping()
    let handle = try fixture.open("large", O_RDWR | O_TRUNC)
    try fixture.write(String(repeating: "y", count: 10_000), to: handle)
    try fixture.close(handle)
    try fixture.makeFile("doc", "text")
    try fixture.unlink("doc")
    #expect(try fixture.count("replaced_contents") == 1)
    #expect(fixture.store.makeRoom())
    #expect(try fixture.count("small_contents") == 0)
    #expect(try fixture.count("replaced_contents") == 0)
  }
}
