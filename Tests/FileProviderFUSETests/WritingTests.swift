import Foundation
import Glibc
import LinuxSystem
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

  /// Programs that wait for a lock each have a thread with a connection and a pipe; when all is quiet again, few are left.
  @Test func `a mount that rests gives back what a burst needed`() throws {
    let mount = try Mount()
    let count = 24
    for number in 0..<count {
      try FileManager.default.createDirectory(atPath: mount.path("d\(number)"), withIntermediateDirectories: false)
    }
    let before = try mount.descriptors()
    let lock = open(mount.store + "/holder.lock", O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    try #require(flock(lock, LOCK_EX) == 0)
    let ended = Monitor(0)
    for number in 0..<count {
      let folder = mount.path("d\(number)")
      #expect(
        NativeThread.start(name: "program") {
          mkdir(folder + "/made", 0o700)
          let bytes = [UInt8](repeating: 7, count: 1 << 18)
          let file = open(folder + "/file", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
          for _ in 0..<8 { _ = write(file, bytes, bytes.count) }
          close(file)
          ended.withLock { $0 += 1 }
        })
    }
    let isBurst = eventually { (try? mount.threads(named: "fuse")) ?? 0 >= count }
    flock(lock, LOCK_UN)
    #expect(ended.wait(until: .after(.seconds(60))) { $0 == count ? true : nil } == true)
    #expect(isBurst)
    let isQuiet = try eventually(seconds: 60) {
      try mount.threads(named: "fuse") <= 3 && mount.descriptors() <= before + 12
    }
    let (descriptors, threads) = try (mount.descriptors(), mount.threads(named: "fuse"))
    #expect(isQuiet, "\(descriptors) descriptors, \(before) before, and \(threads) threads")
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
