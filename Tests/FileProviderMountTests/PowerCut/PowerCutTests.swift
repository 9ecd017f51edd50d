import Foundation
import Testing

extension MountTests {
  /// The power of a machine goes while programs change things: ext4 on a loop device that is shut down, and another start of the machine.
  ///
  /// `POWER_CUTS` in the environment says how often, `SEED` repeats the first of the rounds (the instants are never the same). The rounds are made by
  /// `MountExerciser power-cut`, each in a mount namespace of its own.
  @Suite(.enabled(if: PowerCut.isPossible, PowerCut.reason)) struct PowerCutTests {
    /// What is demanded of a mount is what the disk itself does: without a mount no round finds anything.
    @Test func theDiskItselfKeepsWhatIsDemanded() throws {
      let seed = PowerCut.seed
      for round in 0..<3 {
        let result = try PowerCut.run(seed: seed + round, "--plain")
        #expect(result.status == 0, "SEED=\(seed + round): \(result)")
      }
    }

    /// A synchronization that is acknowledged and not made is noticed.
    @Test func aSynchronizationThatIsNotMadeIsNoticed() throws {
      let seed = PowerCut.seed
      let result = try PowerCut.run(seed: seed, "--plain", "--pretend", "--sync", "nothing", "--milliseconds", "300")
      #expect(result.status == 1 && result.output.contains("certain to"), "SEED=\(seed): \(result)")
    }
  }
}
