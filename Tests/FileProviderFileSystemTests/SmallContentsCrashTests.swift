import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// What a loss of power, or the end of a mount's process, leaves of documents whose contents lie in the database, and of those that move from there to a file.
/// `FileCallRecorder` does the same with what was really synchronized.
@Suite struct SmallContentsCrashTests {
  private let limit = SmallContents.largest

  /// A document that is saved is the old one or the new one, whole, whatever of the log and of the content files has reached the disk. If it was saved by a
  /// rename and needs no file, it is the new one as soon as the log has reached the disk; if it was emptied, once the background has seen it.
  @Test(arguments: [false, true], [false, true])
  func `a small document that is saved is old or new`(_ byEmptying: Bool, _ wasFile: Bool) throws {
    for (log, contents) in [(false, false), (true, false), (false, true), (true, true)] {
      let fixture = try FileSystemFixture(makesFiles: wasFile)
      try fixture.makeFile("doc", "old contents")
      try fixture.store.finishHousekeeping()
      let cut = try PowerCut(of: fixture)
      let handle = try byEmptying ? fixture.open("doc", O_RDWR | O_TRUNC) : fixture.create("doc.tmp").1
      try fixture.writeAtOnce("new", to: handle)
      try fixture.close(handle)
      if !byEmptying { try fixture.rename("doc.tmp", to: "doc") }
      if log { try cut.writeLog() }
      if contents { try cut.writeContents() }
      let after = try cut.restart()
      #expect(try after.contents("doc") == (log && !byEmptying ? "new" : "old contents"))
      #expect(try after.lookup("doc")?.size == Int64(try after.contents("doc").utf8.count))
      #expect(try after.count("writers") == 0)
      #expect(try after.count("replaced_contents") == 0)
      #expect(try after.findings().isEmpty)
      try fixture.store.synchronizeContents()
      #expect(try PowerCut(of: fixture).restart().contents("doc") == "new")
    }
  }

  /// How many pieces were written, and after how many of them a program has closed the document, as each command of a shell's list does; -1 for none.
  struct Emptied: CustomStringConvertible {
    var pieces: Int
    var closed: Int
    var description: String { "\(pieces) pieces, closed after \(closed)" }
    static let all = (0...3).flatMap { pieces in (-1...pieces).map { Emptied(pieces: pieces, closed: $0) } }
  }

  /// A document that is emptied has its former contents until the background, or a synchronization, has seen the new ones, as long as there is a program that
  /// may go on.
  @Test(arguments: Emptied.all, [true, false])
  func `a document that is emptied comes back`(_ emptied: Emptied, _ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    let handle = try fixture.open("doc", O_RDWR | O_TRUNC)
    for piece in 0...emptied.pieces {
      if piece > 0 { try fixture.writeAtOnce("piece", to: handle, at: Int64(piece - 1) * 5) }
      if piece == emptied.closed { try fixture.fileSystem.flush(handle, fixture.context) }
    }
    try cut.writeLog()
    let after = try cut.restart()
    #expect(try after.contents("doc") == "old contents")
    #expect(try after.count("replaced_contents") == 0)
    #expect(try after.findings().isEmpty)
    try fixture.close(handle)
  }

  /// A new document that takes another one's place, and was closed by a command after its first piece, is the old one until all of it is on the disk.
  @Test(arguments: [2, 3]) func `a document written by several commands replaces another`(_ pieces: Int) throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "old contents")
    let handle = try fixture.create("doc.tmp").1
    try fixture.write("piece", to: handle)
    try fixture.fileSystem.flush(handle, fixture.context)
    for piece in 1..<pieces { try fixture.write("piece", to: handle, at: Int64(piece) * 5) }
    try fixture.close(handle)
    #expect(try fixture.content("doc.tmp")?.isSmall == (pieces == 2))
    let cut = try PowerCut(of: fixture)
    try cut.lose("piecepiecepiece")
    try fixture.rename("doc.tmp", to: "doc")
    try cut.writeLog()
    #expect(try cut.restart().contents("doc") == (pieces == 2 ? "piecepiece" : "old contents"))
  }

  /// What is appended to a document by a program that does not close it is there as far as the disk has it, in whichever place it was: a log that has grown for
  /// days does not go back to its beginning.
  @Test(arguments: [1, 2, 3], [true, false])
  func `what is appended stays`(_ pieces: Int, _ makesFiles: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: makesFiles)
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let cut = try PowerCut(of: fixture)
    let handle = try fixture.open("doc", O_RDWR)
    for piece in 0..<pieces { try fixture.writeAtOnce("piece", to: handle, at: 12 + Int64(piece) * 5) }
    try fixture.store.finishHousekeeping()
    try cut.writeLog()
    try cut.writeContents()
    let after = try cut.restart()
    #expect(try after.contents("doc") == "old contents" + String(repeating: "piece", count: pieces))
    #expect(try after.findings().isEmpty)
    try fixture.close(handle)
    #expect(try fixture.findings().isEmpty)
    #expect(try fixture.count("small_contents") == (pieces == 1 && !makesFiles ? 1 : 0))
  }

  /// A document that was closed, was then changed in place, and takes another one's place is never the other one again.
  @Test(arguments: [1, 2]) func `what was closed before it replaced something stays`(_ pieces: Int) throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "old contents")
    try fixture.makeFile("other", "closed")
    let handle = try fixture.open("other", O_RDWR)
    for piece in 0..<pieces { try fixture.write("piece", to: handle, at: 6 + Int64(piece) * 5) }
    let cut = try PowerCut(of: fixture)
    try fixture.rename("other", to: "doc")
    try cut.writeLog()
    #expect(try cut.restart().contents("doc") == "closed" + String(repeating: "piece", count: pieces))
    try fixture.close(handle)
  }

  /// What is synchronized is there with the log alone.
  @Test func `a synchronized small document needs nothing but the log`() throws {
    let fixture = try FileSystemFixture()
    let cut = try PowerCut(of: fixture)
    let handle = try fixture.create("doc").1
    try fixture.write("text", to: handle)
    try fixture.fileSystem.synchronize(handle, fixture.context)
    try cut.writeLog()
    #expect(try cut.restart().contents("doc") == "text")
    try fixture.close(handle)
  }

  /// If the process is killed before a program has closed what it wrote, the next opening logs the change.
  @Test(arguments: [true, false]) func `a kill loses no change`(_ isEmptied: Bool) throws {
    let fixture = try FileSystemFixture()
    try fixture.makeFile("doc", "old contents")
    try fixture.store.finishHousekeeping()
    let before = try fixture.committed.generation()
    let cut = try PowerCut(of: fixture)
    let handle = try fixture.open("doc", isEmptied ? O_RDWR | O_TRUNC : O_RDWR)
    if !isEmptied { try fixture.write("new", to: handle) }
    try cut.writeLog()
    try cut.writeContents()
    let after = try cut.goOn(isBootKnown: true)
    try after.store.reconcileWriters(author: "test")
    #expect(try after.contents("doc") == (isEmptied ? "" : "new contents"))
    #expect(try after.log(after: before).contains { $0.fields == .contents })
    #expect(try after.findings().isEmpty)
    #expect(try after.count("writers") == 0)
    try fixture.close(handle)
  }
}
