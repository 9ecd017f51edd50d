import CSystemCalls
import FileProviderTesting
import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Documents that the kernel reads and writes itself, in histories that nobody thought of.
@Suite(
  .enabled(if: Machine.hasFUSE, "there is no /dev/fuse"),
  .enabled(if: Machine.isRoot, "the kernel passes files through for root alone"))
struct PassthroughHistoryTests {
  private static let size = PassingMount.size

  /// Descriptors of all kinds come and go, and every byte and size is as in an array, whoever reads or writes.
  @Test func `a document is what was written to it`() throws {
    let seed = RandomSeed.choose(for: "passthrough")
    var random = SeededGenerator(seed: seed)
    let passing = try PassingMount()
    var expected = try passing.make("f")
    let path = passing.mount.path("f")
    var files: [(number: Int32, isWritable: Bool, isReadable: Bool)] = []
    func fail(_ what: String, _ step: Int) { Issue.record("SEED=\(seed) step \(step): \(what), errno \(errno)") }
    for step in 0..<250 {
      let file = files.randomElement(using: &random)
      switch Int.random(in: 0..<14, using: &random) {
      case 0..<3 where files.count < 6:
        let kind = [O_RDONLY, O_RDWR, O_WRONLY][Int.random(in: 0..<3, using: &random)]
        let truncates = kind != O_RDONLY && Int.random(in: 0..<12, using: &random) == 0
        let number = open(path, kind | (truncates ? O_TRUNC : 0))
        guard number >= 0 else { return fail("open \(kind)", step) }
        if truncates { expected = [] }
        files.append((number, kind != O_RDONLY, kind != O_WRONLY))
      case 3..<5:
        guard let index = files.indices.randomElement(using: &random) else { continue }
        if close(files.remove(at: index).number) != 0 { return fail("close", step) }
      case 5..<9:
        guard let file, file.isWritable else { continue }
        let offset = Int.random(in: 0..<(2 * Self.size), using: &random)
        let bytes = [UInt8](
          repeating: UInt8.random(in: 1...255, using: &random), count: .random(in: 1..<200_000, using: &random))
        if pwrite(file.number, bytes, bytes.count, off_t(offset)) != bytes.count { return fail("write", step) }
        if offset + bytes.count > expected.count {
          expected += [UInt8](repeating: 0, count: offset + bytes.count - expected.count)
        }
        expected.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      case 9:
        let size = Int.random(in: 0..<(3 * Self.size), using: &random)
        if truncate(path, off_t(size)) != 0 { return fail("truncate", step) }
        if size < expected.count { expected.removeLast(expected.count - size) }
        expected += [UInt8](repeating: 0, count: size - expected.count)
      case 10:
        guard let file, file.isWritable, file.isReadable, expected.count > 8192 else { continue }
        let place = 4096 * Int.random(in: 0..<expected.count / 4096, using: &random)
        guard let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, off_t(place)),
          memory != MAP_FAILED
        else { return fail("mmap", step) }
        memory.storeBytes(of: 200, toByteOffset: 17, as: UInt8.self)
        if place + 17 < expected.count { expected[place + 17] = 200 }
        munmap(memory, 4096)
      case 11:
        guard let file else { continue }
        if fsync(file.number) != 0 { return fail("fsync", step) }
      default:
        guard let file, file.isReadable else { continue }
        var found = [UInt8](repeating: 0, count: expected.count + 10)
        let count = pread(file.number, &found, found.count, 0)
        if count != expected.count || memcmp(found, expected, expected.count) != 0 {
          return fail("read \(count) of \(expected.count)", step)
        }
      }
      if passing.status("f").st_size != expected.count {
        return fail("size \(passing.status("f").st_size), not \(expected.count)", step)
      }
    }
    for file in files { close(file.number) }
    #expect(try passing.has(expected, in: "f"), "SEED=\(seed)")
    passing.mount.terminate()
    try passing.mount.mount(PassingMount.option)
    #expect(passing.status("f").st_size == expected.count, "SEED=\(seed)")
    #expect(try passing.has(expected, in: "f"), "SEED=\(seed)")
  }

  /// Programs that open one document at the same moment, in all ways, and close it at once: the kernel refuses mixtures, and gets none.
  @Test func `no opening is refused`() throws {
    let seed = RandomSeed.choose(for: "openings")
    let passing = try PassingMount()
    for name in ["0", "1"] { try passing.make(name) }
    let failures = Monitor<[String]>([])
    let root = passing.mount.root
    DispatchQueue.concurrentPerform(iterations: 6) { thread in
      var random = SeededGenerator(seed: seed &+ UInt64(thread))
      for step in 0..<200 {
        let path = root + "/\(Int.random(in: 0..<2, using: &random))"
        let kind = [O_RDONLY, O_RDONLY, O_RDWR, O_WRONLY][Int.random(in: 0..<4, using: &random)]
        let file = open(path, kind)
        if file < 0 {
          failures.withLock { [number = errno] in $0.append("thread \(thread) step \(step): errno \(number)") }
        }
        if kind != O_RDONLY, step % 7 == 0 { _ = pwrite(file, "x", 1, off_t(Self.size + step)) }
        if step % 50 == 0 { truncate(path, off_t(Self.size + 1000 * (step % 100))) }
        close(file)
      }
    }
    #expect(failures.read { $0 }.isEmpty, "SEED=\(seed)")
  }

  // MARK: The end of the process

  /// What a program has written when the process of the mount is killed is there at the next mount, closed or not, and so is its size and date.
  @Test func `a kill takes nothing`() throws {
    let passing = try PassingMount()
    for name in ["closed", "open"] { try passing.make(name) }
    let closed = open(passing.mount.path("closed"), O_RDWR)
    #expect(pwrite(closed, "x", 1, 5_000_000) == 1 && close(closed) == 0)
    let file = open(passing.mount.path("open"), O_RDWR)
    // What is written after a synchronization is marked as well.
    #expect(pwrite(file, "synchronized", 12, 100) == 12 && fsync(file) == 0)
    #expect(pwrite(file, "overwritten", 11, 100) == 11)
    let overwritten = passing.status("open").modified
    passing.mount.kill()
    close(file)
    umount2(passing.mount.root, Int32(MNT_DETACH))
    try passing.mount.mount(PassingMount.option)
    #expect(passing.status("closed").st_size == 5_000_001)
    #expect(try passing.bytes("closed").last == UInt8(ascii: "x"))
    let now = passing.status("open")
    #expect(now.st_size == Self.size && abs(now.modified - overwritten) < 10_000_000, "\(now.modified) \(overwritten)")
    #expect(try Array(passing.bytes("open")[100..<111]) == Array("overwritten".utf8))
  }

  /// A program that outlives the process of the mount goes on writing what it has open. When it ends, that is taken over by the mount that there is then.
  @Test func `a program that outlives the mount's process`() throws {
    let passing = try PassingMount()
    try passing.make("f")
    let file = open(passing.mount.path("f"), O_RDWR)
    #expect(pwrite(file, "a", 1, off_t(Self.size)) == 1)
    passing.mount.kill()
    umount2(passing.mount.root, Int32(MNT_DETACH))
    try passing.mount.mount(PassingMount.option)
    #expect(passing.status("f").st_size == Self.size + 1)
    #expect(pwrite(file, "b", 1, off_t(Self.size + 1)) == 1)
    close(file)
    #expect(eventually { passing.status("f").st_size == Self.size + 2 })
    #expect(try passing.bytes("f").suffix(2) == Array("ab".utf8))
    // Nothing is left to be done.
    let again = open(passing.mount.path("f"), O_RDWR)
    #expect(fsync(again) == 0 && close(again) == 0)
  }

  // MARK: Others

  /// Another process gives a document that programs read other contents: who opens it then reads those, though the kernel has the former file, and so do
  /// those who had it open, from then on.
  @Test func `contents from elsewhere are read by who opens the document then`() throws {
    let passing = try PassingMount()
    let old = try passing.make("f")
    let reader = open(passing.mount.path("f"), O_RDONLY)
    defer { close(reader) }
    try passing.mount.change("text", "f", "new contents")
    #expect(eventually { passing.status("f").st_size == 12 })
    var found = [UInt8](repeating: 0, count: Self.size)
    #expect(pread(reader, &found, Self.size, 0) == Self.size && memcmp(found, old, Self.size) == 0)
    #expect(try passing.mount.read("f") == "new contents")
    #expect(pread(reader, &found, Self.size, 0) == 12 && Array(found[..<12]) == Array("new contents".utf8))
    // Another reader maps the same.
    let other = open(passing.mount.path("f"), O_RDONLY)
    let memory = try #require(mmap(nil, 4096, PROT_READ, MAP_SHARED, other, 0))
    #expect(memory.load(fromByteOffset: 4, as: UInt8.self) == UInt8(ascii: "c"))
    munmap(memory, 4096)
    close(other)
    let writer = open(passing.mount.path("f"), O_RDWR)
    #expect(pwrite(writer, "NEW", 3, 0) == 3 && close(writer) == 0)
    #expect(try passing.mount.read("f") == "NEW contents")
    close(reader)
    #expect(try passing.mount.read("f") == "NEW contents")
  }

  /// Another process gives a document that a program writes other contents: what the program has written last is what is there in the end, as always.
  @Test func `the last writer wins over contents from elsewhere`() throws {
    let passing = try PassingMount()
    var expected = try passing.make("f")
    let writer = open(passing.mount.path("f"), O_RDWR)
    #expect(pwrite(writer, "one", 3, 0) == 3)
    try passing.mount.change("text", "f", "other")
    #expect(pwrite(writer, "two", 3, 10) == 3 && fsync(writer) == 0)
    expected.replaceSubrange(0..<3, with: Array("one".utf8))
    expected.replaceSubrange(10..<13, with: Array("two".utf8))
    #expect(try passing.has(expected, in: "f"))
    #expect(pwrite(writer, "three", 5, 20) == 5 && close(writer) == 0)
    expected.replaceSubrange(20..<25, with: Array("three".utf8))
    #expect(try passing.has(expected, in: "f"))
    passing.mount.terminate()
    try passing.mount.mount(PassingMount.option)
    #expect(try passing.has(expected, in: "f"))
  }

  // MARK: Where there is none

  @Test func `it has to be asked for, and a provider's domain has none`() throws {
    #expect(try Mount().passthroughRefusal() == "not asked for (-o passthrough)")
    #expect(try Mount("scripted").passthroughRefusal() == "not asked for (-o passthrough)")
    #expect(try Mount("passthrough,scripted").passthroughRefusal() == "the domain has a provider")
  }

  /// On a stacked file system, which the kernel does not pass through, reads and writes come to the mount.
  @Test func `it falls back by itself`() throws {
    let mount = try PassingMount().mount
    mount.terminate()
    let folder = mount.directory.path
    for name in ["upper", "work"] { mkdir(folder + "/" + name, 0o700) }
    let options = "lowerdir=\(mount.store),upperdir=\(folder)/upper,workdir=\(folder)/work"
    guard Glibc.mount("overlay", mount.store, "overlay", 0, options) == 0 else {
      try Test.cancel("no overlay can be mounted here: errno \(errno)")
    }
    defer { umount2(mount.store, Int32(MNT_DETACH)) }
    try mount.mount(PassingMount.option)
    #expect(try mount.passthroughRefusal() != nil)
    let bytes = [UInt8](repeating: 1, count: Self.size)
    let file = open(mount.path("f"), O_RDWR | O_CREAT, 0o644)
    #expect(write(file, bytes, bytes.count) == bytes.count && close(file) == 0)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: mount.path("f")))) == bytes)
    mount.terminate()
  }
}
