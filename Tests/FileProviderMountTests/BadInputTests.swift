import Foundation
import TestSupport
import Testing

extension MountTests {
  /// What is wrong is said in one sentence, with the exit status of the contract, and nothing is lost.
  @Suite struct BadInputTests {
    private func expect(
      _ result: ProcessResult, status: Int32, says words: String, at location: SourceLocation = #_sourceLocation
    ) {
      #expect(result.status == status, "\(result)", sourceLocation: location)
      let lines = result.error.split(separator: "\n")
      #expect(lines.count == 1, "\(result)", sourceLocation: location)
      #expect(lines.first?.hasPrefix("fileprovider: ") == true, "\(result)", sourceLocation: location)
      #expect(result.error.contains(words), "\(result)", sourceLocation: location)
      #expect(result.output.isEmpty, "\(result)", sourceLocation: location)
    }

    /// A file that is no database is neither opened nor changed.
    @Test(arguments: [["mount"], ["ls"], ["tail"], ["mkdir", "/new"]])
    func `a damaged database is refused`(command: [String]) throws {
      let sandbox = try Sandbox()
      try sandbox.succeed("mkdir", "/folder")
      let file = sandbox.store + "/items.sqlite"
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
      let damaged = Trees.contents(7, bytes: 20_000)
      try damaged.write(to: URL(fileURLWithPath: file))
      let words = command == ["mount"] ? ["mount", sandbox.mountpoint] : command
      expect(try sandbox.run(words), status: 65, says: "damaged")
      let check = try sandbox.run(["check"])
      #expect(check.status == 2 && check.lines.count == 1 && check.output.contains("damaged"), "\(check)")
      #expect(FileManager.default.contents(atPath: file) == damaged)
      #expect(!sandbox.isMounted)
    }

    /// A store that a newer version made is left alone.
    @Test(.enabled(if: Machine.installed("sqlite3") != nil, "sqlite3 is not installed"))
    func `a newer store is refused`() throws {
      let sandbox = try Sandbox()
      try sandbox.succeed("mkdir", "/folder")
      let change = "PRAGMA user_version=99999; INSERT INTO grdb_migrations VALUES('v9999');"
      _ = try sandbox.program("sqlite3", sandbox.store + "/items.sqlite", change)
      expect(try sandbox.run(["mount", sandbox.mountpoint]), status: 65, says: "newer")
      expect(try sandbox.run(["ls"]), status: 65, says: "newer")
    }

    /// Only an empty directory can be mounted on.
    @Test func `mount points that cannot be are refused`() throws {
      let sandbox = try Sandbox()
      let place = sandbox.folder + "/place"
      expect(try sandbox.run(["mount", place]), status: 1, says: "No such file")
      try Data().write(to: URL(fileURLWithPath: place))
      expect(try sandbox.run(["mount", place]), status: 1, says: "not a directory")
      try FileManager.default.removeItem(atPath: place)
      try Sandbox.makeFolder(place + "/something")
      expect(try sandbox.run(["mount", place]), status: 1, says: "not empty")
      try sandbox.mount()
      expect(try sandbox.run(["mount", sandbox.mountpoint]), status: 1, says: "already")
      #expect(try sandbox.shell("ls $S/place").lines == ["something"])
    }

    /// What is not mounted cannot be unmounted.
    @Test func `unmounting what is not mounted is refused`() throws {
      let sandbox = try Sandbox()
      expect(try sandbox.run(["unmount", sandbox.mountpoint]), status: 69, says: "not a fileprovider mount")
    }

    /// A content file that vanished costs that file its contents and nothing else; `check` finds it.
    @Test func `a vanished content file is one files trouble`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      _ = try sandbox.shell("seq 2000 > $M/a; echo two > $M/b")
      try sandbox.unmount()
      let removed = try sandbox.shell("rm $(find \(sandbox.store)/contents -type f | xargs grep -l 1999)")
      try #require(removed.status == 0, "\(removed)")
      try sandbox.mount()
      let read = try sandbox.shell("ls $M; cat $M/b; cat $M/a")
      #expect(read.lines == ["a", "b", "two"] && read.error.contains("Input/output error"), "\(read)")
      let check = try sandbox.run(["check"])
      #expect(check.status == 2 && check.lines.count == 1 && check.output.contains("/a"), "\(check)")
    }

    /// An anchor that is none is wrong usage; one of another store is an ordinary beginning.
    @Test func `anchors are checked`() throws {
      let (sandbox, other) = (try Sandbox(), try Sandbox())
      try sandbox.succeed("mkdir", "/folder")
      try other.succeed("mkdir", "/other")
      for text in ["nonsense", "!!", "", "AAAA"] {
        expect(
          try sandbox.run(["tail", "--container", "all", "--since", text]), status: 64,
          says: "neither an anchor nor a time")
      }
      let line = try other.run(["tail", "--container", "all", "--since", "now", "--json"]).lines.last ?? ""
      let anchor =
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["anchor"] as? String
      let result = try sandbox.run(["tail", "--container", "all", "--json", "--since", #require(anchor)])
      #expect(result.status == 0 && result.lines.first?.contains("drop-everything") == true, "\(result)")
      #expect(result.output.contains("/folder"), "\(result)")
    }

    /// A cursor file that is empty or damaged is bad data, and stays as it is.
    @Test(arguments: ["", "damaged\n", String(repeating: "A", count: 800)])
    func `a broken cursor file is refused`(text: String) throws {
      let sandbox = try Sandbox()
      try sandbox.succeed("mkdir", "/folder")
      let cursor = sandbox.folder + "/cursor"
      try Data(text.utf8).write(to: URL(fileURLWithPath: cursor))
      expect(try sandbox.run(["tail", "--container", "all", "--cursor-file", cursor]), status: 65, says: "cursor")
      #expect(FileManager.default.contents(atPath: cursor) == Data(text.utf8))
    }

    /// A full disk is an error to the program that writes, what was there stays, and what is not needed can be removed.
    @Test(.enabled(if: geteuid() == 0, "only root can mount a small disk"))
    func `a full disk loses nothing`() throws {
      let sandbox = try Sandbox()
      let disk = try SmallDisk(at: sandbox.folder + "/data", megabytes: 24)
      defer { withExtendedLifetime(disk) {} }
      try sandbox.mount()
      _ = try sandbox.shell(
        "mkdir $M/kept; head -c 200000 /dev/urandom > $M/kept/file; cp $M/kept/file copy; sync $M/kept/file")
      let filled = try sandbox.shell("dd if=/dev/zero of=$M/big bs=100k count=1000; cp copy $M/kept/file.new; true")
      #expect(filled.error.contains("No space left"), "\(filled)")
      let compared = try sandbox.shell(
        "cmp copy $M/kept/file && rm $M/big && cp copy $M/kept/again && cmp copy $M/kept/again")
      #expect(compared.status == 0, "\(compared)")
      // As full when it is mounted and checked the next time.
      _ = try sandbox.shell("dd if=/dev/zero of=$M/big bs=4k count=20000; true")
      try sandbox.unmount()
      let check = try sandbox.run(["check"])
      #expect(check.status == 0, "\(check)")
      try sandbox.mount()
      let intact = try sandbox.shell("cmp copy $M/kept/file && rm $M/big && cmp copy $M/kept/again")
      #expect(intact.status == 0, "\(intact)")
    }

    /// What a full disk took of large writes is right to the last byte, and so is what is written over it then.
    @Test(.enabled(if: geteuid() == 0, "only root can mount a small disk"))
    func `a full disk keeps what it took`() throws {
      let sandbox = try Sandbox()
      let disk = try SmallDisk(at: sandbox.folder + "/data", megabytes: 24)
      defer { withExtendedLifetime(disk) {} }
      try sandbox.mount()
      let filled = try sandbox.shell(
        """
        head -c 40000000 /dev/urandom > copy; dd if=copy of=$M/a bs=1M; stat -c %s $M/a > size
        dd if=copy of=$M/a bs=100k oflag=append conv=notrunc; true
        """)
      #expect(filled.error.contains("No space left"), "\(filled)")
      let over = try sandbox.shell(
        "dd if=copy bs=100k count=30 skip=7 | tee copy2 | dd of=$M/a bs=100k iflag=fullblock conv=notrunc")
      #expect(over.status == 0, "\(over)")
      try sandbox.unmount()
      try sandbox.mount()
      let compared = try sandbox.shell(
        "cmp -n 3072000 copy2 $M/a && cmp -n $(($(cat size) - 3072000)) -i 3072000 copy $M/a && [ $(cat size) -gt 10000000 ]"
      )
      #expect(compared.status == 0, "\(compared)")
    }

    /// On a full disk everything that makes room works, again and again, whether it makes much room or none at all.
    @Test(.enabled(if: geteuid() == 0, "only root can mount a small disk"))
    func `a full disk can be emptied`() throws {
      let sandbox = try Sandbox()
      let disk = try SmallDisk(at: sandbox.folder + "/data", megabytes: 24)
      defer { withExtendedLifetime(disk) {} }
      try sandbox.mount()
      let made = try sandbox.shell(
        """
        mkdir $M/small $M/tree
        for n in $(seq 300); do : > $M/small/$n; done; for n in $(seq 30); do echo $n > $M/tree/$n; done
        """)
      try #require(made.status == 0, "\(made)")
      _ = try sandbox.shell("for n in 1 2 3; do dd if=/dev/zero of=$M/big$n bs=4k count=20000; done; true")
      let refused = try sandbox.shell("head -c 5000000 /dev/zero > $M/new")
      #expect(refused.status != 0 && refused.error.contains("No space left"), "\(refused)")
      let emptied = try sandbox.shell(
        """
        rm $M/small/* && rmdir $M/small && : > $M/tree/1 && truncate -s 1 $M/tree/2 && mv $M/tree/3 $M/tree/4
        """)
      #expect(emptied.status == 0, "\(emptied)")
      try sandbox.succeed("rm", "/tree/5")
      try sandbox.succeed("rm", "-r", "/tree")
      #expect(try sandbox.shell("rm $M/big1 && head -c 1000 /dev/zero > $M/after").status == 0)
      try sandbox.unmount()
      #expect(try sandbox.run(["check"]).status == 0)
    }

    /// Where there is no `/dev/fuse` or no helper, `mount` says what is missing.
    @Test(.enabled(if: geteuid() == 0 && Machine.installed("unshare") != nil, "only root can hide a device"))
    func `a machine without FUSE is named`() throws {
      let sandbox = try Sandbox()
      let program = try #require(Machine.built("fileprovider"))
      // Temporary files may be in a folder of /dev, and are to be there still.
      let hidden = """
        S=\(sandbox.folder) && mkdir $S/dev && mount -t tmpfs tmpfs $S/dev && mknod $S/dev/null c 1 3 || exit 1
        case $S in /dev/*) mkdir -p $S/dev/${S#/dev/} && mount --bind $S $S/dev/${S#/dev/} || exit 1 ;; esac
        mount --rbind $S/dev /dev && exec \(program) mount \(sandbox.mountpoint)
        """
      expect(try sandbox.program("unshare", "--mount", "/bin/sh", "-c", hidden), status: 69, says: "/dev/fuse")
    }
  }
}
