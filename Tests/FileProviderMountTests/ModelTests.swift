import Foundation
import Testing

extension MountTests {
  /// Random operations on a mount and on a plain directory have the same results, error numbers included, and leave the same tree.
  ///
  /// `SEED` and `STEPS` in the environment repeat a run; the seed is printed. What differs is printed with the fewest operations that show it.
  @Suite(.enabled(if: !Machine.isInMemory, "TMPDIR is on a tmpfs, which is no measure: it differs from a disk itself"))
  struct ModelTests {
    private static let nobody = 65534

    private func compare(_ sandbox: Sandbox, user: Int? = nil, at location: SourceLocation = #_sourceLocation) throws {
      let seed = Machine.number("SEED") ?? Int.random(in: 1..<1_000_000_000)
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
      print("model: SEED=\(seed) STEPS=\(steps)" + (user.map { " as user \($0)" } ?? ""))
      #expect(result.status == 0, "SEED=\(seed) STEPS=\(steps): \(result)", sourceLocation: location)
      let check = try sandbox.run("check")
      #expect(check.status == 0, "\(check)", sourceLocation: location)
    }

    /// As the user who runs the tests.
    @Test func aMountDoesWhatAPlainDirectoryDoes() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      try compare(sandbox)
    }

    /// As an ordinary user, to test permissions.
    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func aMountForOthersDoesWhatAPlainDirectoryDoes() throws {
      let sandbox = try Sandbox()
      try sandbox.mount("-o", "allow_other,default_permissions")
      try compare(sandbox, user: Self.nobody)
    }

    /// A mount that an ordinary user made, through `fusermount3`.
    @Test(.enabled(if: OrdinaryUser.canMount, OrdinaryUser.reason))
    func anOrdinaryUsersMountDoesWhatAPlainDirectoryDoes() throws {
      let sandbox = try Sandbox()
      let script = """
        "$FP" mount "$M" && mkdir "$M/model" && "$EX" model --seed $SEED --steps $STEPS "$M/model" "$S/own/plain"
        status=$?; "$FP" check || status=2; "$FP" unmount "$M"; exit $status
        """
      let seed = Machine.number("SEED") ?? Int.random(in: 1..<1_000_000_000)
      for name in ["own", "own/mount", "own/plain", "own/data", "own/runtime", "own/state"] {
        try Sandbox.makeFolder("\(sandbox.folder)/\(name)", mode: 0o700)
        chown("\(sandbox.folder)/\(name)", uid_t(Self.nobody), gid_t(Self.nobody))
      }
      for name in ["data", "runtime", "state"] {
        sandbox.environment["XDG_\(name.uppercased())_\(name == "runtime" ? "DIR" : "HOME")"] =
          "\(sandbox.folder)/own/\(name)"
      }
      sandbox.environment["FP"] = Machine.built("fileprovider")
      sandbox.environment["EX"] = Machine.built("MountExerciser")
      sandbox.environment["M"] = sandbox.folder + "/own/mount"
      sandbox.environment["S"] = sandbox.folder
      sandbox.environment["SEED"] = String(seed)
      sandbox.environment["STEPS"] = String(Machine.number("STEPS") ?? 1500)
      let result = try sandbox.program(
        "setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", "/bin/sh", "-c", script,
        seconds: 600)
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
        guard
          let folder = try? FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: FileManager.default.temporaryDirectory,
            create: true
          ).path
        else { return false }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return (try? RunningProcess(words + [test], environment: [:], folder: folder).wait().status) == 0
      }
      if !can("test -r /dev/fuse -a -w /dev/fuse") { return "ordinary users may not open /dev/fuse here" }
      if !can("test -x '\(program)'") { return "ordinary users cannot reach the programs that were built" }
      return nil
    }
  }
}
