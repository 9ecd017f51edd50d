import TestSupport

/// What happens in a round of `ReplicaCutRound`: all of it follows from a seed, but for what several processes do at once.
struct ReplicaCutPlan: CustomStringConvertible {
  enum Fault: String {
    case kill, cut
  }

  /// What ends in a session.
  enum Victim: CaseIterable {
    case person, provider
  }

  enum Mass: String, CaseIterable {
    case accept, restore
  }

  struct Session {
    var victim: Victim
    /// The step at which the victim ends; a session with fewer steps ends from outside.
    var step: Int
    var personActions: Int
    var providerActions: Int
    /// Whether the machine starts anew after the cut, or just the disk was lost and comes back.
    var isSameBoot: Bool
    /// Whether the process that is not the victim is killed, too, and begins anew with it.
    var killsBoth: Bool
  }

  var fault: Fault
  var namesByPath: Bool
  /// How often ext4 commits its journal by itself, in seconds.
  var commitSeconds: Int
  /// Whether the provider hands its files over on the disk itself.
  var sharesDisk: Bool
  var sessions: [Session]
  /// Whether the provider says some time that very much is gone, and what the person decides on it then.
  var mass: Mass?

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed ^ 0x9e11)
    fault = random.oneIn(3) ? .kill : .cut
    namesByPath = random.oneIn(3)
    commitSeconds = random.oneIn(3) ? 1 : 30
    sharesDisk = random.oneIn(2)
    sessions = (0..<1 + random.below(3)).map { _ in
      let victim = random.pick(Victim.allCases)
      return Session(
        victim: victim, step: 1 + random.below(victim == .person ? 700 : 2_000),
        personActions: 20 + random.below(60), providerActions: 20 + random.below(60), isSameBoot: random.oneIn(6),
        killsBoth: random.oneIn(2))
    }
    mass = random.oneIn(4) ? random.pick(Mass.allCases) : nil
  }

  /// Lets options of the command line overrule the seed.
  mutating func take(_ arguments: Arguments) {
    if let fault = Fault(rawValue: arguments.text("fault")) { self.fault = fault }
    if let number = arguments.number("paths") { namesByPath = number != 0 }
    if arguments.has("mass") { mass = Mass(rawValue: arguments.text("mass")) }
    if let number = arguments.number("same-boot") {
      for index in sessions.indices { sessions[index].isSameBoot = number != 0 }
    }
  }

  var description: String {
    let sessions = sessions.map {
      "\($0.victim) at step \($0.step)" + ($0.isSameBoot && fault == .cut ? " in the same boot" : "")
        + ($0.killsBoth && fault == .kill ? " and both" : "")
    }
    return "\(fault), items by \(namesByPath ? "path" : "number"), commit=\(commitSeconds)"
      + (sharesDisk ? ", files on the disk" : "") + (mass.map { ", very much goes: \($0)" } ?? "") + "; "
      + sessions.joined(separator: ", ")
  }
}
