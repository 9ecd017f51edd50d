import Foundation
import TestSupport
import Testing

extension MountTests {
  /// Random operations on a mount and on a plain directory have the same results, error numbers included, and leave the same tree.
  ///
  /// `SEED` and `STEPS` in the environment repeat a run; the seed is printed. What differs is printed with the fewest operations that show it.
  @Suite(.enabled(if: !Machine.isInMemory, "TMPDIR is on a tmpfs, which is no measure: it differs from a disk itself"))
  struct ModelTests {
    private static let nobody = 65534

    private func compare(_ sandbox: Sandbox, user: Int? = nil, at location: SourceLocation = #_sourceLocation) throws {
      let seed = RandomSeed.choose(for: "model" + (user.map { " as user \($0)" } ?? ""))
      let steps = Machine.number("STEPS") ?? 1500
      let (mounted, plain) = (sandbox.mountpoint + "/model", sandbox.folder + "/model")
      for path in [mounted, plain] {
        try Sandbox.makeFolder(path)
        if let user { chown(path, uid_t(user), gid_t(user)) }
      }
      let words =
        ["MountExerciser", "model", "--seed", "\(seed)", "--steps", "\(steps)"]
        + (user.map { ["--user", "\($0)"] } ?? [])
      let result = try sandbox.startProgram(words + [mounted, plain]).wait(seconds: 600)
      #expect(result.status == 0, "SEED=\(seed) STEPS=\(steps): \(result)", sourceLocation: location)
      let check = try sandbox.run("check")
      #expect(check.status == 0, "\(check)", sourceLocation: location)
    }

    /// As the user who runs the tests.
    @Test func `a mount does what a plain directory does`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      try compare(sandbox)
    }

    /// Four programs at once, each in a folder of its own, while two others look for what is not there: there are always some that only read.
    @Test func `a mount with several readers does what a plain directory does`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount("-o", "readers=4")
      let seed = RandomSeed.choose(for: "model with several readers")
      let steps = Machine.number("STEPS") ?? 500
      let programs = try (0..<4).map { number in
        let places = [sandbox.mountpoint, sandbox.folder].map { "\($0)/model\(number)" }
        for place in places { try Sandbox.makeFolder(place) }
        return try sandbox.startProgram(
          ["MountExerciser", "model", "--seed", "\(seed &+ UInt64(number))", "--steps", "\(steps)"] + places)
      }
      try Sandbox.makeFolder(sandbox.mountpoint + "/reading")
      let script = "i=0; while [ -e \"$0\" ]; do [ -e \"$0/$$-$i\" ]; i=$((i+1)); done"
      let readers = try (0..<2).map { _ in
        try sandbox.startProgram(["sh", "-c", script, sandbox.mountpoint + "/reading"])
      }
      for program in programs {
        let result = program.wait(seconds: 600)
        #expect(result.status == 0, "SEED=\(seed) STEPS=\(steps): \(result)")
      }
      rmdir(sandbox.mountpoint + "/reading")
      for reader in readers { #expect(reader.wait().status == 0) }
      try sandbox.succeed("check")
    }

    /// As an ordinary user, to test permissions.
    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func `a mount for others does what a plain directory does`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount("-o", "allow_other,default_permissions")
      try compare(sandbox, user: Self.nobody)
    }

    /// A mount that an ordinary user made, through `fusermount3`.
    @Test(.enabled(if: OrdinaryUser.canMount, OrdinaryUser.reason))
    func `an ordinary users mount does what a plain directory does`() throws {
      let sandbox = try Sandbox()
      let script = """
        "$FP" mount "$M" && mkdir "$M/model" && "$EX" model --seed $SEED --steps $STEPS "$M/model" "$S/own/plain"
        status=$?; "$FP" check || status=2; "$FP" unmount "$M"; exit $status
        """
      let seed = RandomSeed.choose()
      for name in ["own", "own/mount", "own/plain", "own/data", "own/runtime", "own/state"] {
        try Sandbox.makeFolder("\(sandbox.folder)/\(name)", mode: 0o700)
        chown("\(sandbox.folder)/\(name)", uid_t(Self.nobody), gid_t(Self.nobody))
      }
      let own = sandbox.folder + "/own"
      let variables = try [
        "XDG_DATA_HOME": own + "/data", "XDG_RUNTIME_DIR": own + "/runtime", "XDG_STATE_HOME": own + "/state",
        "FP": Sandbox.fileprovider, "EX": #require(Machine.built("MountExerciser")), "M": own + "/mount",
        "S": sandbox.folder, "SEED": "\(seed)", "STEPS": "\(Machine.number("STEPS") ?? 1500)",
      ]
      let result = try sandbox.program(
        "setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", "/bin/sh", "-c", script,
        variables: variables, seconds: 600)
      #expect(result.status == 0, "SEED=\(seed): \(result)")
    }
  }

  /// Whether an ordinary user can be one here, and mount.
  enum OrdinaryUser {
    static var canMount: Bool { problem == nil }
    static var reason: Comment { Comment(rawValue: problem ?? "an ordinary user can mount here") }

    private static var problem: String? {
      if geteuid() != 0 { return "the tests run as an ordinary user anyway" }
      if Machine.installed("setpriv") == nil || Machine.installed("fusermount3") == nil {
        return "setpriv or fusermount3 is not installed"
      }
      guard let program = Machine.built("fileprovider") else { return "the program “fileprovider” is not built" }
      let words = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/bin/sh", "-c"]
      func can(_ test: String) -> Bool {
        (try? RunningProcess(words + [test], environment: [:]).wait().status) == 0
      }
      if !can("test -r /dev/fuse -a -w /dev/fuse") { return "ordinary users may not open /dev/fuse here" }
      if !can("test -x '\(program)'") { return "ordinary users cannot reach the programs that were built" }
      return nil
    }
  }
}
