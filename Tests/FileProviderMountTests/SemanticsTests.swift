import Foundation
import TestSupport
import Testing

extension MountTests {
  /// One test for each section of the page *Semantics*, by the section's title.
  ///
  /// Each states the section in its shortest form; the other suites go into the corners.
  @Suite struct SemanticsTests {
    /// Runs a Python script in a process of its own, with the mount as its working directory. It fails by `assert`.
    private func python(
      _ sandbox: Sandbox, _ script: String, in folder: String? = nil, at location: SourceLocation = #_sourceLocation
    ) throws {
      let start = "import ctypes, errno, fcntl, mmap, os, socket, stat, sys, threading, time\n" + Self.helpers
      try Data((start + script).utf8).write(to: URL(fileURLWithPath: sandbox.folder + "/script.py"))
      let result = try sandbox.shell("cd '\(folder ?? sandbox.mountpoint)' && python3 \"$S/script.py\"", seconds: 60)
      #expect(result.status == 0, "\(result)", sourceLocation: location)
    }

    /// `refused(number, call)`: the call fails with that number and no other.
    private static let helpers = """
      libc = ctypes.CDLL(None, use_errno=True)
      def refused(number, call, *arguments):
        try: call(*arguments)
        except OSError as error: assert error.errno == number, (error, errno.errorcode[number])
        else: assert False, ("not refused", errno.errorcode[number])
      def rename2(a, b, flags):
        if libc.renameat2(-100, os.fsencode(a), -100, os.fsencode(b), flags): raise OSError(ctypes.get_errno(), a)
      def write(path, text, mode="w"):
        with open(path, mode) as file: file.write(text)
      def read(path):
        with open(path, "rb") as file: return file.read()

      """

    private func mounted(_ options: String...) throws -> Sandbox {
      try #require(Machine.installed("python3") != nil, "python3 is not installed")
      let sandbox = try Sandbox()
      if options.isEmpty { try sandbox.mount() } else { try sandbox.mount("-o", options.joined(separator: ",")) }
      return sandbox
    }

    @Test func `names`() throws {
      try python(
        mounted(),
        """
        names = [b"n" * 255, "\\u00e9".encode(), "e\\u0301".encode(), b"a", b"A", b"\\x01\\n\\t *?[\\\\\\"'", b"-", b"...", b"\\xff",
          b"caf\\xe9", b"caf\\xe8"]
        for name in names: os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        assert sorted(os.listdir(b".")) == sorted(names)
        refused(errno.ENAMETOOLONG, os.mkdir, b"n" * 256)
        refused(errno.ENAMETOOLONG, os.stat, b"n" * 256)
        refused(errno.ENOENT, os.stat, b"\\xfe")
        refused(errno.EEXIST, os.mkdir, b"caf\\xe9")
        """)
    }

    @Test func `inode numbers`() throws {
      let sandbox = try mounted()
      try python(
        sandbox,
        """
        write("file", "1"); os.mkdir("folder")
        number = os.stat("file").st_ino
        os.rename("file", "other"); os.rename("other", "folder/file")
        assert os.stat("folder/file").st_ino == number
        write("gone", ""); gone = os.stat("gone").st_ino; os.unlink("gone"); write("gone", "")
        assert os.stat("gone").st_ino not in (gone, number)
        """)
      let before = try sandbox.shell("stat -c %i $M/folder/file $M/folder").lines
      try sandbox.unmount()
      try sandbox.mount()
      #expect(try sandbox.shell("stat -c %i $M/folder/file $M/folder").lines == before && before.count == 2)
    }

    @Test func `hard links`() throws {
      try python(
        mounted(),
        """
        write("file", ""); os.mkdir("folder")
        refused(errno.EPERM, os.link, "file", "link"); refused(errno.EPERM, os.link, "folder", "link")
        assert os.stat("file").st_nlink == 1 and os.listdir() .count("link") == 0
        """)
    }

    @Test func `folders`() throws {
      try python(
        mounted(),
        """
        os.mkdir("folder")
        def times(): status = os.stat("folder"); return status.st_mtime_ns, status.st_ctime_ns
        def moves(*call):
          before = times(); call[0](*call[1:]); after = times()
          assert after[0] > before[0] and after[1] > before[1], (call, before, after)
        assert os.stat("folder").st_nlink == 2
        moves(os.mkdir, "folder/a"); moves(os.mkdir, "folder/b"); moves(write, "folder/file", "")
        assert os.stat("folder").st_nlink == 4
        moves(os.rmdir, "folder/a"); moves(os.rename, "folder/b", "b"); moves(os.unlink, "folder/file")
        assert os.stat("folder").st_nlink == 2
        os.utime("folder", (2**31, 2**31)); before = times()[1]; os.mkdir("folder/c"); assert times()[1] > before
        """)
    }

    @Test func `special files`() throws {
      try python(
        geteuid() == 0 ? mounted("allow_other") : mounted(),
        """
        os.mkfifo("pipe")
        end = os.open("pipe", os.O_RDWR); os.write(end, b"through"); assert os.read(end, 10) == b"through"
        server = socket.socket(socket.AF_UNIX); server.bind("socket"); server.listen()
        client = socket.socket(socket.AF_UNIX); client.connect("socket"); client.send(b"hello")
        assert server.accept()[0].recv(10) == b"hello"
        assert stat.S_ISSOCK(os.stat("socket").st_mode) and stat.S_ISFIFO(os.stat("pipe").st_mode)
        for kind, name in (stat.S_IFCHR, "character"), (stat.S_IFBLK, "block"):
          if os.geteuid() == 0:
            os.mknod(name, kind | 0o600, os.makedev(1, 3)); found = os.stat(name)
            assert stat.S_IFMT(found.st_mode) == kind and found.st_rdev == os.makedev(1, 3) and found.st_size == 0
            refused(errno.EACCES, os.open, name, os.O_RDONLY)
            os.makedirs("open", exist_ok=True); os.chmod("open", 0o777)
            if os.fork() == 0:
              os.setuid(65534); refused(errno.EPERM, os.mknod, "open/" + name, kind | 0o600, os.makedev(1, 3)); os._exit(0)
            assert os.wait()[1] == 0
          else:
            refused(errno.EPERM, os.mknod, name, kind | 0o600, os.makedev(1, 3))
        """)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become somebody else"))
    func `permissions`() throws {
      try python(
        mounted("allow_other"),
        """
        def be(user, group, *call):
          child = os.fork()
          if child == 0:
            os.setgroups([]); os.setresgid(group, group, group); os.setresuid(user, user, user)
            try: call[0](*call[1:]); os._exit(0)
            except OSError as error: os._exit(error.errno)
          return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.chmod(".", 0o755); write("file", "text"); os.chown("file", 65534, 65534); os.chmod("file", 0o6755)
        assert be(1, 1, os.chmod, "file", 0o777) == errno.EPERM and be(1, 1, os.unlink, "file") == errno.EACCES
        assert be(1, 1, os.open, "file", os.O_WRONLY) == errno.EACCES and be(1, 1, os.open, "file", os.O_RDONLY) == 0
        assert be(1, 1, os.chown, "file", -1, -1) == errno.EPERM and os.stat("file").st_mode & 0o7777 == 0o6755
        os.chmod("file", 0o6644); assert be(65534, 1, os.truncate, "file", 1) == 0
        assert os.stat("file").st_mode & 0o7777 == 0o644, oct(os.stat("file").st_mode)
        os.mkdir("sticky"); os.chmod("sticky", 0o1777); write("sticky/file", ""); os.chown("sticky/file", 65534, 65534)
        assert be(1, 1, os.unlink, "sticky/file") == errno.EPERM and be(65534, 65534, os.unlink, "sticky/file") == 0
        os.mkdir("group"); os.chown("group", 0, 7); os.chmod("group", 0o2777)
        assert be(1, 1, os.mkdir, "group/folder") == 0
        made = os.stat("group/folder"); assert (made.st_uid, made.st_gid, made.st_mode & 0o2000) == (1, 7, 0o2000)
        """)
    }

    /// No other user has access, and yet a server of root's acts for other users (setfsuid(2), as nfsd does): the modes count for it as well.
    @Test(.enabled(if: geteuid() == 0, "only root can act for somebody else"))
    func `permissions where nobody else comes in`() throws {
      try python(
        mounted(),
        """
        import ctypes
        calls = ctypes.CDLL(None)
        write("secret", "text"); os.chmod("secret", 0o600); os.mkdir("folder"); write("folder/file", ""); os.chmod(".", 0o755)
        assert os.stat("secret").st_size == 4 and os.listdir("folder") == ["file"]
        calls.setfsgid(4711); calls.setfsuid(4711)
        refused(errno.EACCES, os.open, "secret", os.O_RDONLY)
        refused(errno.EPERM, os.chmod, "secret", 0o4777)
        refused(errno.EPERM, os.chown, "secret", 4711, 4711)
        refused(errno.EACCES, os.unlink, "folder/file")
        refused(errno.EACCES, os.rename, "folder/file", "folder/other")
        calls.setfsuid(0); calls.setfsgid(0)
        assert open("secret").read() == "text"
        """)
    }

    @Test func `renames`() throws {
      try python(
        mounted(),
        """
        write("name", "0" * 5000); stop = False; seen = []
        def look():
          while not stop:
            text = read("name"); seen.append(len(text) == 5000 and len(set(text)) == 1)
        reader = threading.Thread(target=look); reader.start()
        for turn in range(300): write("new", str(turn % 10) * 5000); os.rename("new", "name")
        stop = True; reader.join(); assert seen and all(seen), (len(seen), seen.count(False))
        write("a", "a"); write("b", "b")
        refused(errno.EEXIST, rename2, "a", "b", 1); rename2("a", "c", 1)
        rename2("b", "c", 2); assert (read("b"), read("c")) == (b"a", b"b")
        refused(errno.EINVAL, rename2, "b", "c", 3); refused(errno.EINVAL, rename2, "b", "c", 4)
        os.mkdir("full"); write("full/x", ""); os.mkdir("empty")
        refused(errno.ENOTEMPTY, os.rename, "empty", "full"); os.rename("full", "empty")
        assert os.listdir("empty") == ["x"]; refused(errno.EINVAL, os.rename, "empty", "empty/below")
        """)
    }

    @Test func `unlinked files`() throws {
      let sandbox = try mounted()
      try python(
        sandbox,
        """
        write("file", "text"); write("other", "old"); os.setxattr("file", "user.b", b"2")
        file = os.open("file", os.O_RDWR); other = os.open("other", os.O_RDONLY)
        os.unlink("file"); write("new", "new"); os.rename("new", "other")
        assert os.listdir() == ["other"] and os.fstat(file).st_nlink == 0
        os.pwrite(file, b"more", 4); assert os.pread(file, 100, 0) == b"textmore" and os.pread(other, 100, 0) == b"old"
        os.fchmod(file, 0o600); os.ftruncate(file, 2); assert os.fstat(file).st_size == 2
        os.setxattr(file, "user.a", b"1"); assert os.getxattr(file, "user.a") == b"1" and os.getxattr(file, "user.b") == b"2"
        refused(errno.EOPNOTSUPP, os.open, ".", os.O_TMPFILE | os.O_RDWR)
        assert open("/proc/self/fd/%d" % file, "rb").read() == b"te"
        """)
      let isLeft = try eventually {
        try sandbox.shell(
          "find \(sandbox.store)/contents -path '*/sessions' -prune -o -type f -size +0 -print | wc -l"
        ).lines == ["0"]
      }
      #expect(isLeft, "what has a name is small, and has no file; what has none is gone")
    }

    @Test func `appending`() throws {
      try python(
        mounted(),
        """
        def add(letter):
          end = os.open("log", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
          for _ in range(200): assert os.write(end, letter * 10) == 10
        for letter in (b"a", b"b", b"c"):
          if os.fork() == 0: add(letter); os._exit(0)
        for _ in range(3): assert os.wait()[1] == 0
        text = read("log"); assert len(text) == 6000
        assert all(len(set(text[at:at + 10])) == 1 for at in range(0, 6000, 10))
        """)
    }

    @Test func `mappings`() throws {
      try python(
        mounted(),
        """
        write("file", "0" * 10000); file = os.open("file", os.O_RDWR)
        with mmap.mmap(file, 10000) as view:
          view[5000:5003] = b"map"; assert os.pread(file, 3, 5000) == b"map" and read("file")[5000:5003] == b"map"
          os.pwrite(file, b"call", 6000); assert view[6000:6004] == b"call"
          end = os.open("file", os.O_WRONLY | os.O_APPEND); os.write(end, b"end"); view[0:1] = b"1"
        assert read("file")[:2] == b"10" and read("file")[-3:] == b"end" and os.stat("file").st_size == 10003
        """)
    }

    @Test func `large documents`() throws {
      let sandbox = try mounted("passthrough")
      if let refusal = try sandbox.mountStatus().passthroughRefusal {
        try Test.cancel("no kernel passthrough: \(refusal)")
      }
      try python(
        sandbox,
        """
        with open("file", "wb") as file: file.write(b"0" * 2000000); file.flush(); os.fsync(file.fileno())
        file = os.open("file", os.O_RDWR); view = mmap.mmap(file, 2000000); os.close(file)
        view[5000:5003] = b"map"; assert read("file")[5000:5003] == b"map"
        before = os.stat("file").st_mtime_ns; view[6000:6004] = b"late"; view.close()
        assert os.stat("file").st_mtime_ns >= before and read("file")[6000:6004] == b"late"
        """)
      let path = sandbox.mountpoint + "/file"
      let reader = try #require(FileHandle(forReadingAtPath: path))
      _ = try sandbox.shell("echo other > $S/file")
      try sandbox.succeed("import", "--force", sandbox.folder + "/file")
      #expect(eventually { (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int == 6 })
      #expect(try reader.readToEnd()?.count == 2_000_000)
      #expect(FileManager.default.contents(atPath: path) == Data("other\n".utf8))
      try reader.seek(toOffset: 0)
      #expect(try reader.readToEnd() == Data("other\n".utf8))
    }

    @Test func `times`() throws {
      try python(
        mounted(),
        """
        write("file", "text")
        for wanted in (0, 1, 1_234_567_890_123_456_789, -1, -5_000_000_001, 4_102_444_800_000_000_007):
          os.utime("file", ns=(wanted, wanted)); status = os.stat("file")
          assert (status.st_atime_ns, status.st_mtime_ns) == (wanted, wanted), (wanted, status)
        os.utime("file", (2**40, -2**40)); status = os.stat("file")
        assert (status.st_atime_ns, status.st_mtime_ns) == (2**63 - 1, -2**63), status
        os.utime("file", ns=(5, 5)); read("file"); os.listdir(); assert os.stat("file").st_atime_ns == 5
        """)
    }

    @Test func `extended attributes`() throws {
      let sandbox = try mounted()
      try python(
        sandbox,
        """
        write("file", "")
        os.setxattr("file", "user.large", b"x" * 65536); assert os.getxattr("file", "user.large") == b"x" * 65536
        refused(errno.E2BIG, os.setxattr, "file", "user.large", b"x" * 65537)
        refused(errno.EOPNOTSUPP, os.setxattr, "file", "trusted.a", b"1")
        refused(errno.ENODATA, os.setxattr, "file", "user.new", b"1", os.XATTR_REPLACE)
        refused(errno.EEXIST, os.setxattr, "file", "user.large", b"1", os.XATTR_CREATE)
        refused(errno.ENODATA, os.setxattr, "file", "user.new", b"1", os.XATTR_CREATE | os.XATTR_REPLACE)
        os.setxattr("file", "user.xdg.tags", b"red,blue"); os.setxattr("file", "user.fileprovider.pinned", b"1")
        assert os.getxattr("file", "user.fileprovider.identifier") == str(os.stat("file").st_ino).encode()
        assert os.getxattr("file", "user.fileprovider.state") == b"local"
        refused(errno.EPERM, os.setxattr, "file", "user.fileprovider.state", b"x")
        """)
      #expect(try sandbox.succeed("tag", "/file").output.split(separator: "\n").sorted() == ["blue", "red"])
      #expect(try sandbox.succeed("working-set", "pinned").output.contains("file"))
    }

    @Test func `the working set`() throws {
      let sandbox = try mounted()
      try python(
        sandbox,
        """
        os.mkdir("folder"); write("folder/kept", "k"); write("old", "o")
        os.setxattr("folder/kept", "user.xdg.tags", b"red")
        assert ".fileprovider" not in os.listdir(".")
        views = ".fileprovider/working-set/"
        assert read(views + "tags/red/kept") == b"k"
        assert os.path.samefile(views + "tags/red/kept", "folder/kept")
        os.makedirs(trash := ".Trash-%d/files" % os.getuid(), exist_ok=True)
        os.rename("old", trash + "/old")
        assert os.readlink(views + "trashed") == "recently-deleted"
        assert os.listdir(views + "trashed") == os.listdir(views + "recently-deleted") == ["old"]
        assert [names for top, _, names in os.walk(".fileprovider") if "old" in names] == [["old"]]
        refused(errno.EROFS, os.unlink, views + "trashed")
        """)
    }

    @Test func `space`() throws {
      try python(
        mounted(),
        """
        file = os.open("file", os.O_RDWR | os.O_CREAT); os.pwrite(file, b"x" * 4096, 50_000_000); os.fsync(file); os.close(file)
        status = os.stat("file"); assert status.st_size == 50_004_096 and status.st_blocks * 512 < 1_000_000, status
        file = os.open("file", os.O_RDONLY); assert 49_000_000 < os.lseek(file, 0, os.SEEK_DATA) <= 50_000_000
        assert read("file")[:1000] == bytes(1000)
        write("whole", "x" * 100_000); assert os.stat("whole").st_blocks * 512 >= 100_000
        file = os.open("whole", os.O_RDWR)
        def allocate(mode, offset, count):
          if libc.fallocate(file, mode, ctypes.c_long(offset), ctypes.c_long(count)): raise OSError(ctypes.get_errno(), "")
        allocate(3, 4096, 8192); assert read("whole")[4095:4097] == b"x\\0" and os.stat("whole").st_size == 100_000
        allocate(0, 0, 200_000); assert os.stat("whole").st_size == 200_000
        refused(errno.EOPNOTSUPP, allocate, 8, 0, 4096); refused(errno.EOPNOTSUPP, allocate, 32, 0, 4096)
        room = os.statvfs("."); assert 0 < room.f_bavail <= room.f_blocks and room.f_namemax == 255
        """)
    }

    @Test func `durability`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount("--no-restart")
      let script = """
        for n in 1 2 3; do
          mkdir $M/d$n; head -c 30000 /dev/urandom > $M/d$n/f; cp $M/d$n/f $S/copy$n; sync $M/d$n/f $M/d$n
        done
        """
      #expect(try sandbox.shell(script).status == 0)
      try sandbox.killServer()
      try sandbox.mount()
      let compared = try sandbox.shell("for n in 1 2 3; do cmp $M/d$n/f copy$n || exit 1; done; ls -A $M")
      #expect(compared.status == 0 && compared.lines == ["d1", "d2", "d3"], "\(compared)")
      #expect(try sandbox.run("check").status == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a small disk"))
    func `a full disk`() throws {
      let sandbox = try Sandbox()
      let disk = try SmallDisk(at: sandbox.folder + "/data", megabytes: 16)
      defer { withExtendedLifetime(disk) {} }
      try sandbox.mount()
      try python(
        sandbox,
        """
        write("kept", "kept"); full = os.open("big", os.O_WRONLY | os.O_CREAT)
        try:
          while True: os.write(full, bytes(65536))
        except OSError as error: assert error.errno == errno.ENOSPC, error
        os.close(full); assert read("kept") == b"kept"; os.unlink("kept"); os.truncate("big", 10); write("after", "x" * 10000)
        assert sorted(os.listdir()) == ["after", "big"]
        """)
    }

    @Test func `changes from elsewhere`() throws {
      let sandbox = try mounted()
      #expect(try sandbox.shell("ls $M; cat $M/folder/file; ls -l $M/folder; true").status == 0)
      try sandbox.succeed("mkdir", "/folder")
      try Data("text\n".utf8).write(to: URL(fileURLWithPath: sandbox.folder + "/file"))
      try sandbox.succeed("import", sandbox.folder + "/file", "--into", "/folder")
      #expect(try eventually { try sandbox.shell("cat $M/folder/file").output == "text\n" })
      try sandbox.succeed("rm", "/folder/file")
      #expect(try eventually { try sandbox.shell("ls $M/folder").output.isEmpty })
    }

    @Test func `the change feed`() throws {
      let sandbox = try mounted()
      let cursor = sandbox.folder + "/cursor"
      try sandbox.succeed("tail", "--container", "all", "--cursor-file", cursor)
      try python(
        sandbox,
        """
        file = os.open("file", os.O_WRONLY | os.O_CREAT)
        for _ in range(100): os.write(file, b"some text")
        os.close(file); os.rename("file", "other"); os.mkdir("folder"); os.unlink("other")
        """)
      let feed = try sandbox.succeed(
        "tail", "--container", "all", "--cursor-file", cursor, "--individual", "--no-folders", "--json")
      let events = try feed.lines.map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }.filter { $0["event"] as? String != "anchor" }
      #expect(
        events.compactMap { $0["event"] as? String } == ["add", "update", "update", "update", "delete"], "\(feed)")
      let isOurs = events.allSatisfy { ($0["author"] as? String)?.hasPrefix("org.openfileprovider.mount.") == true }
      #expect(isOurs, "\(feed)")
    }

    /// A mount with a provider that brings what the names say; see `ScriptedSource` of the fixture.
    private func scripted(_ changes: [[String]]) throws -> (Sandbox, RunningProcess) {
      try #require(Machine.installed("python3") != nil, "python3 is not installed")
      try #require(Machine.built("MountFixture") != nil, "the program “MountFixture” is not built")
      let sandbox = try Sandbox()
      for words in changes {
        let result = try sandbox.startProgram(["MountFixture", "change", sandbox.store] + words).wait()
        try #require(result.status == 0, "\(result)")
      }
      let server = try sandbox.startProgram(["MountFixture", "mount", sandbox.store, sandbox.mountpoint, "scripted"])
      try #require(eventually { server.outputSoFar.contains("ready") || server.hasEnded } && !server.hasEnded)
      return (sandbox, server)
    }

    private func end(_ server: RunningProcess) {
      server.signal(SIGTERM)
      _ = server.wait()
    }

    @Test func `downloading on demand`() throws {
      let (sandbox, server) = try scripted([
        ["remote", "list-2", "folder"], ["remote", "list-0", "folder"], ["remote", "bring-a", "file"],
        ["remote", "bring-b", "file"], ["remote", "error-1004", "file"], ["remote", "partial-1004", "folder"],
      ])
      defer { end(server) }
      try python(
        sandbox,
        """
        refused(errno.ENOTEMPTY, os.rmdir, "list-2")
        assert sorted(os.listdir("list-2")) == ["item-0", "item-1"]
        os.rmdir("list-0")
        write("bring-a", "+", "a"); assert read("bring-a") == b"bring-a+"
        os.truncate("error-1004", 0); assert read("error-1004") == b""
        os.rename("bring-b", "list-2/moved"); os.chmod("list-2/moved", 0o600); os.setxattr("list-2/moved", "user.a", b"1")
        assert os.getxattr("list-2/moved", "user.fileprovider.state") == b"dataless"
        os.unlink("list-2/moved")
        refused(errno.EHOSTUNREACH, os.mkdir, "partial-1004/new")
        assert "new" not in os.listdir(".")
        """)
    }

    @Test func `what a provider does not allow`() throws {
      let everything = 63
      func but(_ bit: Int) -> String { String(everything & ~bit) }
      let (sandbox, server) = try scripted([
        ["provided", "bring-nothing", "file", "1"], ["provided", "list-0", "folder", "1"],
        ["provided", "bring-kept", "file", but(32)], ["provided", "bring-named", "file", but(8)],
        ["provided", "bring-placed", "file", but(4)], ["provided", "bring-here", "file", but(16)], ["mkdir", "folder"],
      ])
      defer { end(server) }
      try python(
        sandbox,
        """
        write("new", "text")
        os.chmod("bring-nothing", 0o666); os.chmod("list-0", 0o777); os.utime("bring-nothing")
        os.setxattr("bring-nothing", "user.xdg.tags", b"red")
        for call in ((os.open, "bring-nothing", os.O_WRONLY), (os.truncate, "bring-nothing", 0), (os.mkdir, "list-0/new"),
            (os.setxattr, "bring-nothing", "user.a", b"1"), (os.rename, "new", "list-0/new"), (os.rename, "new", "bring-nothing")):
          refused(errno.EACCES, *call)
        trash = f".Trash-{os.getuid()}"
        os.makedirs(trash + "/files", exist_ok=True)
        for call in ((os.unlink, "bring-nothing"), (os.unlink, "bring-kept"), (os.rename, "bring-named", "x"),
            (os.rename, "bring-placed", "folder/bring-placed"), (os.rename, "bring-here", trash + "/files/x"), (os.rmdir, "list-0"),
            (os.rename, "folder", "list-0")):
          refused(errno.EPERM, *call)
        os.rename("new", "bring-kept"); os.rename("bring-named", "folder/bring-named"); os.rename("bring-placed", "y")
        """)
    }

    @Test func `read-only mounts`() throws {
      let sandbox = try mounted()
      #expect(try sandbox.shell("echo text > $M/file; mkdir $M/folder").status == 0)
      try sandbox.unmount()
      try sandbox.mount("-o", "ro")
      try python(
        sandbox,
        """
        assert read("file") == b"text\\n" and sorted(os.listdir()) == ["file", "folder"]
        for call in ((os.mkdir, "new"), (os.unlink, "file"), (os.rmdir, "folder"), (os.rename, "file", "x"),
            (os.chmod, "file", 0o600), (os.utime, "file"), (os.truncate, "file", 0), (os.symlink, "a", "b"),
            (os.setxattr, "file", "user.a", b"1"), (os.open, "file", os.O_WRONLY), (os.mkfifo, "pipe")):
          refused(errno.EROFS, *call)
        """)
    }

    @Test func `listing`() throws {
      try python(
        mounted(),
        """
        for number in range(2000): os.close(os.open("kept%d" % number, os.O_CREAT | os.O_WRONLY))
        for number in range(500): os.close(os.open("goes%d" % number, os.O_CREAT | os.O_WRONLY))
        seen = []
        with os.scandir(".") as entries:
          for at, entry in enumerate(entries):
            seen.append(entry.name)
            if at % 5 == 0 and at // 5 < 500: os.unlink("goes%d" % (at // 5)); os.mkdir("comes%d" % at)
            if at % 7 == 0: write("new", ""); os.rename("new", "replaced")
        kept = [name for name in seen if name.startswith("kept")]
        assert len(kept) == 2000 and len(set(kept)) == 2000, len(kept)
        """)
    }
  }
}
