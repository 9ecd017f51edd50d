import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse")) struct BrowsingTests {
  /// What is in the store is in the mount: names, contents, links, types.
  @Test func `the tree is there`() throws {
    let mount = try Mount(changes: [
      ["mkdir", "folder"], ["file", "folder/hello", "hello world"], ["symlink", "folder/link", "hello"],
    ])
    #expect(try mount.names() == ["folder"])
    #expect(try mount.names("folder") == ["hello", "link"])
    #expect(try mount.read("folder/link") == "hello world")
    var status = stat()
    #expect(stat(mount.path("folder"), &status) == 0)
    #expect(status.st_nlink == 2)
    #expect(stat(mount.path("folder/hello"), &status) == 0)
    #expect(status.st_size == 11)
    #expect(mount.failure { stat(mount.path("none"), &status) } == ENOENT)
  }

  /// Numbers stay over a remount.
  @Test func `numbers are stable`() throws {
    let mount = try Mount(changes: [["file", "a", "1"]])
    var first = stat()
    #expect(stat(mount.path("a"), &first) == 0)
    mount.terminate()
    #expect(!MountTableProbe.isMountpoint(mount.root))
    try mount.mount()
    var second = stat()
    #expect(stat(mount.path("a"), &second) == 0)
    #expect(first.st_ino == second.st_ino)
  }

  /// An open directory is a live enumerator, until it is closed or its owner is killed.
  @Test func `enumerators live as long as directories are open`() throws {
    let mount = try Mount(changes: (0..<20).map { ["mkdir", "d\($0)"] })
    let script =
      """
      import os, time
      f = [os.open('\(mount.root)/d%d' % i, os.O_RDONLY) for i in range(20)]
      print('open', flush=True)
      time.sleep(100)
      """
    let process = try RunningProcess(["python3", "-c", script])
    #expect(process.wait { !$0.isEmpty })
    #expect(try mount.liveEnumerators()["folder"] == 20)
    process.kill()
    #expect(try eventually { try mount.liveEnumerators()["folder"] == 0 })
  }

  /// Another process may want them: to move the log into the database, or to begin it again.
  @Test func `a mount that has nothing to do keeps no lock of its database's readers`() throws {
    let mount = try Mount()
    for number in 0..<100 { #expect(access(mount.path("none\(number)"), F_OK) == -1) }
    let index = mount.store + "/items.sqlite-shm"
    #expect(
      try eventually {
        try FileLocks.ranges(of: mount.processIdentifier, on: index).allSatisfy { !$0.bytes.overlaps(123...127) }
      })
  }

  /// A directory with very many entries is listed whole, and again from the kernel's cache.
  @Test func `a large directory`() throws {
    let mount = try Mount(changes: [["mkdir", "empty"]])
    mount.terminate()
    #expect(try Mount.fixture("seed", mount.store, "20000").0 == 0)
    try mount.mount()
    for _ in 0..<2 { #expect(try mount.names("flat").count == 20000) }
    #expect(try mount.names("flat").last == "f0019999")
  }

  @Test func `the control folder and the derived views answer as files do`() throws {
    let mount = try Mount(
      "show_fileprovider",
      changes: [["file", "a", "text"], ["favorite", "a", "1"], ["file", "b", "x"], ["trash", "b"]])
    #expect(try mount.names() == [".Trash-\(getuid())", ".fileprovider", "a"])
    #expect(try mount.read(".fileprovider/working-set/favorites/a") == "text")
    #expect(try mount.read(".Trash-\(getuid())/files/b") == "x")
    #expect(try mount.read(".Trash-\(getuid())/info/b.trashinfo").contains("Path=b\n"))
    // The mode of the folder alone keeps ordinary users from trying.
    #expect(mount.failure { mkdir(mount.path(".fileprovider/x"), 0o755) } == (geteuid() == 0 ? EROFS : EACCES))
  }

  /// `ls -l` of the trash asks for no entry once more, nor for the folders on the way to each.
  @Test(arguments: ["files", "info"])
  func `listing the trash`(_ folder: String) throws {
    let names = (0..<40).map { "f\($0)" }
    let mount = try Mount(changes: names.flatMap { [["file", $0, "x"], ["trash", $0]] })
    let path = ".Trash-\(getuid())/\(folder)"
    let before = try mount.requests("lookup")
    let listed = try mount.names(path)
    #expect(listed.count == names.count)
    for name in listed { #expect(mount.exists("\(path)/\(name)")) }
    #expect(try mount.requests("lookup") - before < 20)
  }

  @Test func `a read-only mount says so`() throws {
    let mount = try Mount("ro", changes: [["file", "a", "text"]])
    #expect(mount.failure { mkdir(mount.path("x"), 0o755) } == EROFS)
    #expect(mount.failure { unlink(mount.path("a")) } == EROFS)
    #expect(try mount.read("a") == "text")
  }

  /// Nodes are found again by a file handle, also after the kernel has forgotten them.
  @Test func `file handles work`() throws {
    guard getuid() == 0 else { return }
    let mount = try Mount(changes: [["mkdir", "folder"], ["file", "folder/a", "text"]])
    let script = """
      import ctypes, os
      libc = ctypes.CDLL(None, use_errno=True)
      class H(ctypes.Structure): _fields_ = [('n', ctypes.c_uint), ('t', ctypes.c_int), ('b', ctypes.c_ubyte * 128)]
      h = H(); h.n = 128; m = ctypes.c_int()
      assert libc.name_to_handle_at(-100, b'\(mount.path("folder/a"))', ctypes.byref(h), ctypes.byref(m), 0) == 0
      open('/proc/sys/vm/drop_caches', 'w').write('2')
      d = os.open('\(mount.root)', os.O_RDONLY)
      f = libc.open_by_handle_at(d, ctypes.byref(h), os.O_RDONLY)
      assert f >= 0, os.strerror(ctypes.get_errno())
      assert os.read(f, 10) == b'text'
      """
    let (status, output) = try Mount.run(["python3", "-c", script])
    #expect(status == 0, "\(output)")
  }
}
