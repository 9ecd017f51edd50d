import CSystemCalls
import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Documents that the kernel reads and writes itself.
@Suite(
  .enabled(if: Machine.hasFUSE, "there is no /dev/fuse"),
  .enabled(if: Machine.isRoot, "the kernel passes files through for root alone"))
struct PassthroughTests {
  private static let size = PassingMount.size

  /// Reads and writes of a large document reach nobody, and its size and times are right at once, after it is closed, and after a remount.
  @Test func `reads and writes never reach the mount`() throws {
    let passing = try PassingMount()
    var expected = try passing.make("f")
    let before = passing.status("f")
    let requests = try passing.requests()
    let file = open(passing.mount.path("f"), O_RDWR)
    for index in 0..<64 {
      let bytes = [UInt8](repeating: UInt8(index), count: 4096)
      #expect(pwrite(file, bytes, 4096, off_t(index * 20_000)) == 4096)
      expected += [UInt8](repeating: 0, count: max(index * 20_000 + 4096 - expected.count, 0))
      expected.replaceSubrange(index * 20_000..<index * 20_000 + 4096, with: bytes)
    }
    var found = [UInt8](repeating: 0, count: expected.count)
    #expect(pread(file, &found, found.count, 0) == expected.count && memcmp(found, expected, found.count) == 0)
    #expect(try passing.requests() - requests < 6)
    let open = passing.status("f")
    #expect(open.st_size == expected.count && open.modified > before.modified)
    close(file)
    let closed = passing.status("f")
    #expect(closed.st_size == expected.count && closed.modified == open.modified)
    passing.mount.terminate()
    try passing.mount.mount(PassingMount.option)
    let remounted = passing.status("f")
    #expect(remounted.st_size == expected.count && remounted.modified == closed.modified)
    #expect(try passing.has(expected, in: "f"))
  }

  /// Each write is seen by `stat` from elsewhere, and has a later time than the one before.
  @Test func `sizes and times are those of the last write`() throws {
    let passing = try PassingMount()
    try passing.make("f")
    let file = open(passing.mount.path("f"), O_WRONLY | O_APPEND)
    defer { close(file) }
    var last = passing.status("f")
    for round in 1...50 {
      #expect(write(file, "x", 1) == 1)
      let now = passing.status("f")
      #expect(
        now.st_size == Self.size + round && now.modified > last.modified && now.st_ctim.tv_sec >= last.st_ctim.tv_sec)
      last = now
    }
    // A date that is set stays until the next write.
    #expect(futimens(file, [timespec(tv_sec: 1000, tv_nsec: 5), timespec(tv_sec: 2000, tv_nsec: 7)]) == 0)
    #expect(passing.status("f").modified == 2_000_000_000_007)
    #expect(write(file, "x", 1) == 1)
    #expect(passing.status("f").modified > last.modified)
  }

  /// A mapping is of the file that the kernel has, and outlives the closing of the document.
  @Test func `a mapping that is written after the document was closed`() throws {
    let passing = try PassingMount()
    var expected = try passing.make("f")
    let descriptors = try passing.mount.descriptors()
    let file = open(passing.mount.path("f"), O_RDWR)
    let memory = try #require(mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
    let releases = try passing.mount.requests("release")
    close(file)
    #expect(try eventually { try passing.mount.requests("release") > releases + 1 })
    let closed = passing.status("f")
    memory.storeBytes(of: 77, toByteOffset: 12_345, as: UInt8.self)
    expected[12_345] = 77
    let written = passing.status("f")
    #expect(written.modified > closed.modified)
    // Another program reads it meanwhile.
    #expect(try passing.has(expected, in: "f"))
    munmap(memory, Self.size)
    #expect(try eventually { try passing.mount.descriptors() <= descriptors })
    #expect(passing.status("f").modified == written.modified)
    passing.mount.terminate()
    try passing.mount.mount(PassingMount.option)
    #expect(passing.status("f").modified == written.modified)
    #expect(try passing.has(expected, in: "f"))
  }

  /// Saving a document anew leaves a mapping of it with the file that it maps.
  @Test func `a document that is mapped and closed is emptied in place`() throws {
    let passing = try PassingMount()
    try passing.make("f")
    let file = open(passing.mount.path("f"), O_RDONLY)
    let memory = try #require(mmap(nil, Self.size, PROT_READ, MAP_SHARED, file, 0))
    defer { munmap(memory, Self.size) }
    close(file)
    let writer = open(passing.mount.path("f"), O_WRONLY | O_TRUNC)
    let bytes = [UInt8](repeating: 9, count: Self.size)
    #expect(write(writer, bytes, bytes.count) == bytes.count)
    close(writer)
    #expect(memory.load(fromByteOffset: 500_000, as: UInt8.self) == 9)
  }

  /// All ways to change the size, in every order of descriptors: a reader first, then writers; a program that made the document, then another.
  @Test func `appending, emptying and truncating through several descriptors`() throws {
    let passing = try PassingMount()
    try passing.make("f")
    let path = passing.mount.path("f")
    let reader = open(path, O_RDONLY)
    let appending = open(path, O_WRONLY | O_APPEND)
    #expect(write(appending, "end", 3) == 3)
    #expect(size(of: reader) == Self.size + 3)
    let emptying = open(path, O_RDWR | O_TRUNC)
    #expect(emptying >= 0 && size(of: reader) == 0)
    #expect(write(appending, "again", 5) == 5)
    #expect(truncate(path, 4_000_000) == 0 && size(of: reader) == 4_000_000)
    #expect(write(appending, "!", 1) == 1 && ftruncate(emptying, 3) == 0)
    var found = [UInt8](repeating: 0, count: 10)
    #expect(pread(reader, &found, 10, 0) == 3 && Array(found[..<3]) == Array("aga".utf8))
    for file in [reader, appending, emptying] { close(file) }
    let maker = open(passing.mount.path("g"), O_RDWR | O_CREAT, 0o644)
    #expect(ftruncate(maker, 3_000_000) == 0)
    let second = open(passing.mount.path("g"), O_RDWR)
    #expect(
      pwrite(second, "2", 1, 2_000_000) == 1 && pread(maker, &found, 1, 2_000_000) == 1 && found[0] == UInt8(ascii: "2")
    )
    for file in [maker, second] { close(file) }
    #expect(passing.status("g").st_size == 3_000_000)
  }

  private func size(of file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? status.st_size : -1
  }

  /// What still comes to the mount works on the same file: copies, holes, allocation.
  @Test func `copies, holes and blocks`() throws {
    let passing = try PassingMount()
    let expected = try passing.make("f", size: 2 * Self.size)
    try passing.make("g")
    let (from, to) = (open(passing.mount.path("f"), O_RDWR), open(passing.mount.path("g"), O_RDWR))
    defer { for file in [from, to] { close(file) } }
    #expect(pwrite(to, "before", 6, 0) == 6)
    var (offset, target): (off_t, off_t) = (1000, 6)
    #expect(copy_file_range(from, &offset, to, &target, 100_000, 0) == 100_000)
    var found = [UInt8](repeating: 0, count: 100_006)
    #expect(pread(to, &found, found.count, 0) == found.count)
    #expect(found == Array("before".utf8) + expected[1000..<101_000])
    let full = passing.status("f")
    #expect(fallocate(from, Int32(allocate_punch_hole | allocate_keep_size), 0, 1 << 20) == 0)
    #expect(lseek(from, 0, Int32(seek_data)) == 1 << 20 && lseek(from, 0, Int32(seek_hole)) == 0)
    #expect(passing.status("f").st_blocks == full.st_blocks - 2048 && passing.status("f").st_size == full.st_size)
    #expect(pwrite(from, "x", 1, 500_000) == 1 && fsync(from) == 0)
    #expect(passing.status("f").st_blocks == full.st_blocks - 2040)
    #expect(ftruncate(from, 10 << 20) == 0 && passing.status("f").st_size == 10 << 20)
  }

  /// Programs that have a document open keep it, whatever happens to its name.
  @Test func `names that go while the document is written`() throws {
    let passing = try PassingMount()
    try passing.make("f")
    try passing.make("g")
    let (replaced, removed) = (open(passing.mount.path("f"), O_RDWR), open(passing.mount.path("g"), O_RDWR))
    try passing.make("new", size: 3)
    #expect(
      Glibc.rename(passing.mount.path("new"), passing.mount.path("f")) == 0 && unlink(passing.mount.path("g")) == 0)
    for file in [replaced, removed] {
      #expect(pwrite(file, "tail", 4, off_t(Self.size)) == 4)
      var status = stat()
      #expect(fstat(file, &status) == 0 && status.st_size == Self.size + 4 && status.st_nlink == 0)
      #expect(fsync(file) == 0 && close(file) == 0)
    }
    #expect(try passing.bytes("f").count == 3)
    #expect(try passing.mount.names() == ["f"])
    // The new document is small.
    #expect(try eventually { try contentFiles(of: passing.mount) == 0 })
  }

  private func contentFiles(of mount: Mount) throws -> Int {
    let folder = mount.store + "/contents"
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return names.count { $0.split(separator: "/").count == 2 && !$0.hasPrefix("sessions") }
  }

  /// Set-user-ID goes when another user's program writes.
  @Test func `privileges are taken off`() throws {
    let passing = try PassingMount("allow_other")
    try passing.make("f")
    for path in [passing.mount.directory.path, passing.mount.root] { chmod(path, 0o755) }
    chmod(passing.mount.path("f"), 0o4777)
    let writer = try RunningProcess([
      "setpriv", "--reuid=12345", "--regid=12345", "--clear-groups", "/bin/sh", "-c",
      "printf x 1<> \(passing.mount.path("f"))",
    ])
    let result = writer.wait()
    #expect(result.status == 0, "\(result)")
    #expect(passing.status("f").st_mode & 0o7777 == 0o777)
  }

  /// The limit of a program's files holds for what the kernel writes.
  @Test func `a program's limit of file sizes`() throws {
    let passing = try PassingMount()
    try passing.make("f")
    let (status, output) = try Mount.run([
      "python3", "-c",
      """
      import errno, os, resource, signal
      signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
      resource.setrlimit(resource.RLIMIT_FSIZE, (1100000, 1100000))
      file = os.open('\(passing.mount.path("f"))', os.O_WRONLY)
      assert os.pwrite(file, b'x' * 100000, 1048576) == 1100000 - 1048576
      try: os.pwrite(file, b'x', 1100000)
      except OSError as error: assert error.errno == errno.EFBIG
      else: assert False
      """,
    ])
    #expect(status == 0, "\(output)")
    #expect(passing.status("f").st_size == 1_100_000)
  }

  /// Descriptors and registrations do not grow with the openings.
  @Test func `ten thousand openings`() throws {
    let passing = try PassingMount()
    for name in ["f", "g"] { try passing.make(name) }
    let held = open(passing.mount.path("g"), O_RDONLY)
    defer { close(held) }
    let before = try passing.mount.descriptors()
    for index in 0..<10_000 {
      let file = open(passing.mount.path(index % 2 == 0 ? "f" : "g"), index % 100 < 2 ? O_RDWR : O_RDONLY)
      guard file >= 0 else {
        Issue.record("opening \(index): \(errno)")
        break
      }
      close(file)
    }
    #expect(try eventually { try passing.mount.descriptors() <= before })
  }
}
