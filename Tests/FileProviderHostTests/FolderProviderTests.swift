import Foundation
import TestSupport
import Testing

/// What people do in a provider's mount comes to the provider, and both ends are equal in the end, though it dies meanwhile and names its items as
/// it likes. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct FolderProviderTests {
  private typealias Naming = FolderStage.Naming

  /// Mounts a provider, does something, and compares both ends.
  private func work(_ naming: Naming, _ body: (FolderStage) throws -> Void) throws {
    let stage = try FolderStage(naming)
    defer { stage.end() }
    try body(stage)
    try stage.expectSame()
  }

  @Test(arguments: Naming.allCases)
  private func `while the folder is away nothing is gone and edits wait`(naming: Naming) throws {
    try work(naming) { stage in
      try stage.shell("echo first > mnt/a; mkdir mnt/d; echo text > mnt/d/b")
      try stage.expectSame()
      try stage.shell("mv there away; echo more >> mnt/a; echo new > mnt/new")
      let waited = try stage.sandbox.run("sync", "--domain", "folder", "--wait", "--timeout", "3s")
      #expect(waited.status == 1, "\(waited)")
      #expect(try stage.shell("find mnt -type f | sort") == "mnt/a\nmnt/d/b\nmnt/new\n")
      let reached = try stage.sandbox.run("pending", "--domain", "folder")
      #expect(reached.output.contains("/a") && reached.output.contains("/new"), "\(reached)")
      #expect(try stage.sandbox.run("status").output.contains("retrying "), "nothing is said of it")
      try stage.shell("mv away there")
    }
  }

  /// A reader of `tail` that keeps items by their numbers knows in the end what there is, whatever the provider called them meanwhile.
  @Test(arguments: Naming.allCases)
  private func `tail names an item by one number from its creation to its end`(naming: Naming) throws {
    let stage = try FolderStage(naming)
    defer { stage.end() }
    var known: [Int: String] = [:]
    var ended: [Int] = []
    func read() throws {
      let words = ["tail", "--domain", "folder", "--container", "all", "--cursor-file", "cursor", "--json"]
      for line in try stage.sandbox.start(words).wait().objects() {
        guard let event = line["event"] as? String, event != "anchor", event != "drop-everything" else { continue }
        let item = try #require(line["item"] as? Int)
        if event == "delete" { ended.append(item) }
        known[item] = event == "delete" ? nil : line["path"] as? String
      }
    }
    try stage.shell("mkdir mnt/d; echo text > mnt/d/a; echo text > mnt/b")
    try read()
    #expect(Set(known.values) == ["/d", "/d/a", "/b"])
    try stage.expectSame()
    try stage.shell("mv mnt/d mnt/e")
    try stage.expectSame()
    try read()
    #expect(known.count == 3)
    try stage.shell("rm -r mnt/e; rm there/b")
    stage.eventually("test ! -e mnt/b; test ! -e there/e")
    try stage.expectSame()
    try read()
    #expect(known.isEmpty && ended.count == 3, "\(known) \(ended)")
  }

  // MARK: Programs

  @Test(
    .enabled(if: Machine.installed("git") != nil, "git is not installed"), arguments: Naming.allCases)
  private func `git commits, checks out, collects and clones while the provider dies`(naming: Naming) throws {
    try work(naming) { stage in
      try stage.shell(
        """
        cd mnt; git init -q repository; cd repository
        for i in 1 2 3 4 5 6 7 8; do mkdir -p d$((i % 3)); echo $i > d$((i % 3))/f$i; done
        git add .; git commit -qm first; git checkout -qb other; echo more >> d1/f1; git commit -qam second
        """)
      // Now the first of it is being told.
      stage.eventually("test -e there/repository/.git/HEAD")
      try stage.killProvider()
      try stage.shell("cd mnt/repository; git checkout -q -; git merge -q other; git gc -q; git fsck --strict")
      try stage.killProvider()
      try stage.shell("mv mnt/repository mnt/renamed; git clone -q mnt/renamed mnt/clone")
      try stage.expectSame()
      try stage.shell(
        "cd there/renamed; git fsck --strict; test -z \"$(GIT_OPTIONAL_LOCKS=0 git status --porcelain)\"; test \"$(cat d1/f1)\" = '1\nmore'"
      )
    }
  }

  @Test(
    .enabled(if: Machine.installed("rsync") != nil, "rsync is not installed"), arguments: Naming.allCases)
  private func `archives and mirrors arrive with contents, links, dates and permissions`(naming: Naming) throws {
    try work(naming) { stage in
      try stage.shell(
        """
        for i in 1 2 3 4 5 6; do
          mkdir -p source/s$i/deep; head -c $((i * 7000)) /dev/urandom > source/s$i/deep/file; ln -s deep/file source/s$i/link
          touch -d 2020-01-0$i source/s$i/deep/file; : > source/s$i/empty
        done
        chmod 755 source/s1/deep/file; tar cf archive.tar source; tar xf archive.tar -C mnt
        rsync -a --checksum source/ mnt/mirror/
        """)
      stage.eventually("test -e there/mirror/s1")
      try stage.killProvider()
      try stage.expectSame()
      try stage.shell(
        "echo changed > source/s2/deep/file; rm -r source/s3; rsync -a --checksum --delete source/ mnt/mirror/")
      try stage.expectSame()
      let left = try stage.shell(
        "rsync -ainJ --checksum --delete source/ mnt/mirror/; rsync -rlptinJ --checksum --delete --omit-dir-times source/ there/mirror/"
      )
      #expect(left.isEmpty, "\(left)")
      #expect(
        try stage.shell("cat there/source/s6/link | cmp - source/s6/deep/file; test -x there/source/s1/deep/file") == ""
      )
    }
  }

  @Test(arguments: Naming.allCases)
  private func `editors save in their ways, and the provider has one document`(naming: Naming) throws {
    try work(naming) { stage in
      try stage.shell("for name in sed backup vim; do echo first > mnt/$name; done")
      try stage.expectSame()
      try stage.shell(
        """
        sed -i s/first/second/ mnt/sed
        cp mnt/backup mnt/backup~; echo second > mnt/backup.new; mv mnt/backup mnt/backup~; mv mnt/backup.new mnt/backup; rm mnt/backup~
        """)
      if Machine.installed("vim") != nil {
        try stage.shell(
          "cd mnt; vim -Nu NONE -es -c 'set backup writebackup backupcopy=no' -c '%s/first/second/' -c wq vim")
      } else {
        try stage.shell("mv mnt/vim mnt/vim~; echo second > mnt/vim")
      }
      try stage.killProvider()
      try stage.expectSame()
      #expect(try stage.shell("cat there/sed there/backup there/vim") == "second\nsecond\nsecond\n")
    }
  }

  @Test(
    .enabled(if: Machine.installed("sqlite3") != nil, "sqlite3 is not installed"), arguments: Naming.allCases)
  private func `a database arrives whole`(naming: Naming) throws {
    try work(naming) { stage in
      try stage.shell("mkdir mnt/data; sqlite3 mnt/data/db 'CREATE TABLE t(a); INSERT INTO t VALUES (1);'")
      try stage.expectSame()
      try stage.setTrap()
      try stage.shell("sqlite3 mnt/data/db 'INSERT INTO t VALUES (2);'; mv mnt/data mnt/base")
      stage.waitForTrap()
      try stage.expectSame()
      #expect(try stage.shell("sqlite3 there/base/db 'PRAGMA integrity_check; SELECT a FROM t;'") == "ok\n1\n2\n")
    }
  }

  // MARK: Folders that are renamed

  /// `a` with two documents, and folders in it.
  private func makeTree(_ stage: FolderStage) throws {
    try stage.shell(
      "mkdir -p mnt/a/sub/deep; for i in 1 2 3; do echo $i > mnt/a/f$i; echo $i > mnt/a/sub/g$i; echo $i > mnt/a/sub/deep/h$i; done"
    )
    try stage.expectSame()
  }

  @Test(arguments: Naming.allCases)
  private func `a folder is renamed, not answered and renamed again, and what is in it changes`(naming: Naming) throws {
    try work(naming) { stage in
      try makeTree(stage)
      try stage.setTrap()
      try stage.shell("mv mnt/a mnt/b; echo one > mnt/b/f1; echo two > mnt/b/sub/g1; echo new > mnt/b/sub/new")
      stage.waitForTrap()
      try stage.shell(
        "mv mnt/b mnt/c; mv mnt/c/f2 mnt/f2; rm mnt/c/f3; mv mnt/c/sub/deep mnt/deep; echo three > mnt/deep/h1")
      try stage.expectSame()
      #expect(
        try stage.shell("cat there/c/f1 there/c/sub/g1 there/c/sub/new there/deep/h1") == "one\ntwo\nnew\nthree\n")
    }
  }

  @Test(arguments: Naming.allCases)
  private func `a folder that was renamed and not answered is deleted`(naming: Naming) throws {
    try work(naming) { stage in
      try makeTree(stage)
      try stage.setTrap()
      try stage.shell("mv mnt/a mnt/b")
      stage.waitForTrap()
      try stage.shell("mv mnt/b/f1 mnt/kept; echo more >> mnt/kept; mv mnt/b/sub/deep mnt/deep; rm -r mnt/b")
      try stage.expectSame()
      #expect(try stage.shell("cat there/kept; ls there") == "1\nmore\ndeep\nkept\n")
    }
  }

  @Test(arguments: Naming.allCases)
  private func `folders that exchange their names, or follow each other, keep what is in them`(naming: Naming) throws {
    try work(naming) { stage in
      try stage.shell("mkdir mnt/p mnt/q; echo p > mnt/p/x; echo q > mnt/q/x; echo z > mnt/q/z")
      try stage.expectSame()
      try stage.setTrap()
      try stage.shell("mv mnt/p mnt/t; mv mnt/q mnt/p; mv mnt/t mnt/q; echo more >> mnt/q/x")
      stage.waitForTrap()
      try stage.shell("mv mnt/p mnt/p.old; mkdir mnt/p; echo other > mnt/p/x; echo more >> mnt/p.old/x")
      try stage.expectSame()
      #expect(try stage.shell("cat there/p/x there/p.old/x there/q/x") == "other\nq\nmore\np\nmore\n")
    }
  }

  @Test(arguments: Naming.allCases)
  private func `programs keep what they have open, and read what is not here, while folders are renamed`(naming: Naming)
    throws
  {
    try work(naming) { stage in
      try stage.shell("mkdir -p there/r/s; for i in 1 2 3; do echo $i > there/r/s/d$i; done")
      stage.eventually("ls mnt/r/s", prints: "d1\nd2\nd3\n")
      try stage.setTrap()
      try stage.shell(
        "exec 3>> mnt/r/s/d1; mv mnt/r mnt/r2; echo open >&3; cat mnt/r2/s/d2; for n in $(seq 600); do [ -e trap ] || break; sleep 0.05; done; cat mnt/r2/s/d3; echo still >&3"
      )
      stage.waitForTrap()
      try stage.shell("mkdir mnt/dir; mv mnt/r2 mnt/dir/r3; mv mnt/dir mnt/dir2; cat mnt/dir2/r3/s/d3")
      try stage.expectSame()
      #expect(try stage.shell("cat there/dir2/r3/s/d1") == "1\nopen\nstill\n")
    }
  }
}
