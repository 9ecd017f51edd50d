import Foundation
import TestSupport
import Testing

/// The processes of a domain with a provider end at any step of what they do, with the power or by `kill -9`, while a person and people at the
/// provider's other side change things, pin, read parts and drop contents, and in some rounds very much goes there at once and is held. Afterwards
/// both sides come to rest: they are equal, what was synchronized is there, nothing is there twice, no document has contents that nobody wrote, and
/// `check` finds nothing.
///
/// `POWER_CUTS` in the environment says how many rounds, `SEED` repeats the first of them (what several processes do at once is never the same).
/// The rounds are made by `MountExerciser replica-cut` with `ReplicaExerciser`.
///
/// A round may still find something that is not mended (see *Pushing*), so it is asked for.
@Suite(
  .enabled(if: Machine.number("POWER_CUTS") != nil, "POWER_CUTS=100 says how many rounds it makes"),
  .enabled(if: PowerCut.isPossible, PowerCut.reason))
struct ReplicaPowerCutTests {
  @Test(arguments: ["cut", "kill"])
  func `a provider's domain comes to rest whole after a fault at any step`(fault: String) throws {
    let rounds = Machine.number("POWER_CUTS") ?? 0
    let seed = RandomSeed.choose(for: "power cuts of a replica, \(fault), \(rounds) rounds")
    var (made, reason) = (0, "")
    for number in 0..<rounds {
      switch try PowerCut.runReplica(seed: seed &+ UInt64(number), "--fault", fault) {
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
}
