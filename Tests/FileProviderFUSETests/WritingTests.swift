import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse")) struct WritingTests {
  @Test func `ordinary work: make, write, rename, remove; and it is there after a remount`() throws {
    let mount = try Mount()
    #expect(mkdir(mount.path("folder"), 0o755) == 0)
    try mount.write("folder/a", "one")
    #expect(Glibc.rename(mount.path("folder/a"), mount.path("b")) == 0)
    #expect(symlink("b", mount.path("link")) == 0)
    #expect(mkfifo(mount.path("fifo"), 0o600) == 0)
    #expect(try mount.read("link") == "one")
    #expect(mount.failure { rmdir(mount.path("b")) } == ENOTDIR)
    #expect(rmdir(mount.path("folder")) == 0)
    #expect(mount.failure { link(mount.path("b"), mount.path("c")) } == EPERM)
    mount.terminate()
    try mount.mount()
    #expect(try mount.names() == ["b", "fifo", "link"])
    #expect(try mount.read("b") == "one")
  }

  /// Appending and a shared mapping of one file at once.
  @Test func `appending and mapping`() throws {
    let mount = try Mount()
    let file = open(mount.path("f"), O_RDWR | O_CREAT | O_APPEND, 0o644)
    defer { close(file) }
    #expect(ftruncate(file, 8192) == 0)
    let memory = try #require(mmap(nil, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
    memory.storeBytes(of: UInt8(ascii: "m"), toByteOffset: 5000, as: UInt8.self)
    #expect(write(file, "tail", 4) == 4)
    #expect(msync(memory, 8192, Int32(MS_SYNC)) == 0)
    munmap(memory, 8192)
    var status = stat()
    #expect(fstat(file, &status) == 0)
    #expect(status.st_size == 8196)
    var buffer = [UInt8](repeating: 0, count: 8196)
    #expect(pread(file, &buffer, 8196, 0) == 8196)
    #expect(buffer[5000] == UInt8(ascii: "m"))
    #expect(Array(buffer.suffix(4)) == Array("tail".utf8))
  }

  @Test func `a file saved by replacement is never missing for a reader, and never torn`() throws {
    let mount = try Mount()
    try mount.write("f", String(repeating: "0", count: 1000))
    let writer = try RunningProcess([
      "python3", "-c",
      """
      import os
      for i in range(300):
        open('\(mount.path("t"))', 'w').write(str(i % 10) * 1000)
        os.rename('\(mount.path("t"))', '\(mount.path("f"))')
      """,
    ])
    while !writer.hasEnded {
      let text = try mount.read("f")
      #expect(text.count == 1000 && Set(text).count == 1)
    }
    #expect(writer.wait().status == 0)
  }

  /// Writing takes set-user-ID off for an ordinary user.
  @Test func `privileges are dropped`() throws {
    guard getuid() == 0 else { return }
    let mount = try Mount("allow_other")
    chmod(mount.directory.path, 0o755)
    try mount.write("f", "x")
    chmod(mount.path("f"), 0o6777)
    let script =
      """
      import os
      os.setuid(65534)
      os.write(os.open('\(mount.path("f"))', os.O_WRONLY), b'y')
      print(oct(os.stat('\(mount.path("f"))').st_mode & 0o7777))
      """
    #expect(try Mount.run(["python3", "-c", script]).1 == "0o777\n")
  }

  /// What `fsync` has acknowledged survives the death of the daemon; the size of what was only written does as well.
  @Test func `a killed daemon loses nothing`() throws {
    let mount = try Mount()
    let synced = open(mount.path("synced"), O_RDWR | O_CREAT, 0o644)
    #expect(write(synced, "synced", 6) == 6)
    #expect(fsync(synced) == 0)
    let written = open(mount.path("written"), O_RDWR | O_CREAT, 0o644)
    #expect(write(written, "written", 7) == 7)
    mount.kill()
    close(synced)
    close(written)
    // What the dead mount left is cleared away.
    try mount.mount()
    #expect(try mount.read("synced") == "synced")
    #expect(try mount.read("written") == "written")
  }

  @Test func `holes are found and punched`() throws {
    let mount = try Mount()
    let file = open(mount.path("f"), O_RDWR | O_CREAT, 0o644)
    defer { close(file) }
    #expect(posix_fallocate(file, 0, 65536) == 0)
    #expect(pwrite(file, "end", 3, 1 << 20) == 3)
    #expect(lseek(file, 131_072, 3) == 1 << 20)
    var status = stat()
    #expect(fstat(file, &status) == 0 && status.st_size == (1 << 20) + 3)
  }

  @Test func `a lock held by one process keeps another out`() throws {
    let mount = try Mount()
    let file = open(mount.path("f"), O_RDWR | O_CREAT, 0o644)
    defer { close(file) }
    #expect(flock(file, LOCK_EX) == 0)
    let other = open(mount.path("f"), O_RDWR)
    defer { close(other) }
    #expect(mount.failure { flock(other, LOCK_EX | LOCK_NB) } == EWOULDBLOCK)
  }
}
