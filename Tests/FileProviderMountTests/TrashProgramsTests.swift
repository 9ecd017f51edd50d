import Foundation
import TestSupport
import Testing

extension MountTests {
  /// The trash of a mount, through the programs that people have: `gio`, trash-cli, and the command beside them.
  ///
  /// They know of all disks of the machine, so each is only asked for what is in the mount.
  @Suite struct TrashProgramsTests {
    private static func has(_ programs: String...) -> Bool { programs.allSatisfy { Machine.installed($0) != nil } }
    private static let hasGIO = has("gio")
    private static let hasTrashCLI = has("trash-put", "trash-list", "trash-restore", "trash-rm", "trash-empty")
    /// GNOME's trash is served by processes of a session.
    private static let hasGVFS =
      has("gio", "dbus-run-session")
      && ["/usr/libexec/gvfsd-trash", "/usr/lib/gvfs/gvfsd-trash"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
      }
    /// Root, and an ordinary user.
    private static var users: [Int] { geteuid() == 0 && has("setpriv") ? [0, 65534] : [Int(geteuid())] }

    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// Runs a script in a folder of the mount, as a user with a home of their own; it ends at its first failure.
    @discardableResult
    private func script(_ script: String, as user: Int = Int(geteuid()), session: Bool = false) throws
      -> ProcessResult
    {
      let home = "\(sandbox.folder)/home-\(user)"
      let file = "\(sandbox.folder)/script-\(UUID().uuidString)"
      try Sandbox.makeFolder(home + "/data", mode: 0o700)
      for path in [home, home + "/data"] { chown(path, uid_t(user), gid_t.max) }
      let lines = """
        set -eu
        export HOME=\(home) XDG_DATA_HOME=\(home)/data XDG_RUNTIME_DIR=\(home)
        cd \(sandbox.mountpoint)/desk
        \(script)
        """
      try lines.write(toFile: file, atomically: false, encoding: .utf8)
      var words = ["/bin/bash", file]
      if session { words = [try #require(Machine.installed("dbus-run-session")), "--"] + words }
      if user != Int(geteuid()) {
        words = [try #require(Machine.installed("setpriv")), "--reuid", "\(user)", "--clear-groups"] + words
      }
      chmod(file, 0o755)
      return try sandbox.startProgram(words, ["XDG_RUNTIME_DIR": home]).wait(seconds: 60)
    }

    private func succeed(
      _ text: String, as user: Int = Int(geteuid()), session: Bool = false,
      at location: SourceLocation = #_sourceLocation
    ) throws {
      let result = try script(text, as: user, session: session)
      try #require(result.status == 0, "\(text)\n\(result)", sourceLocation: location)
    }

    private func mountWork(for user: Int = Int(geteuid()), _ options: String...) throws {
      try sandbox.succeed("mkdir", "-p", "/desk")
      var words = options
      if user != Int(geteuid()) { words += ["-o", "allow_other"] }
      let result = try sandbox.run(["mount"] + words + [sandbox.mountpoint])
      try #require(result.status == 0, "\(result)")
      chown(sandbox.mountpoint + "/desk", uid_t(user), gid_t.max)
    }

    private struct Trashed: Decodable {
      var name: String
      var originalPath: String
      var user: Int
    }

    private func trashed() throws -> [Trashed] {
      try sandbox.succeed("trash", "list", "--json").lines.map {
        try JSONDecoder().decode(Trashed.self, from: Data($0.utf8))
      }.sorted { $0.name < $1.name }
    }

    // MARK: trash-cli

    @Test(.enabled(if: hasTrashCLI, "trash-cli is not installed"), arguments: users)
    func `trash CLI`(_ user: Int) throws {
      try mountWork(for: user)
      try succeed("echo one > one; mkdir -p sub/deep; echo two > sub/deep/one; trash-put one sub/deep/one", as: user)
      let items = try trashed()
      #expect(Set(items.map(\.originalPath)) == ["/desk/one", "/desk/sub/deep/one"])
      #expect(Set(items.map(\.name)).count == 2 && items.allSatisfy { $0.user == user })
      try succeed(
        """
        trash-list | grep -q "$PWD/one$"; trash-list | grep -q "$PWD/sub/deep/one$"
        [ "$(ls -A ../.Trash-$(id -u)/files | wc -l)" = 2 ]; [ "$(ls -A ../.Trash-$(id -u)/info | wc -l)" = 2 ]
        # Into a folder that is gone: it is made again.
        rm -r sub; cd ..; mkdir -p desk/x; cd desk
        n=$(echo | trash-restore | grep -n sub/deep/one | cut -d: -f1); echo $((n - 1)) | trash-restore
        [ "$(cat sub/deep/one)" = two ]; ! trash-list | grep sub
        trash-rm "$PWD/one"; ! trash-list | grep desk; [ -z "$(ls -AR ../.Trash-$(id -u) | grep one)" ]
        trash-put sub; trash-put x; trash-empty --trash-dir=../.Trash-$(id -u) > said 2>&1; [ ! -s said ]; rm said
        ! trash-list | grep desk
        """, as: user)
      #expect(try trashed().isEmpty)
      #expect(try sandbox.run("ls", "/desk").output.isEmpty)
    }

    // MARK: gio

    @Test(.enabled(if: hasGIO, "gio is not installed"), arguments: users)
    func `gio trash`(_ user: Int) throws {
      try mountWork(for: user)
      try succeed("echo 1 > same; mkdir d; echo 2 > d/same; gio trash same; gio trash d/same; gio trash d", as: user)
      #expect(try trashed().map(\.originalPath) == ["/desk/d", "/desk/same", "/desk/d/same"])
      #expect(try trashed().map(\.name) == ["d", "same", "same.2"])
      try succeed(
        """
        cd ../.Trash-$(id -u); [ $(cat files/same.2) = 2 ]; grep -q '^Path=desk/d/same$' info/same.2.trashinfo
        rm -r files/* info/*; [ -z "$(ls -A files info | grep same)" ]
        """, as: user)
      #expect(try trashed().isEmpty)
    }

    @Test(.enabled(if: hasGVFS, "there is no gvfs, or no dbus-run-session"), arguments: users)
    func `GNOME`(_ user: Int) throws {
      try mountWork(for: user)
      try succeed(
        """
        echo text > file; mkdir -p folder/below; echo deep > folder/below/file; gio trash file folder
        # A machine has other disks and other trash: only what was in this folder counts.
        listed() {
          for n in $(seq 100); do
            gio trash --list | grep -F "\t$PWD/" > list || :; [ $(grep -c . list) = 2 ] && return; sleep 0.1
          done; exit 1
        }
        listed; gio list -u trash:/// > all; for u in $(cut -f1 list); do grep -qxF "$u" all; done; rm all
        gio trash --restore "$(grep /file$ list | cut -f1)"; [ "$(cat file)" = text ]
        # GNOME does not see the same name come back, on no disk.
        mv file other; gio trash other; listed
        # Emptying would empty the trash of all disks of this machine.
        for u in $(cut -f1 list); do gio remove "$u"; done; rm list
        for n in $(seq 100); do [ -z "$(find ../.Trash-$(id -u) -mindepth 2)" ] && exit; sleep 0.1; done
        find ../.Trash-$(id -u); exit 1
        """, as: user, session: true)
      #expect(try trashed().isEmpty)
      #expect(try sandbox.run("ls", "/desk").output.isEmpty)
    }

    // MARK: The command beside the programs

    /// What a program trashes is the same change as what the command trashes.
    @Test(.enabled(if: hasGIO, "gio is not installed"))
    func `one log for all`() throws {
      try mountWork()
      _ = try sandbox.shell("cd $M/desk; mkdir -p a/below b/below")
      func changes(_ body: () throws -> Void) throws -> [[String]] {
        let cursor = sandbox.folder + "/cursor"
        let words = ["tail", "--container", "all", "--cursor-file", cursor, "--individual", "--json"]
        _ = try sandbox.run(words)
        try body()
        return try sandbox.run(words).lines.compactMap { line in
          let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
          return object?["event"] as? String == "anchor" ? nil : object?["changed"] as? [String]
        }
      }
      let byCommand = try changes { try sandbox.succeed("trash", "put", "/desk/a") }
      let byProgram = try changes { try succeed("gio trash b") }
      #expect(!byCommand.isEmpty && byCommand == byProgram)
      let restoredByCommand = try changes { try sandbox.succeed("trash", "restore", "/desk/a") }
      let restoredByRename = try changes { try succeed("mv ../.Trash-$(id -u)/files/b b") }
      #expect(!restoredByCommand.isEmpty && restoredByCommand == restoredByRename)
    }

    /// What the command does with what a program trashed is seen on the mount, which had all of it in its caches.
    @Test(.enabled(if: hasGIO, "gio is not installed"))
    func `the command is seen`() throws {
      try mountWork()
      let top = "\(sandbox.mountpoint)/.Trash-\(geteuid())"
      func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
      try succeed(
        "for n in 1 2 3 4; do mkdir d$n; echo $n > d$n/f; done; gio trash d1 d2 d3; ls ../.Trash-$(id -u)/files/d2")
      try sandbox.succeed("trash", "restore", "d1")
      #expect(eventually { !exists(top + "/files/d1") && exists(sandbox.mountpoint + "/desk/d1/f") })
      #expect(!exists(top + "/info/d1.trashinfo"))
      try sandbox.succeed("trash", "delete", "d2")
      #expect(eventually { !exists(top + "/files/d2/f") && !exists(top + "/files/d2") })
      try sandbox.succeed("trash", "put", "/desk/d4")
      #expect(eventually { exists(top + "/files/d4/f") && !exists(sandbox.mountpoint + "/desk/d4") })
      #expect(exists(top + "/info/d4.trashinfo"))
      try sandbox.succeed("trash", "empty")
      #expect(eventually { (try? FileManager.default.contentsOfDirectory(atPath: top + "/files"))?.isEmpty == true })
      #expect((try? FileManager.default.contentsOfDirectory(atPath: top + "/info"))?.isEmpty == true)
    }

    @Test(.enabled(if: hasGIO, "gio is not installed"))
    func `a trashed folder keeps its number and what is in it, and names in the trash are the same after a remount`()
      throws
    {
      try mountWork()
      try succeed(
        """
        mkdir -p x/same y/same; echo 1 > x/same/f; echo 2 > y/same/f; stat -c %i x/same y/same > numbers
        gio trash x/same; gio trash y/same; cd ../.Trash-$(id -u)/files
        stat -c %i same same.2 | diff - ../../desk/numbers; head -50 ../info/* > ../../desk/infos
        """)
      try sandbox.unmount()
      #expect(try trashed().map(\.name) == ["same", "same.2"])
      try sandbox.mount()
      try succeed(
        """
        cd ../.Trash-$(id -u)/files; stat -c %i same same.2 | diff - ../../desk/numbers
        head -50 ../info/* | diff - ../../desk/infos; [ $(cat same/f) = 1 ]; [ $(cat same.2/f) = 2 ]
        """)
    }

    /// A `.trashinfo` that makes no sense causes no loss, whichever program wrote it.
    @Test(arguments: ["", "garbage", "[Trash Info]\\nPath=/etc/passwd\\n", "[Trash Info]\\nPath=../../../etc/x\\n"])
    func `a damaged info`(_ text: String) throws {
      try mountWork()
      try succeed(
        """
        T=../.Trash-$(id -u); mkdir -p $T/files $T/info; echo text > file
        set -C; printf '\(text)' > $T/info/name.trashinfo; set +C
        mv -T file $T/files/name; [ $(cat $T/files/name) = text ]; grep -q ^Path=desk/file$ $T/info/name.trashinfo
        """)
      try sandbox.succeed("trash", "restore", "name")
      #expect(try sandbox.run("ls", "/desk").lines == ["file"])
    }

    // MARK: Options

    @Test(.enabled(if: hasGIO, "gio is not installed"))
    func `a domain without a trash`() throws {
      try sandbox.succeed("domain", "add", "plain", "--no-trash")
      try sandbox.succeed("mkdir", "--domain", "plain", "/desk")
      let refused = try sandbox.run("mount", "--domain", "plain", "--rm-to-trash", sandbox.mountpoint)
      #expect(refused.status == 1 && refused.error.contains("has no trash"), "\(refused)")
      try sandbox.mount("--domain", "plain")
      let result = try script("echo text > file; mkdir ../.Trash-$(id -u) || true; gio trash file")
      #expect(result.status != 0 && result.error.contains("Operation not supported"), "\(result)")
      #expect(result.error.contains("Unable to find or create trash directory"), "\(result)")
      try succeed("[ $(cat file) = text ]; [ -z \"$(ls -A .. | grep Trash)\" ]")
    }

    @Test(arguments: [["--rm-to-trash"], ["-o", "rm_to_trash"]])
    func `deleting trashes`(_ option: [String]) throws {
      try sandbox.succeed("mkdir", "-p", "/desk")
      let mounted = try sandbox.run(["mount"] + option + [sandbox.mountpoint])
      try #require(mounted.status == 0, "\(mounted)")
      try succeed("echo 1 > file; mkdir -p d/e; echo 2 > d/e/f; rm -r file d; [ -z \"$(ls -A)\" ]")
      #expect(try trashed().map(\.originalPath) == ["/desk/d", "/desk/d/e", "/desk/d/e/f", "/desk/file"])
      try sandbox.succeed("trash", "restore", "f", "file")
      #expect(eventually { access(sandbox.mountpoint + "/desk/d/e/f", F_OK) == 0 })
      try succeed("[ $(cat d/e/f) = 2 ]; [ $(cat file) = 1 ]; rm -r ../.Trash-$(id -u)/files/*")
      #expect(try trashed().isEmpty)
    }
  }
}
