import Foundation
import TestSupport
import Testing

extension MountTests {
  /// The power of a machine goes while programs change things: ext4 on a loop device that is shut down, and another start of the machine.
  ///
  /// `POWER_CUTS` in the environment says how often, `SEED` repeats the first of the rounds (the instants are never the same). The rounds are made by
  /// `MountExerciser power-cut`, each in a mount namespace of its own. A round that the machine cannot make is left out. Without `POWER_CUTS` each
  /// round ends with another start of the machine; with it, one in six with a disk that comes back in the same run, of which less is promised (see
  /// *Durability*).
  @Suite(.enabled(if: PowerCut.isPossible, PowerCut.reason)) struct PowerCutTests {
    /// - Throws: That the test is skipped, if the machine could make none of its rounds.
    private func runRounds(_ count: Int, _ round: (Int) throws -> PowerCut.Outcome) throws {
      var (made, reason) = (0, "")
      for number in 0..<count {
        switch try round(number) {
        case .asDemanded: made += 1
        case .wrong(let what):
          made += 1
          Issue.record("\(what)")
        case .notMade(let why):
          reason = why
          print("power cuts: a round could not be made: \(why)")
        }
      }
      if made == 0 { try Test.cancel("no round could be made: \(reason)") }
    }

    /// What is demanded of a mount is what the disk itself does: without a mount no round finds anything.
    @Test func `the disk itself keeps what is demanded`() throws {
      let seed = RandomSeed.choose(for: "power cuts of a disk")
      try runRounds(3) { try PowerCut.run(seed: seed &+ UInt64($0), "--plain") }
    }

    /// A synchronization that is acknowledged and not made is noticed.
    @Test func `a synchronization that is not made is noticed`() throws {
      let seed = RandomSeed.choose(for: "power cuts without synchronization")
      try runRounds(1) { _ in
        let options = ["--plain", "--pretend", "--sync", "nothing", "--milliseconds", "300", "--commit", "30"]
        let outcome = try PowerCut.run(seed: seed, options)
        switch outcome {
        case .asDemanded: return .wrong("SEED=\(seed): nothing was noticed")
        case .wrong(let what): return what.contains("certain to") ? .asDemanded : outcome
        case .notMade: return outcome
        }
      }
    }

    /// Whatever happens before a power cut, what was synchronized is there afterwards, nothing is torn, the domain is in order, and whoever followed its
    /// changes ends with the tree.
    @Test func `what was synchronized survives a power cut`() throws {
      let rounds = Machine.number("POWER_CUTS") ?? 8
      // The round of one seed is repeated with POWER_CUTS=1.
      let seed = RandomSeed.choose(for: "power cuts, \(rounds) rounds")
      try runRounds(rounds) { try PowerCut.run(seed: seed &+ UInt64($0), PowerCut.restart) }
    }

    /// Contacts that commands have saved are there whole: all that were imported, and all that were added and linked one by one.
    @Test func `saved contacts are whole after a power cut`() throws {
      let rounds = Machine.number("POWER_CUTS") ?? 3
      let seed = RandomSeed.choose(for: "power cuts of contacts, \(rounds) rounds")
      try runRounds(rounds) { try PowerCut.runContacts(seed: seed &+ UInt64($0)) }
    }

    /// Each of the short stories ends well, whatever of the store reached the disk by itself: two choices each, and all with `POWER_CUTS`.
    @Test(arguments: PowerCut.scenarios) func `stories end well`(scenario: String) throws {
      let seed = RandomSeed.choose(for: "power cuts \(scenario)")
      let choices = ["nothing", "log", "database", "folder", "contents", "everything"]
      let count = Machine.number("POWER_CUTS") == nil ? 2 : choices.count
      try runRounds(count) {
        let choice = choices[(Int(seed % 6) + $0) % choices.count]
        return try PowerCut.run(seed: seed, PowerCut.restart + ["--scenario", scenario, "--sync", choice])
      }
    }
  }
}
