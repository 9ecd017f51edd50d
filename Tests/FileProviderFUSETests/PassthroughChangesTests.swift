import FileProviderTesting
import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Documents that the kernel reads and writes itself, and that something else happens to at the same moment.
@Suite(
  .enabled(if: Machine.hasFUSE, "there is no /dev/fuse"),
  .enabled(if: Machine.isRoot, "the kernel passes files through for root alone"))
struct PassthroughChangesTests {
  private static let size = PassingMount.size

  // MARK: Contents from elsewhere

  /// A program that opens a document for writing, which others have open with its former contents, maps the contents that it has now.
  @Test func `a mapping is of the present contents`() throws {
    let passing = try PassingMount()
    try passing.make("f")
    let path = passing.mount.path("f")
    let reader = open(path, O_RDONLY)
    defer { close(reader) }
    try passing.mount.change("text", "f", "new contents")
    #expect(eventually { passing.status("f").st_size == 12 })
    let file = open(path, O_RDWR)
    let memory = try #require(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
    #expect(memory.load(fromByteOffset: 4, as: UInt8.self) == UInt8(ascii: "c"))
    memory.storeBytes(of: UInt8(ascii: "N"), as: UInt8.self)
    #expect(try passing.mount.read("f") == "New contents")
    #expect(pwrite(file, "!", 1, 12) == 1 && fsync(file) == 0)
    #expect(try passing.mount.read("f") == "New contents!")
    close(file)
    memory.storeBytes(of: UInt8(ascii: "C"), toByteOffset: 4, as: UInt8.self)
    munmap(memory, 4096)
    #expect(try passing.mount.read("f") == "New Contents!")
    // Another one, with nothing written.
    #expect(close(open(path, O_RDWR)) == 0)
    // Until the last look for what was mapped.
    #expect(
      eventually {
        let other = open(path, O_WRONLY | O_TRUNC)
        return write(other, "again", 5) == 5 && close(other) == 0 && passing.status("f").st_size == 5
      })
    #expect(try passing.mount.read("f") == "again")
    passing.mount.terminate()
    try passing.mount.mount(PassingMount.option)
    #expect(try passing.mount.read("f") == "again")
  }

  /// Each time a document gets other contents, all that open it for writing then have those, however large they are.
  @Test func `contents that grow and shrink elsewhere`() throws {
    let seed = RandomSeed.choose(for: "grow and shrink")
    var random = SeededGenerator(seed: seed)
    let passing = try PassingMount()
    try passing.make("f")
    let path = passing.mount.path("f")
    let reader = open(path, O_RDONLY)
    defer { close(reader) }
    for round in 0..<12 {
      let text = String(repeating: "\(round % 10)", count: .random(in: 1..<100_000, using: &random))
      try passing.mount.change("text", "f", text)
      #expect(eventually { passing.status("f").st_size == text.utf8.count }, "SEED=\(seed)")
      let writer = open(path, O_RDWR)
      let memory = try #require(mmap(nil, text.utf8.count, PROT_READ | PROT_WRITE, MAP_SHARED, writer, 0))
      #expect(memcmp(memory, text, text.utf8.count) == 0, "SEED=\(seed) round \(round)")
      munmap(memory, text.utf8.count)
      let isWritten = Bool.random(using: &random)
      var expected = Array(text.utf8)
      if isWritten {
        #expect(pwrite(writer, "written", 7, off_t(expected.count)) == 7, "SEED=\(seed)")
        expected += Array("written".utf8)
      }
      if Bool.random(using: &random) { #expect(fsync(writer) == 0, "SEED=\(seed)") }
      #expect(try passing.has(expected, in: "f"), "SEED=\(seed) round \(round)")
      close(writer)
      #expect(try passing.has(expected, in: "f"), "SEED=\(seed) round \(round)")
    }
  }

  /// A document whose contents were replaced is copied when somebody closes it. What is written meanwhile is there in the end.
  @Test func `what is written while replaced contents are copied`() throws {
    let seed = RandomSeed.choose(for: "written while copied")
    let passing = try PassingMount()
    for round in 0..<6 {
      let name = "f\(round)"
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      let delay = useconds_t.random(in: 0..<30_000, using: &random)
      var expected = try passing.make(name, size: 16 << 20)
      let writer = open(passing.mount.path(name), O_RDWR)
      try passing.mount.change("text", name, "other")
      #expect(pwrite(writer, "first", 5, 0) == 5)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          close(dup(writer))
        } else {
          usleep(delay)
          pwrite(writer, "last", 4, 100)
        }
      }
      expected.replaceSubrange(0..<5, with: Array("first".utf8))
      expected.replaceSubrange(100..<104, with: Array("last".utf8))
      close(writer)
      // Not the file that was written, which is open until the kernel has reported the closing.
      passing.mount.terminate()
      try passing.mount.mount(PassingMount.option)
      #expect(try passing.has(expected, in: name), "SEED=\(seed) round \(round)")
      unlink(passing.mount.path(name))
    }
  }

  /// A program that has written a document, and closes it after another process has given it other contents, has written nothing to these.
  @Test func `closing replaces no contents from elsewhere`() throws {
    let passing = try PassingMount()
    try passing.make("f")
    let descriptors = try passing.mount.descriptors()
    let files = (0..<2).map { _ in open(passing.mount.path("f"), O_RDWR) }
    #expect(pwrite(files[0], "written", 7, 0) == 7 && close(files[0]) == 0)
    try passing.mount.change("text", "f", "other")
    close(files[1])
    #expect(try eventually { try passing.mount.descriptors() <= descriptors })
    #expect(try passing.mount.read("f") == "other")
  }

  // MARK: Closing

  /// A document that is closed keeps the date of its last write, however late the kernel's own writer is gone: here the test takes its part.
  @Test func `closing gives no other date`() throws {
    let passing = try PassingMount()
    try passing.make("f")
    let contents = passing.mount.store + "/contents"
    let names = try FileManager.default.subpathsOfDirectory(atPath: contents).filter { name in
      var status = stat()
      return stat(contents + "/" + name, &status) == 0 && status.st_size == Self.size
    }
    try #require(names.count == 1)
    let descriptors = try passing.mount.descriptors()
    let file = open(passing.mount.path("f"), O_RDWR)
    #expect(pwrite(file, "x", 1, 0) == 1)
    let written = passing.status("f")
    let writer = open(contents + "/" + names[0], O_WRONLY)
    #expect(writer >= 0)
    let releases = try passing.mount.requests("release")
    close(file)
    #expect(try eventually { try passing.mount.requests("release") > releases + 1 })
    #expect(passing.status("f").modified == written.modified)
    close(writer)
    #expect(try eventually { try passing.mount.descriptors() <= descriptors })
    #expect(passing.status("f").modified == written.modified)
  }

  // MARK: The beginning and the end of a mount

  /// A document that a program opens before the kernel can have files is opened again by others when it can.
  @Test(.enabled(if: Machine.installed("strace") != nil, "strace is not installed"))
  func `a document that is opened while the mount begins`() throws {
    do { _ = try PassingMount() }
    let strace = try #require(Machine.installed("strace"))
    // The kernel is asked for each file late.
    let slowly = [
      strace, "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=ioctl", "-e", "inject=ioctl:delay_enter=400000",
    ]
    let mount = try Mount(changes: [["file", "f", "text"]], launcher: slowly)
    #expect(truncate(mount.path("f"), off_t(Self.size)) == 0)
    mount.terminate()
    try mount.mount(PassingMount.option)
    let first = open(mount.path("f"), O_RDONLY)
    #expect(first >= 0)
    #expect(try eventually { try mount.passthroughRefusal() == nil })
    let (second, third) = (open(mount.path("f"), O_RDONLY), open(mount.path("f"), O_RDWR))
    #expect(second >= 0 && third >= 0, "errno \(errno)")
    #expect(pwrite(third, "both", 4, 0) == 4)
    for file in [first, second] {
      var found = [UInt8](repeating: 0, count: 4)
      #expect(pread(file, &found, 4, 0) == 4 && found == Array("both".utf8))
    }
    for file in [first, second, third] { close(file) }
  }

  /// A program outlives the process of the mount, and another one reads the document in the next mount meanwhile. What the first one writes last is
  /// taken over all the same.
  @Test func `a program that outlives the mount's process beside a reader`() throws {
    let passing = try PassingMount()
    try passing.make("f")
    let file = open(passing.mount.path("f"), O_RDWR)
    #expect(pwrite(file, "a", 1, off_t(Self.size)) == 1)
    passing.mount.kill()
    umount2(passing.mount.root, Int32(MNT_DETACH))
    try passing.mount.mount(PassingMount.option)
    let reader = open(passing.mount.path("f"), O_RDONLY)
    defer { close(reader) }
    #expect(pwrite(file, "b", 1, off_t(Self.size + 1)) == 1)
    close(file)
    #expect(eventually { passing.status("f").st_size == Self.size + 2 })
  }

  // MARK: Where there is none

  /// tmpfs gives a file no other date when a mapping of it is written, so nobody would notice that.
  @Test func `a disk that does not note mappings`() throws {
    let mount = try PassingMount().mount
    mount.terminate()
    try FileManager.default.removeItem(atPath: mount.store)
    mkdir(mount.store, 0o700)
    guard Glibc.mount("tmpfs", mount.store, "tmpfs", 0, "size=16m") == 0 else {
      try Test.cancel("no tmpfs can be mounted here: errno \(errno)")
    }
    defer {
      mount.terminate()
      umount2(mount.store, Int32(MNT_DETACH))
    }
    try mount.mount(PassingMount.option)
    #expect(try mount.passthroughRefusal() == "the disk does not note what is written to a mapping")
  }
}
