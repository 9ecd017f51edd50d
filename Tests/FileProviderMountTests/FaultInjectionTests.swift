import Foundation
import TestSupport
import Testing

extension MountTests {
  /// The server of a mount is killed while programs change things; what was acknowledged is there afterwards.
  ///
  /// `KILLS` in the environment says how often, `SEED` repeats the load (the instants of the kills are never the same).
  @Suite struct FaultInjectionTests {
    @Test func `what was acknowledged survives the servers end`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount("--no-restart")
      let seed = RandomSeed.choose()
      let rounds = Machine.number("KILLS") ?? 10
      for round in 0..<rounds {
        try #require(try injectOne(sandbox, seed: seed &+ UInt64(round * 100), round: round) == true)
      }
      try sandbox.unmount()
      let check = try sandbox.run("check")
      #expect(check.status == 0 && check.output.isEmpty, "\(check)")
    }

    /// - Returns: Whether all was well.
    private func injectOne(_ sandbox: Sandbox, seed: UInt64, round: Int) throws -> Bool {
      let (load, journal) = (sandbox.mountpoint + "/load\(round)", sandbox.folder + "/journal\(round)")
      try Sandbox.makeFolder(load)
      let server = try pid_t(sandbox.mountStatus().pid)
      let writer = try sandbox.startProgram(["MountExerciser", "load", "--journal", journal, "--seed", "\(seed)", load])
      eventually { FileManager.default.fileExists(atPath: journal) }
      // The clock itself is meant: any moment.
      usleep(useconds_t.random(in: 0..<400_000))
      sandbox.killServer(server)
      let ended = writer.wait()
      #expect(ended.status == 0, "the load did not end by itself: \(ended)")
      if round % 2 == 1 {
        let check = try sandbox.run("check")
        #expect(
          check.status == 0 && check.output.isEmpty, "round \(round), SEED=\(seed), before mounting again: \(check)")
      }
      try sandbox.mount("--no-restart")
      let verified = try sandbox.program("MountExerciser", "verify", "--journal", journal, load)
      #expect(verified.status == 0, "round \(round), SEED=\(seed): \(verified)")
      let check = try sandbox.run("check")
      #expect(check.status == 0 && check.output.isEmpty, "round \(round), SEED=\(seed): \(check)")
      guard verified.status == 0, check.status == 0 else { return false }
      // What a round made stays for a while, so that later crashes concern it too.
      if round >= 3 { _ = try sandbox.shell("rm -rf $M/load\(round - 3) journal\(round - 3)") }
      return true
    }
  }
}
