import FileProviderTesting
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderFUSE

@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse")) struct LargeWritesTests {
  /// Writes of all sizes and kinds by several programs' threads, with other requests in between: each byte is where it belongs, in
  /// what the kernel has kept and in the files themselves.
  @Test func `every byte arrives`() throws {
    let seed = RandomSeed.choose()
    let mount = try Mount()
    let writers = (0..<4).map { RandomWriter(mount.path("w\($0)"), seed: seed &+ UInt64($0)) }
    DispatchQueue.concurrentPerform(iterations: writers.count) { writers[$0].run(steps: 150) }
    for writer in writers { #expect(writer.difference() == nil, "\(writer.path), SEED=\(seed)") }
    #expect(try mount.splicedWrites() > 50, "SEED=\(seed)")
    mount.terminate()
    try mount.mount()
    for writer in writers { #expect(writer.difference() == nil, "\(writer.path) mounted again, SEED=\(seed)") }
  }

  /// Large writes that follow one another come through the pipe; small ones never do.
  @Test func `only large writes are spliced`() throws {
    let mount = try Mount()
    try write(100, of: 8 << 10, to: mount.path("small"))
    #expect(try mount.splicedWrites() == 0)
    try write(100, of: 64 << 10, to: mount.path("large"))
    // Each thread that serves the mount learns from its first one.
    #expect((80...99).contains(try mount.splicedWrites()))
  }

  /// Without privileges a pipe holds less than the kernel's largest request, and none is larger then.
  @Test func `a pipe of an ordinary user`() throws {
    let mount = try Mount(launcher: getuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set=-sys_resource"] : [])
    try write(8, of: 1 << 20, to: mount.path("large"))
    let limit = try #require(Int(try String(contentsOfFile: "/proc/sys/fs/pipe-max-size", encoding: .utf8).dropLast()))
    #expect(try mount.requests("write") == (limit > 1 << 20 ? 8 : 16))
    #expect(try mount.splicedWrites() > 0)
    mount.terminate()
    try mount.mount()
    let expected = Data((0..<8).flatMap { [UInt8](repeating: UInt8($0), count: 1 << 20) })
    #expect(try holds(mount.path("large"), expected))
  }

  @Test func `a document without contents gets them with a large write, and one without a name as well`() throws {
    let mount = try Mount()
    let names = (0..<20).map { mount.path("f\($0)") }
    let files = names.map { open($0, O_RDWR | O_CREAT, 0o644) }
    #expect(unlink(names[19]) == 0)
    let bytes = [UInt8](repeating: 7, count: 100_000)
    for file in files { #expect(Glibc.write(file, bytes, bytes.count) == bytes.count) }
    #expect((10...19).contains(try mount.splicedWrites()))
    var buffer = [UInt8](repeating: 0, count: bytes.count)
    #expect(pread(files[19], &buffer, buffer.count, 0) == buffer.count)
    let isRight = buffer == bytes
    #expect(isRight)
    for file in files { close(file) }
    mount.terminate()
    try mount.mount()
    for name in names.dropLast() { #expect(try holds(name, Data(bytes))) }
  }

  /// What a write that fails or comes to an end early leaves in the pipe is not taken for the next request.
  @Test func `a failed write leaves nothing behind`() throws {
    let limit = 64 << 20
    let limiting = "trap '' XFSZ; ulimit -f \(limit / 512); exec \"$@\""
    let mount = try Mount(launcher: ["/bin/sh", "-c", limiting, "sh"])
    let process = mount.processIdentifier
    // A write that is not answered would wait for ever.
    let end = DispatchWorkItem { kill(process, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: end)
    defer { end.cancel() }
    let file = open(mount.path("f"), O_RDWR | O_CREAT, 0o644)
    defer { close(file) }
    func piece(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: 50_000) }
    for number in 0..<10 {
      #expect(pwrite(file, piece(number), 50_000, off_t(number * 50_000)) == 50_000)
      #expect(mount.failure { pwrite(file, piece(99), 50_000, off_t(limit)) < 0 ? -1 : 0 } == EFBIG)
      #expect(pwrite(file, piece(number), 50_000, off_t(limit - 20_000)) == 20_000)
    }
    mount.terminate()
    try mount.mount()
    let hole = Data(count: limit - 20_000 - 500_000)
    #expect(try holds(mount.path("f"), Data((0..<10).flatMap(piece)) + hole + Data(piece(9).prefix(20_000))))
  }

  /// What is kept in memory is read out of the pipe.
  @Test func `a draft in the trash`() throws {
    let mount = try Mount()
    let trash = mount.path(".Trash-\(getuid())")
    #expect(mkdir(trash, 0o700) == 0 || errno == EEXIST)
    #expect(mkdir(trash + "/info", 0o700) == 0 || errno == EEXIST)
    let draft = open(trash + "/info/x.trashinfo", O_RDWR | O_CREAT, 0o600)
    defer { close(draft) }
    for round in 0..<10 {
      let bytes = [UInt8](repeating: UInt8(round), count: 50_000)
      #expect(mount.failure { pwrite(draft, bytes, bytes.count, 0) < 0 ? -1 : 0 } == EFBIG)
      // As much as there is room for.
      #expect(pwrite(draft, bytes, 16_384, 0) == 16_384)
    }
    #expect(try mount.splicedWrites() > 0)
    #expect(try holds(trash + "/info/x.trashinfo", Data([UInt8](repeating: 9, count: 16_384))))
  }

  /// The pipe is used from two large writes on until some requests in a row were none.
  @Test func `what is expected`() {
    let writes = LargeWrites()
    func note(_ operation: UInt32, _ size: Int, _ isNextExpected: Bool) {
      writes.note(operation, size: size)
      #expect(writes.isNextExpected == isNextExpected)
    }
    let (small, large) = (LargeWrites.smallest - 1, LargeWrites.smallest)
    note(LargeWritesTests.write, small, false)
    note(LargeWritesTests.read, 1 << 20, false)
    // Too far apart.
    note(LargeWritesTests.write, large, false)
    for _ in 0..<3 { note(LargeWritesTests.write, small, false) }
    note(LargeWritesTests.write, large, false)
    // Close enough.
    for _ in 0..<2 { note(LargeWritesTests.read, large, false) }
    note(LargeWritesTests.write, 1 << 20, true)
    for isNextExpected in [true, true, false, false] { note(LargeWritesTests.write, small, isNextExpected) }
    for isNextExpected in [false, true] { note(LargeWritesTests.write, large, isNextExpected) }
    writes.end()
    #expect(!writes.isNextExpected)
  }

  private static let read: UInt32 = 15
  private static let write: UInt32 = 16

  /// Whether a file is so, to the last byte. An expectation that compares the bytes itself would show them all.
  private func holds(_ path: String, _ expected: Data) throws -> Bool {
    try Data(contentsOf: URL(fileURLWithPath: path)) == expected
  }

  /// Writes so many pieces, each full of its number, one after another.
  private func write(_ count: Int, of size: Int, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT, 0o644)
    try #require(file >= 0)
    defer { close(file) }
    for number in 0..<count {
      let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
      try #require(Glibc.write(file, bytes, size) == size)
    }
  }
}
